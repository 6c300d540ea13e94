import type { ChatRequest, ModelReply } from './model-server.ts'

const SECTION = /^("(?:[^"\\]|\\.)+"): (.*?); at most (\d+) sentences\. Draft: (.*)$/gm

export interface AskedSection {
  id: string
  draft: string
  maxSentences: number
}

/** The sections that a request asks for. */
export function readSections({ messages }: ChatRequest): AskedSection[] {
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
  return [...prompt.matchAll(SECTION)].map(([, id = '""', , most, draft = '']) => {
    return { id: JSON.parse(id) as string, draft, maxSentences: Number(most) }
  })
}

/** The facts that a request lists, as people read them, by id. */
export function readFacts({ messages }: ChatRequest): Map<string, string> {
  const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
  return new Map(
    [...prompt.matchAll(/^(F\d+) \| .*? \| ([^|\n]*) \| \S+$/gm)].map(([, id = '', text = '']) => [id, text]),
  )
}

/** A model that repeats every draft, changed by `change`. */
export function createParrot(change: (draft: string, section: AskedSection, request: ChatRequest) => string) {
  return (request: ChatRequest): ModelReply => {
    const sections = readSections(request).map((section) => [section.id, change(section.draft, section, request)])
    return { text: JSON.stringify({ sections: Object.fromEntries(sections) }) }
  }
}

/** A model that writes the figures out, where it should refer to them. */
export const scribble = (draft: string, request: ChatRequest): string => {
  const facts = readFacts(request)
  return draft.replaceAll(/\{\{(F\d+)(\|abs|\|bare)?\}\}/g, (_, id: string, as?: string) => {
    const text = facts.get(id) ?? id
    if (as === '|abs') return text.replace('−', '')
    return as === '|bare' ? text.replace(/[−$]| [a-z]+$/g, '') : text
  })
}
