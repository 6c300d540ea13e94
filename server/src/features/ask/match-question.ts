import type { RequestSubject } from '@ballast/contract/hedge-request'
import type { Need, Question, Slots } from './question.ts'
import { type ReadQuestion, readQuestion } from './read-question.ts'
import { listSenses } from './words.ts'

/** A row that fits a question, and how well, from 0 to 1. */
export interface Match {
  question: Question
  slots: Slots
  score: number
}

/** From here on a row is taken to be what was asked. */
export const LEAST_SCORE = 0.5
/** Weight of a word that no row knows, as of one that is in a single row. */
const UNKNOWN_WEIGHT = 4
/** Weight of a word that means nothing by itself, and is in an example. */
const PLAIN_WEIGHT = 1.5
/** Factor on a score for each name, crisis, year or sector in the question that the row could not heed. */
const UNHEEDED_PART = 0.5
const NAMED = ['#ticker', '#second', '#crisis', '#year', '#sector']
/** Portfolio that the examples are about. */
const SAMPLE: RequestSubject = { held: new Set(['AAPL', 'MSFT', 'NVDA', 'KO', 'SPY']), today: '2026-11-20' }

/**
 * Finds rows by what they have in common with a question: each row is known by its examples, and as near as the nearest of
 * them, by the cosine of the angle between their words. A word weighs the more the fewer rows it is in, words that mean
 * the same count as one, and a word of several senses counts as the one that fits.
 */
export function createMatcher(table: readonly Question[]) {
  const rows = table.map((question) => {
    const examples = question.examples.map(
      (example) => new Set([...readQuestion(example, SAMPLE).concepts].flatMap((one) => listSenses(one).slice(0, 1))),
    )
    return { question, examples, known: new Set(examples.flatMap((one) => [...one])) }
  })
  const counts = new Map<string, number>()
  for (const { known } of rows) for (const sense of known) counts.set(sense, (counts.get(sense) ?? 0) + 1)
  const weigh = (sense: string) => {
    const count = counts.get(sense)
    if (count === undefined) return UNKNOWN_WEIGHT
    return sense.startsWith('?') ? PLAIN_WEIGHT : Math.log(1 + rows.length / count)
  }
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight ** 2, 0)

  function score(asked: ReadonlySet<string>, { examples, known }: (typeof rows)[number]): number {
    const likeness = examples.map((example) => {
      const words = [...asked].map((concept) => {
        const senses = listSenses(concept)
        const shared = senses.filter((sense) => example.has(sense))
        return { isShared: shared.length > 0, weight: Math.min(...(shared.length > 0 ? shared : senses).map(weigh)) }
      })
      const weights = (from: typeof words) => sum(from.map(({ weight }) => weight))
      return (
        weights(words.filter(({ isShared }) => isShared)) / Math.sqrt(weights(words) * sum([...example].map(weigh)))
      )
    })
    const unheeded = NAMED.filter((mark) => asked.has(mark) && !known.has(mark)).length
    return asked.size === 0 ? 0 : Math.max(...likeness) * UNHEEDED_PART ** unheeded
  }

  return {
    /**
     * All rows that can be asked with these slots, the best first.
     *
     * @param spoken what was spoken of before; it adds to what the question says, and is no question by itself
     */
    rank({ concepts, slots }: Pick<ReadQuestion, 'concepts' | 'slots'>, spoken: readonly string[] = []): Match[] {
      const senses = [...concepts].flatMap(listSenses).filter((one) => !one.startsWith('?'))
      const asked = new Set([...concepts, ...spoken])
      return rows
        .filter(({ question, known }) => {
          return isAskable(question, slots) && (spoken.length === 0 || senses.some((one) => known.has(one)))
        })
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
