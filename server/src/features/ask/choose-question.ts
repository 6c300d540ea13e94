// Tests: ask.test.ts

import { isAskable, isClear, type Match, type Matcher } from './match-question.ts'
import type { Question, QuestionSubject, Slots } from './question.ts'
import { readQuestion } from './read-question.ts'

/** Topic that the next question continues. Plain data, kept with the turn. */
export interface Topic {
  id: string
  slots: Slots
}

/** Meaning that was found for a question. */
export interface Choice {
  /** The row that answers it; null where none fits, or it may be one of several. */
  chosen: Match | null
  /** Every row that could be asked, the nearest first. */
  nearest: readonly Match[]
}

interface Asked {
  text: string
  subject: QuestionSubject
  /** Ticker that the screen shows. */
  ticker: string | undefined
  previous: Topic | null
}

/** Words such as "it" and "its", which mean what was spoken of before. */
const POINTING = /\b(?:its?|that|this one|the same|they|them)\b/i
/** Words that mean the whole portfolio, so that nothing is taken from before. */
const WHOLE = /\b(?:portfolio|account|everything|overall|in all)\b/i
/** End of a sentence; one of several may ask, while the others tell of the owner. */
const SENTENCE_END = /(?<=[.?!])\s/
/** Subjects that a follow-up question need not name again. */
const SUBJECTS = new Set(['hedge', 'analysis', 'dividend', 'option', 'bond'])
/** Whoever goes on, or points at what was said, means what was spoken of before, where it fits as well. */
const CONTEXT_BONUS = 0.02

/**
 * Finds the row that a question asks for. What it leaves out stands from the question before, or from the screen; a
 * question of nothing but a name or a year ("and 2020?") asks the question before again, about that.
 */
export function chooseQuestion(table: readonly Question[], matcher: Matcher, asked: Asked): Choice {
  const { text, subject, ticker, previous } = asked
  const read = readQuestion(text, subject)
  const own = read.slots
  const before = previous && table.find(({ id }) => id === previous.id)
  const again = before &&
    previous && {
      question: before,
      slots: {
        ...previous.slots,
        ...withoutParts(own),
        tickers: own.tickers.length > 0 ? own.tickers : previous.slots.tickers,
      },
      likeness: 1,
      score: 1,
    }
  const isBare = read.concepts.size > 0 && [...read.concepts].every((concept) => concept.startsWith('#'))
  const points = read.goesOn || POINTING.test(text)
  const shown = ticker === undefined ? [] : [ticker]
  const earlier = previous?.slots.tickers ?? []
  const inherited = points ? [...earlier, ...shown] : [...shown, ...earlier]
  const slots = {
    ...own,
    tickers: own.tickers.length > 0 ? own.tickers : inherited.slice(0, 1),
    // A crisis of the question before is what "did it recover?" is about.
    ...(own.crisis === undefined && previous?.slots.crisis && { crisis: previous.slots.crisis }),
  }
  const questions = text.split(SENTENCE_END).filter((one) => one.endsWith('?'))
  const [ranked = []] = [read, ...questions.map((one) => readQuestion(one, subject))]
    .map((one) => matcher.rank({ ...one, slots }))
    .sort(([a], [b]) => (b?.score ?? 0) - (a?.score ?? 0))
  const spoken = before && !WHOLE.test(text) ? listSpoken(before, slots, read, subject) : []
  const inContext = spoken.length > 0 ? matcher.rank({ ...read, slots }, spoken) : []
  const bonus = points ? CONTEXT_BONUS : 0
  const isInContext = (inContext[0]?.score ?? 0) + bonus > (ranked[0]?.score ?? 0)
  const nearest = isInContext ? inContext : ranked
  const [best] = nearest
  const canBeAgain = again && isAskable(again.question, again.slots)
  if (canBeAgain && isBare) return { chosen: again, nearest }
  if (best && isClear(nearest)) return { chosen: best, nearest }
  const changes = Object.keys(own).length > 1 || own.tickers.length > 0
  return { chosen: canBeAgain && read.goesOn && changes ? again : null, nearest }
}

/** The concepts of the question before that one may go on from without naming them. */
function listSpoken(
  before: Question,
  slots: Slots,
  { concepts }: Pick<ReturnType<typeof readQuestion>, 'concepts'>,
  subject: QuestionSubject,
): string[] {
  const title = readQuestion(before.title(slots), subject).concepts
  const isNamed = (mark: string) => mark === '#ticker' || mark === '#crisis' || SUBJECTS.has(mark)
  return [...title].filter((concept) => isNamed(concept) && !concepts.has(concept))
}

/** Slots without empty names: a size that is named anew replaces the one that was named before, in whatever unit. */
function withoutParts({ tickers: _tickers, ...slots }: Slots) {
  const hasSize = [slots.percent, slots.part, slots.shares].some((size) => size !== undefined)
  return hasSize ? { percent: undefined, part: undefined, shares: undefined, ...slots } : slots
}
