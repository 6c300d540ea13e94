// Tests: tool.test.ts, ../mcp/hostile.test.ts

/**
 * Control characters, invisible and direction-turning ones, line ends, variation selectors, private and unassigned code
 * points: nothing of it can be read, and some of it carries words that a person does not see and a model does.
 */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Variation_Selector}]+/gu
const PARTS_WORDS = /[\t-\r\u0085\u2028\u2029]/

/** One line of text in which everything can be seen. What cannot is replaced by a space where it parts words. */
export function toPlainText(text: string): string {
  return text.toWellFormed().replace(UNREADABLE, (run) => (PARTS_WORDS.test(run) ? ' ' : ''))
}

/** A value as JSON holds it, with every text in it made plain; numbers stay what they are, to the last digit. */
export function withPlainTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return toPlainText(value) as Value
  if (Array.isArray(value)) return value.map(withPlainTexts) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toPlainText(key), withPlainTexts(inner)]),
  ) as Value
}

/** A name in a sentence, in quotation marks that it cannot leave. */
export const quote = (name: string) => JSON.stringify(toPlainText(name))
