// Tests: ask.test.ts

import type { RequestSubject } from '@ballast/contract/hedge-request'
import { isAskable, LEAST_SCORE, type Match, type Matcher } from './match-question.ts'
import type { Question, Slots } from './question.ts'
import { readQuestion } from './read-question.ts'

/** What a question that follows goes on from. Plain data, kept with the turn. */
export interface Topic {
  id: string
  slots: Slots
}

/** What a question was taken to mean. */
export interface Choice {
  /** The row that answers it; null where none fits. */
  chosen: Match | null
  /** Every row that could be asked, the nearest first. */
  nearest: readonly Match[]
}

interface Asked {
  text: string
  subject: RequestSubject
  /** What the screen shows. */
  ticker: string | undefined
  previous: Topic | null
}

/** Of words such as "it" and "its", which mean what was spoken of before. */
const POINTING = /\b(?:its?|that|this one|the same)\b/i

/**
 * Finds the row that a question asks for. What it leaves out stands from the question before, or from the screen; a
 * question of nothing but a name or a year ("and 2020?") asks the question before again, about that.
 */
export function chooseQuestion(table: readonly Question[], matcher: Matcher, asked: Asked): Choice {
  const { text, subject, ticker, previous } = asked
  const read = readQuestion(text, subject)
  const isBare = [...read.concepts].every((concept) => concept.startsWith('#'))
  const own = read.slots
  const before = previous && table.find(({ id }) => id === previous.id)
  const again =
    before && previous
      ? {
          ...previous.slots,
          ...withoutParts(own),
          tickers: own.tickers.length > 0 ? own.tickers : previous.slots.tickers,
        }
      : null
  const shown = ticker === undefined ? [] : [ticker]
  const told = previous?.slots.tickers ?? []
  const inherited = read.goesOn || POINTING.test(text) ? [...told, ...shown] : [...shown, ...told]
  const slots = { ...own, tickers: own.tickers.length > 0 ? own.tickers : inherited.slice(0, 1) }
  const ranked = matcher.rank({ concepts: read.concepts, slots })
  // A crisis of the question before is what "did it recover?" is about.
  const carried =
    own.crisis === undefined && previous?.slots.crisis ? { ...slots, crisis: previous.slots.crisis } : slots
  const more = carried === slots ? ranked : matcher.rank({ concepts: read.concepts, slots: carried })
  const [best] = more
  if (before && again && isBare && read.concepts.size > 0 && isAskable(before, again))
    return { chosen: { question: before, slots: again, score: 1 }, nearest: more }
  if (best && best.score >= LEAST_SCORE) return { chosen: best, nearest: more }
  const changes = Object.keys(own).length > 1 || own.tickers.length > 0
  if (before && again && read.goesOn && changes && isAskable(before, again))
    return { chosen: { question: before, slots: again, score: 1 }, nearest: more }
  return { chosen: null, nearest: more }
}

/** Slots without empty names: what is named anew replaces what was named before, a percentage a part and the other way round. */
function withoutParts({ tickers: _tickers, ...slots }: Slots) {
  const hasSize = slots.percent !== undefined || slots.part !== undefined
  return hasSize ? { percent: undefined, part: undefined, ...slots } : slots
}
