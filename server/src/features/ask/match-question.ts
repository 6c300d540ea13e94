import type { RequestSubject } from '@ballast/contract/hedge-request'
import type { Need, Question, Slots } from './question.ts'
import { type ReadQuestion, readQuestion } from './read-question.ts'

/** A row that fits a question, and how well, from 0 to 1. */
export interface Match {
  question: Question
  slots: Slots
  score: number
}

/** From here on a row is taken to be what was asked. */
export const LEAST_SCORE = 0.45
/** Weight of a word that no row knows; a rare one that some do has about 4. */
const UNKNOWN_WEIGHT = 3
/** Weight of a word that means nothing by itself, and is in an example. */
const PLAIN_WEIGHT = 1.5
/** What is left of a score for each name, crisis, year or sector in the question that the row could not heed. */
const UNHEEDED_PART = 0.7
const NAMED = ['#ticker', '#second', '#crisis', '#year', '#sector']
/** How much of a score is likeness to one example; the rest is how much of the question the row knows at all. */
const EXAMPLE_PART = 0.6
/** What examples are about. */
const SAMPLE: RequestSubject = { held: new Set(['AAPL', 'MSFT', 'NVDA', 'KO', 'SPY']), today: '2026-11-20' }

interface LearntRow {
  question: Question
  examples: readonly ReadonlySet<string>[]
  /** Concepts of all examples. */
  known: ReadonlySet<string>
}

/**
 * Finds rows by what they have in common with a question: each row is known by its examples, a word weighs the more the
 * fewer rows it is in, and words that mean the same count as one.
 */
export function createMatcher(table: readonly Question[]) {
  const rows: LearntRow[] = table.map((question) => {
    const examples = question.examples.map((example) => readQuestion(example, SAMPLE).concepts)
    return { question, examples, known: new Set(examples.flatMap((one) => [...one])) }
  })
  const counts = new Map<string, number>()
  for (const { known } of rows) for (const concept of known) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  const weigh = (concept: string) => {
    const count = counts.get(concept)
    if (count === undefined) return UNKNOWN_WEIGHT
    return concept.startsWith('?') ? PLAIN_WEIGHT : Math.log(1 + rows.length / count)
  }
  const sum = (concepts: Iterable<string>) => [...concepts].reduce((total, one) => total + weigh(one) ** 2, 0)

  function score(asked: ReadonlySet<string>, { examples, known }: LearntRow): number {
    const own = sum(asked)
    if (own === 0) return 0
    const likeness = Math.max(
      ...examples.map((example) => {
        const shared = sum([...asked].filter((concept) => example.has(concept)))
        return shared / Math.sqrt(own * sum(example))
      }),
    )
    const share = sum([...asked].filter((concept) => known.has(concept))) / own
    const unheeded = NAMED.filter((mark) => asked.has(mark) && !known.has(mark)).length
    return (EXAMPLE_PART * likeness + (1 - EXAMPLE_PART) * share) * UNHEEDED_PART ** unheeded
  }

  return {
    /**
     * All rows that can be asked with these slots, the best first.
     *
     * @param spoken what was spoken of before; it adds to what the question says, and is no question by itself
     */
    rank({ concepts, slots }: Pick<ReadQuestion, 'concepts' | 'slots'>, spoken: readonly string[] = []): Match[] {
      const isMeant = (row: LearntRow) => [...concepts].some((one) => !one.startsWith('?') && row.known.has(one))
      const asked = new Set([...concepts, ...spoken])
      return rows
        .filter((row) => isAskable(row.question, slots) && (spoken.length === 0 || isMeant(row)))
        .map((row) => ({ question: row.question, slots, score: score(asked, row) }))
        .sort((a, b) => b.score - a.score)
    },
  }
}

export type Matcher = ReturnType<typeof createMatcher>

/** True if all that a row needs is there. */
export const isAskable = ({ needs = [] }: Question, slots: Slots): boolean => needs.every((need) => HAS[need](slots))

const HAS: Readonly<Record<Need, (slots: Slots) => boolean>> = {
  ticker: ({ tickers }) => tickers.length > 0,
  'two-tickers': ({ tickers }) => tickers.length > 1,
  crisis: ({ crisis }) => crisis !== undefined,
  year: ({ year }) => year !== undefined,
  sector: ({ sector }) => sector !== undefined,
}
