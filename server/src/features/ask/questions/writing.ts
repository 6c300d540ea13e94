// Tests: ../ask.test.ts

import {
  type AskFigure,
  type Fact,
  type GroundedText,
  MARKET_INDEX,
  namePosition,
  namePositions,
} from '@ballast/contract'
import { abs, ground, plain } from '../../../grounding/grounded-text.ts'
import { type Sentence, say } from '../../../grounding/sentence.ts'
import { ASKING, PARTS } from '../sentence-kinds.ts'

type Texts = readonly Parameters<typeof say>[1][]

/** Sentences of an answer: the first texts give it, and must be shown. */
export const verdict = (...texts: Texts): Sentence[] => say(PARTS.verdict, ...texts)
/** Sentences that back the verdict. */
export const evidence = (...texts: Texts): Sentence[] => say(PARTS.evidence, ...texts)
/** Sentences that compare. */
export const comparison = (...texts: Texts): Sentence[] => say(PARTS.comparison, ...texts)
/** Sentences that limit the verdict, and must be shown. */
export const caveat = (...texts: Texts): Sentence[] => say(PARTS.caveat, ...texts)
/** Sentences that are shown when somebody chooses them. */
export const extra = (...texts: Texts): Sentence[] => say(PARTS.background, ...texts)

/** Sentence for a figure that is not known. */
export const unknown = (what: string): Sentence[] =>
  say(ASKING.unknown, plain(`Ballast cannot tell ${what}, because data is missing.`))

/** Thrown where a row has no answer: what is said in its place, and other rows that one may ask then. */
export class Unanswered extends Error {
  readonly sentences: readonly Sentence[]
  readonly next: readonly string[] | undefined

  constructor(sentences: readonly Sentence[], next?: readonly string[]) {
    super('There is nothing to answer with')
    this.sentences = sentences
    this.next = next
  }
}

type Cell = Fact | string | undefined

/** A table of names and facts; what is not known is a dash. */
export function toTable(caption: string, columns: string[], rows: readonly (readonly Cell[])[]): AskFigure[] {
  if (rows.length === 0) return []
  return [{ kind: 'table', caption, columns, rows: rows.map((cells) => ({ cells: cells.map(toCell), share: null })) }]
}

/** Bars of one figure by name, in the order given. */
export function toBars(
  caption: string,
  columns: [string, string],
  rows: readonly (readonly [string, Fact | undefined])[],
): AskFigure[] {
  const known = rows.flatMap(([name, fact]) => (fact === undefined ? [] : [{ name, fact, value: Number(fact.value) }]))
  const longest = Math.max(...known.map(({ value }) => Math.abs(value)))
  if (known.length === 0) return []
  return [
    {
      kind: 'bars',
      caption,
      columns,
      rows: known.map(({ name, fact, value }) => ({
        cells: [plain(namePosition(name)), toCell(fact)],
        share: longest === 0 ? 0 : value / longest,
      })),
    },
  ]
}

const toCell = (cell: Cell): GroundedText =>
  cell === undefined ? plain('—') : typeof cell === 'string' ? plain(namePosition(cell)) : ground`${cell}`

/** "gained 3.1%" or "lost 3.1%". */
export const gained = (fact: Fact): GroundedText =>
  Number(fact.value) < 0 ? ground`lost ${abs(fact)}` : ground`gained ${fact}`
/** "would gain $1,369" or "would lose $1,266". */
export const wouldGain = (fact: Fact): GroundedText =>
  Number(fact.value) < 0 ? ground`would lose ${abs(fact)}` : ground`would gain ${fact}`
/** "rose" or "fell". */
export const rose = (fact: Fact): GroundedText =>
  Number(fact.value) < 0 ? ground`fell ${abs(fact)}` : ground`rose ${fact}`

/** Name of a benchmark within a sentence: "the market" for its index. */
export const nameCompared = (label: string): string => (label === MARKET_INDEX ? 'the market' : label)
/** The same where a sentence, a row or a column begins. */
export const titleCompared = (label: string, market = 'The market'): string => (label === MARKET_INDEX ? market : label)

/** " to TLT" behind a beta; a beta to the market needs no saying. */
export const toCompared = (label: string): string => (label === MARKET_INDEX ? '' : ` to ${label}`)

const LISTED = 8
/** The first positions of a list by name. */
export const listNames = (tickers: readonly string[]) =>
  namePositions(tickers, { most: LISTED, joint: null, isCounted: false })
