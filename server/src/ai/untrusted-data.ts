// Tests: injection.test.ts, prompt.test.ts

const MAX_TEXT = 100
const MAX_PROMPT = 1_000
const MAX_ITEMS = 60
const MAX_DEPTH = 5

/** Control, direction and other invisible characters, tags of plane 14 included. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
const E_MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g

/** A text of somebody else as a model may see it: one line, visible characters, no e-mail address, at most so long. */
export function cleanText(text: string, limit = MAX_TEXT): string {
  const visible = text
    .slice(0, 4 * limit)
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return visible.replace(E_MAIL, '[e-mail]').slice(0, limit)
}

/**
 * Words among which names of users may stand, outside the block of data: sectors in labels and drafts. They end no block,
 * begin no line and refer to no fact; spaces stay as they are.
 */
export const disarmWords = (text: string): string =>
  text
    .replace(INVISIBLE, ' ')
    .replace(/[\p{Zl}\p{Zp}<>{}]/gu, ' ')
    .replace(E_MAIL, '[e-mail]')

/**
 * Words of users, files and providers as JSON that cannot end the block it stands in.
 *
 * Texts are cleaned and cut (names at 100 characters, `customPrompt` at 1,000), lists at 60 items, nesting at 5.
 */
export function encodeUntrusted(data: unknown): string {
  return JSON.stringify(clean(data, MAX_DEPTH, MAX_TEXT))
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
}

function clean(value: unknown, depth: number, limit: number): unknown {
  if (typeof value === 'string') return cleanText(value, limit)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (depth === 0 || typeof value !== 'object') return null
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => clean(item, depth - 1, limit))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([key, item]) => [cleanText(key), clean(item, depth - 1, key === 'customPrompt' ? MAX_PROMPT : MAX_TEXT)]),
  )
}
