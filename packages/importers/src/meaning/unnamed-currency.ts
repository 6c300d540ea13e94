// Tests: ../damaged-files.test.ts

import { BASE_CURRENCY } from '@ballast/contract'
import type { SourceLine, SourcePosition } from '../imported-source.ts'

const OTHERS = /[€£]|\b(?:EUR|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN|HKD|SGD|NZD|INR|ZAR)\b/
const DOLLAR = /\$|\bUSD\b/

/**
 * The positions; those taken for dollars, though neither their line nor the names of the columns say so, have a doubt where
 * another line of the source names another currency, such as a title, a total or a position.
 */
export function doubtCurrency(positions: readonly SourcePosition[], lines: readonly SourceLine[]): SourcePosition[] {
  const other = lines.flatMap(({ text }) => OTHERS.exec(text)?.[0] ?? [])[0]
  const isInNames = lines.some(({ verdict, note, text }) => verdict === 'header' && note === null && DOLLAR.test(text))
  if (other === undefined || isInNames) return [...positions]
  const reason = `The source speaks of ${other}, and the line names no currency. It is taken for ${BASE_CURRENCY}.`
  const texts = new Map(lines.map(({ line, text }) => [line, text]))
  return positions.map((position) => {
    const isNamed = position.lines.some((line) => DOLLAR.test(texts.get(line) ?? ''))
    if (position.currency !== BASE_CURRENCY || isNamed) return position
    return { ...position, doubts: [...position.doubts, { field: 'currency', reason }] }
  })
}
