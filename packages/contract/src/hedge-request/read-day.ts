// Tests: read-request.test.ts

import { parse } from 'chrono-node/en'
import type { Piece } from './read-pieces.ts'

const LEAD = /(?:until|till?|through|thru|to|into|expir(?:ing|es|y)|(by|before)) (?:(?:the|in|on|next) )*(end of )?/iy
/** chrono passes over the short name of a month that has neither a point nor a number. */
const BARE_MONTH = /^(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\b(?![.\s]*\d)/i
const DAY = 86_400_000

/**
 * The last day that a text names at a place ("until March", "by March"), in English and with the month first; two days for
 * 3/4/2027. Undefined where none is named, or none within a year.
 *
 * @param today ISO date
 */
export function readDay(text: string, at: number, today: string): Piece | undefined {
  LEAD.lastIndex = at
  const [lead, isFirst, isEnd] = LEAD.exec(text) ?? []
  if (lead === undefined) return undefined
  const rest = text.slice(at + lead.length, at + lead.length + 40)
  const [found] = parse(rest.replace(BARE_MONTH, '$1.'), new Date(`${today}T12:00`), { forwardDate: true })
  const day = found?.index === 0 ? found.start : undefined
  const isMonth = day?.isCertain('month') && !day.isCertain('day')
  if (!day || !(isMonth || day.isCertain('day') || day.isCertain('weekday'))) return undefined
  const month = day.get('month') ?? 1
  const isLast = isMonth && (!isFirst || isEnd)
  // A month that is not over is this year's, as long as its last day is meant.
  const isNow = isLast && !day.isCertain('year') && month === Number(today.slice(5, 7))
  const year = isNow ? Number(today.slice(0, 4)) : (day.get('year') ?? 0)
  const date = isMonth ? 1 : (day.get('day') ?? 1)
  const [, first, second] = /^(\d\d?)[/.](\d\d?)(?=[/.]|$)/.exec(found?.text ?? '') ?? []
  const isUnclear = first !== second && Number(first) <= 12 && Number(second) <= 12
  const days = [isLast ? Date.UTC(year, month, 0) : Date.UTC(year, month - 1, date)]
  if (isUnclear) days.push(Date.UTC(year, date - 1, month))
  const written = found?.text.replace(BARE_MONTH.test(rest) ? /\.$/ : '', '') ?? ''
  if (days.some((one) => one <= Date.parse(today) || one > Date.parse(today) + 366 * DAY)) return undefined
  const values = days.map((one) => new Date(one).toISOString().slice(0, 10))
  return { end: at + lead.length + written.length, kinds: ['{day}'], values }
}
