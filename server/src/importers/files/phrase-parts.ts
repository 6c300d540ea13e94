// Tests: phrases.test.ts, pasted-text.test.ts

/** Typed lines into the parts that are holdings by themselves, and what else stands in them. */

import { withoutBullet } from './phrase-words.ts'
import { isTotal } from './security-kinds.ts'

/** What a part of a line is when it is read alone. */
export type PartKind = 'holding' | 'option' | 'figures' | 'words'

/** Between two sentences, but not behind what is only cut short: "avg. 150", "Inc. 100 shares". */
const SENTENCE_ENDS =
  /…|(?<!\b(?:avg|inc|corp|co|ltd|approx|ca|no|st|vs|sh|shs|stk|qty|cl)\.)(?<=[^\s.][^\s.][.!?]) (?=[\p{Lu}\d$€£])/iu
/** `1) … 2) …` within a line. */
const LISTED = /(?:^|\s)\(?([1-9]\d?)[.)]\s/g
const HOLDINGS_END = / (?:and|&|und|et|en|y) |; ?| ?\| | \/ (?=.{0,20}\d)|, (?:and )?(?=\D|[\d.,]*\d )/i

/** What all is worth, or what has become of it, is no cost of the holding before. */
const WORTH = /\b(?:worth|values?|valued|totals?|now|today|current(?:ly)?|profits?|gains?|losses|up|down)\b/i

export interface LineParts {
  holdings: readonly string[]
  /** Parts with figures that are none of a holding, where others are one. */
  left: readonly string[]
}

/** The holdings of a line; the line as a whole where no part of it is one by itself. */
export function toParts(text: string, tell: (part: string) => PartKind): LineParts {
  const holdings: string[] = []
  const left: string[] = []
  for (const sentence of toSentences(text)) {
    const parts = splitHoldings(sentence, tell)
    const kind = tell(parts[0] ?? '')
    const last = holdings.at(-1)
    if (kind === 'holding' || kind === 'option') holdings.push(...parts)
    else if (
      kind === 'figures' &&
      last !== undefined &&
      !WORTH.test(sentence) &&
      tell(`${last} ${sentence}`) === 'holding'
    ) {
      // "I own 100 AAPL. I paid $150 a share." speaks of one holding.
      holdings[holdings.length - 1] = `${last} ${sentence}`
    } else if (kind === 'figures' && !isTotal(sentence)) left.push(sentence)
  }
  return holdings.length === 0 ? { holdings: [text], left: [] } : { holdings, left }
}

function toSentences(text: string): string[] {
  const places = [...text.matchAll(LISTED)].filter(([, count], index) => Number(count) === index + 1)
  const listed =
    places.length < 2
      ? [text]
      : [text.slice(0, places[0]?.index), ...places.map(({ index }, at) => text.slice(index, places[at + 1]?.index))]
  return listed
    .flatMap((part) => withoutBullet(part.trim().replace(/^\(/, '')).split(SENTENCE_ENDS))
    .map((part) => part.trim().replace(/[.!?]{1,3}$/, ''))
    .filter((part) => part !== '')
}

/**
 * "100 AAPL and 5 MSFT" are two holdings, when each part is one by itself; else the sentence is read as a whole. A part behind
 * two of them that is none belongs to the one before it, but for a sum of all.
 */
function splitHoldings(sentence: string, tell: (part: string) => PartKind): string[] {
  const parts: string[] = []
  for (const part of sentence.split(HOLDINGS_END).map((text) => text.trim())) {
    const last = parts.at(-1)
    const kind = tell(part)
    if (kind === 'holding') parts.push(part)
    // "Hi John, here is what I hold: …"
    else if (kind === 'words' && parts.length === 0) continue
    else if (parts.length < 2 || last === undefined) return [sentence]
    else if (!isTotal(part)) parts[parts.length - 1] = `${last}, ${part}`
  }
  return parts.length > 1 ? parts : [sentence]
}
