// Tests: hostile-answers.test.ts, providers.test.ts, evaluation/corpus.test.ts

import type { WritingTask } from './analyst-model.ts'

/** The largest answer that is read at all. */
const MAX_ANSWER_CHARACTERS = 200_000
/** The longest text of a section. */
const MAX_SECTION_CHARACTERS = 2_000
/** Of references and runs of digits. A list of all trades has some hundred and fifty; each costs a look at every fact. */
const MAX_SECTION_FIGURES = 200
const FIGURE = /\p{N}+|\{\{/gu

/** What a model answered, as far as it has the form that was asked for. */
export interface ModelAnswer {
  /** Texts by section; sections that are absent, no text, or too long are left out. */
  sections: ReadonlyMap<string, string>
  /** Ids of the selection that exist, each once, at most as many as were asked for. */
  selected: string[]
}

type Form = Pick<WritingTask, 'sections' | 'selection'>

/** The form as JSON schema, for servers that hold a model to one. Lengths are checked on arrival: not all know them. */
export function toJsonSchema({ sections, selection }: Form) {
  const texts = Object.keys(sections).map((id) => [id, { type: 'string' as const }])
  const properties = {
    sections: toStrictObject(Object.fromEntries(texts)),
    ...(selection && {
      selected: { type: 'array' as const, items: { type: 'string' as const, enum: [...selection.from] } },
    }),
  }
  return toStrictObject(properties)
}

const toStrictObject = <Properties extends Record<string, unknown>>(properties: Properties) => ({
  type: 'object' as const,
  properties,
  required: Object.keys(properties),
  additionalProperties: false as const,
})

/** The same form in words, since not every server knows schemas. */
export function describeForm({ sections, selection }: Form): string {
  const texts = Object.keys(sections).map((id) => `${JSON.stringify(id)}: "…"`)
  const chosen = selection ? `, "selected": [at most ${selection.max} of the ids under "Candidates", best first]` : ''
  return `{"sections": {${texts.join(', ')}}${chosen}}`
}

/**
 * Reads an answer. Fences, a preamble and spoken thoughts around the JSON are forgiven, unknown fields ignored.
 *
 * @returns `undefined` when there is no such JSON in it, or it is larger than 200,000 characters
 */
export function readAnswer(text: string, { sections, selection }: Form): ModelAnswer | undefined {
  if (text.length > MAX_ANSWER_CHARACTERS) return undefined
  const answer = parseObject(text) ?? salvage(text, Object.keys(sections))
  const written = answer?.sections
  if (answer === undefined || typeof written !== 'object' || written === null || Array.isArray(written))
    return undefined
  const texts = Object.keys(sections).flatMap((id) => {
    const found: unknown = Object.hasOwn(written, id) ? (written as Record<string, unknown>)[id] : undefined
    return isText(found) ? [[id, found] as const] : []
  })
  const known = new Set(selection?.from)
  const wanted = Array.isArray(answer.selected) ? answer.selected.filter((id): id is string => known.has(id)) : []
  return { sections: new Map(texts), selected: [...new Set(wanted)].slice(0, selection?.max ?? 0) }
}

function isText(found: unknown): found is string {
  if (typeof found !== 'string' || found.trim() === '' || found.length > MAX_SECTION_CHARACTERS) return false
  return (found.match(FIGURE)?.length ?? 0) <= MAX_SECTION_FIGURES
}

/** The sections of an answer that was cut off, as far as they are whole. */
function salvage(text: string, ids: readonly string[]): Record<string, unknown> | undefined {
  const found = ids.flatMap((id) => {
    const start = text.indexOf(`${JSON.stringify(id)}:`)
    const literal = start === -1 ? undefined : /^"[^"]*":\s{0,9}("(?:[^"\\]|\\.)*")/.exec(text.slice(start))?.[1]
    return literal === undefined ? [] : [[id, literal] as const]
  })
  if (found.length === 0) return undefined
  try {
    return { sections: Object.fromEntries(found.map(([id, literal]) => [id, JSON.parse(literal) as unknown])) }
  } catch {
    return undefined
  }
}

/** The JSON object in an answer, without fences, a preamble or spoken thoughts; empty when there is none. */
export function cutOutJson(text: string): string {
  const afterThoughts = text.slice(text.lastIndexOf('</think>') + 1)
  const [start, end] = [afterThoughts.indexOf('{'), afterThoughts.lastIndexOf('}')]
  return start === -1 ? '' : afterThoughts.slice(start, end + 1)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(cutOutJson(text))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
