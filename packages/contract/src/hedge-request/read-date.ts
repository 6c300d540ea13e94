// Tests: read-wish.test.ts

import { parse } from 'chrono-node/en'

const YEAR_END = /^\s*(?:the\s)?(?:end of (?:the )?year|year[- ]?end|eoy)\b/i
/** What may stand between "until" and the day. */
const LEAD = /^\s*(?:(?:the|in|on|next|around|about|late)\s)*/i
/** What makes the number behind a month an amount: "until March 10% may be lost". */
const AMOUNT = /^\s*(?:%|k\b|percent|dollars)/i
const DAY_OR_MONTH = /^(\d{1,2})[/.](\d{1,2})(?=[/.]|$)/

/** Where a day begins and ends in a text, and the ISO dates that it may mean: two for 3/4/2027. */
export interface ReadDate {
  end: number
  dates: string[]
}

/**
 * The day that a text names at a place, the next one where no year stands with it; undefined when none is named there, or
 * one that is over.
 *
 * @param isFirst whether a month by itself means its first day ("by March") and not its last ("until March")
 * @param today ISO date
 */
export function readDate(text: string, at: number, { isFirst, today }: { isFirst: boolean; today: string }) {
  const rest = text.slice(at)
  const yearEnd = YEAR_END.exec(rest)
  if (yearEnd) return { end: at + yearEnd[0].length, dates: [`${today.slice(0, 4)}-12-31`] }
  const start = at + (LEAD.exec(rest)?.[0].length ?? 0)
  const written = findDay(text.slice(start, start + 40), today)
  if (written === undefined) return undefined
  const end = start + written.text.length
  const found = AMOUNT.test(text.slice(end)) ? findDay(written.text.replace(/\d{1,2}$/, '').trimEnd(), today) : written
  if (found === undefined) return undefined
  const { start: day, text: words } = found
  const month = day.get('month') ?? 1
  const ofMonth = !day.isCertain('day') && !day.isCertain('weekday')
  // A month that is not over is this year's, as long as its last day is meant.
  const isOfThisYear = ofMonth && !isFirst && !day.isCertain('year') && month >= Number(today.slice(5, 7))
  const year = isOfThisYear ? Number(today.slice(0, 4)) : (day.get('year') ?? 0)
  const number = !ofMonth ? (day.get('day') ?? 1) : isFirst ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  const [, first, second] = DAY_OR_MONTH.exec(words) ?? []
  const isUnclear = first !== second && Number(first) <= 12 && Number(second) <= 12
  const dates = [toIso(year, month, number), ...(isUnclear ? [toIso(year, number, month)] : [])]
  return dates.every((date) => date > today) ? { end: start + words.length, dates } : undefined
}

function findDay(text: string, today: string) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  // A short name of a month by itself is passed over without a point.
  const [found] = parse(
    text.replace(/^(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\b(?![.\s]*\d)/i, '$1.'),
    new Date(year, month - 1, day, 12),
    { forwardDate: true },
  )
  return found?.index === 0 && (found.start.isCertain('month') || found.start.isCertain('weekday'))
    ? { start: found.start, text: found.text.replace(/\.$/, '') }
    : undefined
}

const toIso = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
