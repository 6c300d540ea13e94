// Tests: misbehaving-models.test.ts, providers.test.ts

import type { WritingTask } from './analyst-model.ts'

/** The largest answer that is read at all. */
const MAX_ANSWER_CHARACTERS = 200_000
/** Most ids and links in one section; what goes beyond is left out. */
const MAX_ITEMS = 100

/** Answer of a model, as far as it has the form that was asked for. */
export interface ModelAnswer {
  /** Ids and links by section, as they came; what is no text becomes an empty one. Absent where it is no list. */
  sections: ReadonlyMap<string, readonly string[]>
  /** Ids of the selection that exist, each once, at most as many as were asked for. */
  selected: string[]
}

type Form = Pick<WritingTask, 'sections' | 'selection'>

/** The form as JSON schema, for servers that hold a model to one. Ids are checked on arrival: tools add some. */
export function toJsonSchema({ sections, selection }: Form) {
  const item = { type: 'array' as const, items: { type: 'string' as const } }
  const lists = Object.keys(sections).map((id) => [id, item])
  const properties = {
    sections: toStrictObject(Object.fromEntries(lists)),
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
  const lists = Object.keys(sections).map((id) => `${JSON.stringify(id)}: ["id", …]`)
  const chosen = selection ? `, "selected": [at most ${selection.max} of the ids under "Candidates", best first]` : ''
  return `{"sections": {${lists.join(', ')}}${chosen}}`
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
  const lists = Object.keys(sections).flatMap((id) => {
    const found: unknown = Object.hasOwn(written, id) ? (written as Record<string, unknown>)[id] : undefined
    return Array.isArray(found) ? [[id, found.slice(0, MAX_ITEMS).map(toItem)] as const] : []
  })
  const known = new Set(selection?.from)
  const wanted = Array.isArray(answer.selected) ? answer.selected.filter((id): id is string => known.has(id)) : []
  return { sections: new Map(lists), selected: [...new Set(wanted)].slice(0, selection?.max ?? 0) }
}

const toItem = (item: unknown): string => (typeof item === 'string' ? item.trim() : '')

/** The lists of an answer that was cut off, as far as they are whole. */
function salvage(text: string, ids: readonly string[]): Record<string, unknown> | undefined {
  const found = ids.flatMap((id) => {
    const start = text.indexOf(`${JSON.stringify(id)}:`)
    const literal = start === -1 ? undefined : /^"[^"]*":\s{0,9}(\[[^[\]{}]*\])/.exec(text.slice(start))?.[1]
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
