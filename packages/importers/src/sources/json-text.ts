// Tests: ../own/import-text.test.ts, ../mutated-files.test.ts

import { findStructuralProblem } from '@ballast/contract'

/** A number of the text as it was written, before a binary float could change it. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type JsonRecord = Readonly<Record<string, unknown>>

/** True if a value is an object with keys, and neither a list nor a number. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

/** The value of a JSON text with its numbers as {@link NumberText}, or why it cannot be read, in words without a full stop. */
export function parseJson(text: string): { value: unknown } | { why: string } {
  const structural = findStructuralProblem(text)
  if (structural) return { why: structural.replace(/\.$/, '') }
  try {
    return { value: JSON.parse(text, keepNumbersAsText) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { why: `The JSON cannot be read${toSyntaxWords(error.message)}` }
  }
}

function keepNumbersAsText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value
}

/** The parser's own words without what it quotes of the text, and with the place in the words of an editor. */
function toSyntaxWords(message: string): string {
  const placed = /^(.*?) in JSON at position \d+(?: \((line \d+) (column \d+)\))?/s.exec(message)
  if (placed?.[2]) return ` at ${placed[2]}, ${placed[3]}: ${lowerFirst(placed[1] ?? '')}`
  if (message.startsWith('Unexpected end')) return ': it ends too early'
  const token = /^Unexpected token '(.)'/su.exec(message)
  return token ? `: unexpected character ${token[1]}` : ': it is not valid'
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
