import type { ChatRequest, ModelReply } from './model-server.ts'

/** A sentence as a request lists it. */
export interface OfferedSentence {
  id: string
  text: string
  must: boolean
  isExtra: boolean
  /** Id of the sentence that it follows. */
  after: string | null
}

export interface OfferedSection {
  id: string
  sentences: OfferedSentence[]
}

const SECTION = /^("(?:[^"\\]|\\.)+"), about the \w+: /
const SENTENCE = /^([\w.-]+) ([a-z][^|]*) \| (.*)$/

/** The sections that a request asks for, with their sentences. */
export function readSections({ messages }: ChatRequest): OfferedSection[] {
  const sections: OfferedSection[] = []
  for (const line of (messages.find(({ role }) => role === 'user')?.content ?? '').split('\n')) {
    const [, name] = SECTION.exec(line) ?? []
    if (name !== undefined) sections.push({ id: JSON.parse(name) as string, sentences: [] })
    const [, id, marks = '', text = ''] = SENTENCE.exec(line) ?? []
    if (id === undefined) continue
    const own = marks.split(', ')
    const after = own.find((mark) => mark.startsWith('after '))?.slice('after '.length) ?? null
    const sentence = { id, text, must: own.includes('must'), isExtra: own.includes('extra'), after }
    sections.at(-1)?.sentences.push(sentence)
  }
  return sections
}

/** A model that chooses in every section by a rule. */
export function createChooser(choose: (section: OfferedSection, request: ChatRequest) => unknown) {
  return (request: ChatRequest): ModelReply => {
    const sections = readSections(request).map((section) => [section.id, choose(section, request)])
    return { text: JSON.stringify({ sections: Object.fromEntries(sections) }) }
  }
}

/** Chooses what the engine shows by itself, in its own order. */
export const chooseShown = ({ sentences }: OfferedSection): string[] =>
  sentences.filter(({ isExtra }) => !isExtra).map(({ id }) => id)

/** All that there is, the last first as far as what follows another lets it. */
export function chooseReversed({ sentences }: OfferedSection): string[] {
  const groups: string[][] = []
  for (const { id, after } of sentences) {
    const own = groups.find((group) => after !== null && group.includes(after))
    if (own) own.push(id)
    else groups.push([id])
  }
  return groups.toReversed().flat()
}
