import type { Need, Question, QuestionSubject, Slots } from './question.ts'
import { type ReadQuestion, readQuestion } from './read-question.ts'
import { listSenses } from './words.ts'

/** A row that fits a question, and how well. */
export interface Match {
  question: Question
  slots: Slots
  /** How near its nearest example is, from 0 to 1. */
  likeness: number
  /** The same, and a part of how near the next ones are: a row with several near examples is the likelier one. */
  score: number
}

/** Least score of a row that may be what was asked, and the part of it below which the next one must stay. */
const LEAST_SCORE = 0.4
const RIVAL_PART = 0.7
/** Likeness of a row that is what was asked, unless another comes about as near. */
const SURE_LIKENESS = 0.6
const SURE_RIVAL_PART = 0.95

/** True if the first of these rows, the best first, is what was asked, and not one of several that it may be. */
export function isClear([best, second]: readonly Match[]): boolean {
  if (best === undefined || best.score < LEAST_SCORE) return false
  const part = best.likeness >= SURE_LIKENESS ? SURE_RIVAL_PART : RIVAL_PART
  return (second?.score ?? 0) <= part * best.score
}

/** Weight of a word as it is written, beside what it means. */
const WORD_PART = 0.7
/** Weight of a word that no row knows, beside what a single row knows. */
const UNKNOWN_PART = 0.5
/** Weight of the second and the third nearest example of a row. */
const FURTHER_PART = 0.15
/** Factor on a score for each name, crisis, year or sector in the question that the row could not heed. */
const UNHEEDED_PART = 0.5
const NAMED = ['#ticker', '#second', '#crisis', '#year', '#sector', '#account']
/** Portfolio that the examples are about. */
const SAMPLE: QuestionSubject = { held: new Set(['AAPL', 'MSFT', 'NVDA', 'KO', 'SPY']), today: '2026-11-20' }

/** Weights by what a question consists of. */
type Terms = ReadonlyMap<string, number>

/** Lists what the words of a question mean and, behind a quotation mark, the words. A word of several senses is shared out. */
const listTerms = ({ concepts, stems }: Pick<ReadQuestion, 'concepts' | 'stems'>): Terms =>
  new Map([
    ...[...stems].map((stem) => [`"${stem}`, WORD_PART] as const),
    ...[...concepts].flatMap((concept) => {
      const senses = listSenses(concept)
      return senses.map((sense) => [sense, 1 / Math.sqrt(senses.length)] as const)
    }),
  ])

/**
 * Finds rows by what they have in common with a question. Each row is known by its examples. A question is like an example
 * by the cosine of the angle between their terms; a term weighs the more the fewer rows it is in.
 */
export function createMatcher(table: readonly Question[]) {
  const rows = table.map((question) => {
    const examples = question.examples.map((example) => listTerms(readQuestion(example, SAMPLE)))
    return { question, examples, known: new Set(examples.flatMap((one) => [...one.keys()])) }
  })
  const counts = new Map<string, number>()
  for (const { known } of rows) for (const term of known) counts.set(term, (counts.get(term) ?? 0) + 1)
  const rarityOf = (term: string) => {
    const count = counts.get(term)
    return count === undefined ? UNKNOWN_PART * Math.log(1 + rows.length) : Math.log(1 + rows.length / count)
  }
  /** The terms by their share in a vector of the length 1. */
  const toDirection = (terms: Terms): Terms => {
    const weighted = [...terms].map(([term, weight]) => [term, weight * rarityOf(term)] as const)
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1
    return new Map(weighted.map(([term, weight]) => [term, weight / length]))
  }
  const directed = rows.map((row) => ({ ...row, examples: row.examples.map(toDirection) }))

  function compare(asked: Terms, { examples, known }: (typeof directed)[number]) {
    const [first = 0, second = 0, third = 0] = examples
      .map((example) => [...asked].reduce((sum, [term, weight]) => sum + weight * (example.get(term) ?? 0), 0))
      .sort((a, b) => b - a)
    const heeded = UNHEEDED_PART ** NAMED.filter((mark) => asked.has(mark) && !known.has(mark)).length
    return { likeness: first * heeded, score: (first + FURTHER_PART * (second + third)) * heeded }
  }

  return {
    /**
     * All rows that can be asked with these slots, the best first.
     *
     * @param spoken what was spoken of before; it adds to what the question says, and is no question by itself
     */
    rank(
      { concepts, stems, slots }: Pick<ReadQuestion, 'concepts' | 'stems' | 'slots'>,
      spoken: readonly string[] = [],
    ): Match[] {
      const senses = [...concepts].flatMap(listSenses).filter((one) => !one.startsWith('?'))
      const asked = toDirection(listTerms({ concepts: new Set([...concepts, ...spoken]), stems }))
      return directed
        .filter(({ question, known }) => {
          return isAskable(question, slots) && (spoken.length === 0 || senses.some((one) => known.has(one)))
        })
        .map((row) => ({ question: row.question, slots, ...compare(asked, row) }))
        .sort((a, b) => b.score - a.score)
    },
  }
}

export type Matcher = ReturnType<typeof createMatcher>

/** True if all that a row needs is there. */
export const isAskable = ({ needs }: Question, slots: Slots): boolean => needs.every((need) => HAS[need](slots))

const HAS: Readonly<Record<Need, (slots: Slots) => boolean>> = {
  ticker: ({ tickers }) => tickers.length > 0,
  other: ({ tickers }) => tickers.length > 1,
  crisis: ({ crisis }) => crisis !== undefined,
  year: ({ year }) => year !== undefined,
  sector: ({ sector }) => sector !== undefined,
  account: ({ account }) => account !== undefined,
}
