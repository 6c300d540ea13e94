// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts

import type { Fact } from '@ballast/contract'
import { remembered } from './remembered.ts'
import type { StatedFigure } from './stated-figures.ts'

/** So many characters around a figure are about it. */
const NEAR = 60
export const DATE_WORDS = /\b(?:expir\w{0,6}|renew\w{0,4}|roll\w{0,3}|last|matur\w{0,4}|look|review)\b/i

export type FactMatch =
  | { is: 'found'; fact: Fact; signFlipped: boolean }
  | { is: 'none' }
  /** More than one fact has this value, and the words do not say which is meant. */
  | { is: 'ambiguous'; facts: readonly Fact[] }

export interface Surroundings {
  /** The sentence, figures that are references blanked. */
  text: string
  /** What stands near the figure and is about it alone. */
  window: string
  /** Whether the words carry the sign, so that a fall may stand as a positive number. */
  mayFlip(): boolean
  /** Facts that are meant rather than others of the same value. */
  preferred: ReadonlySet<string>
  /** How plainly the words around the figure speak of a fact: below 0, not at all. */
  rate(fact: Fact): number
  /** Whether the words around the figure suit a fact: its ticker, its direction, bought or sold. */
  suits(fact: Fact, signFlipped: boolean): boolean
}

interface Candidate {
  fact: Fact
  signFlipped: boolean
  score: number
}

/**
 * The fact that stands behind a figure of a text: of a compatible unit, and equal when rounded as the text rounds it. Of
 * several with the same value, the one whose label shares most with what stands around the figure.
 */
export function matchFact(figure: StatedFigure, surroundings: Surroundings, facts: readonly Fact[]): FactMatch {
  const equal = rankEqual(figure, surroundings, facts)
  const suitable = equal.filter(({ fact, signFlipped }) => surroundings.suits(fact, signFlipped))
  const [best, ...others] = suitable.length > 0 ? suitable : equal
  // The same number about something else is no support: "loses 26%" is not the volatility of 26%.
  if (!best) return { is: 'none' }
  const rivals = others.filter(({ score, fact }) => score > best.score - 1e-9 && !meansTheSame(fact, best.fact))
  if (rivals.length > 0) return { is: 'ambiguous', facts: [best, ...rivals].map(({ fact }) => fact) }
  return { is: 'found', fact: best.fact, signFlipped: best.signFlipped }
}

function rankEqual(
  figure: StatedFigure,
  { text, window, mayFlip, preferred, rate }: Surroundings,
  facts: readonly Fact[],
): Candidate[] {
  const around = text.slice(Math.max(0, figure.start - NEAR), figure.end + NEAR)
  // A date is so rarely right by chance that words are asked for only where other dates have them.
  const isDated = DATE_WORDS.test(window)
  const own = byUnit(facts)
  const candidates = figure.units.flatMap((unit) => own.get(unit) ?? [])
  const equal: Candidate[] = []
  for (const fact of candidates) {
    const equality = compare(figure, fact)
    if (equality === 'no' || (equality === 'flipped' && !mayFlip())) continue
    const shared = rate(fact)
    if (shared < 0 && (fact.unit !== 'date' || isDated)) continue
    const score =
      shared +
      (isSameText(figure, fact) ? 1.5 : 0) +
      (Math.abs(Number(figure.value)) === Math.abs(Number(fact.value)) ? 0.25 : 0) +
      (preferred.has(fact.id) ? 1 : 0) +
      0.5 * shareOfWords(fact, around)
    equal.push({ fact, signFlipped: equality === 'flipped', score })
  }
  return equal.sort((a, b) => b.score - a.score)
}

/** For whoever reads them: the same figure, by the same words or by fewer of them. */
function meansTheSame(a: Fact, b: Fact): boolean {
  if (a.text !== b.text) return false
  if (a.unit === 'date') return true
  return a.label.includes(b.label) || b.label.includes(a.label)
}

/** Written with all the decimals that the fact is shown with. */
function isSameText({ value, tolerance }: StatedFigure, fact: Fact): boolean {
  if (typeof value === 'string' || typeof fact.value === 'string') return value === fact.value
  return Math.abs(tolerance - 0.5 * 10 ** -fact.decimals) < 1e-12
}

const units = new WeakMap<readonly Fact[], ReadonlyMap<string, readonly Fact[]>>()

function byUnit(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const known = units.get(facts) ?? Map.groupBy(facts, ({ unit }) => unit)
  units.set(facts, known)
  return known
}

function compare({ value, tolerance }: StatedFigure, fact: Fact): 'same' | 'flipped' | 'no' {
  if (typeof value === 'string' || typeof fact.value === 'string') {
    if (typeof value !== 'string' || typeof fact.value !== 'string') return 'no'
    // A date without its year, or without its day.
    return (value.endsWith('-') ? fact.value.startsWith(value) : fact.value.endsWith(value)) ? 'same' : 'no'
  }
  // What is rounded until nothing but a zero is left states nothing of the fact.
  if (value === 0 && fact.value !== 0) return 'no'
  const isWithin = (stated: number, held: number) =>
    Math.abs(stated - held) <= tolerance + 1e-9 * Math.max(1, Math.abs(held))
  if (isWithin(value, fact.value)) return 'same'
  return isWithin(-value, fact.value) ? 'flipped' : 'no'
}

const WORDS = /\p{L}{4,}/gu
const listWords = remembered(4_000, (label): readonly string[] => label.toLowerCase().match(WORDS) ?? [])

/** Which share of a label's words a text has, for choosing between labels that are about the same. */
function shareOfWords(fact: Fact, text: string): number {
  const words = listWords(fact.label)
  const lower = text.toLowerCase()
  return words.length === 0 ? 0 : words.filter((word) => lower.includes(word)).length / words.length
}
