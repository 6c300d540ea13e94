// Tests: read-request.test.ts

import { parse } from 'chrono-node/en'

const YEAR_END = /(?:the )?(?:end of (?:the )?year|year[- ]?end|eoy)\b/iy
const LEAD = /(?:(?:the|end of|in|on|next)\s)*/iy
/** chrono passes over the short name of a month that has neither a point nor a number. */
const BARE_MONTH = /^(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\b(?![.\s]*\d)/i

/**
 * The next day that a text names at a place, in English and with the month first.
 *
 * @param isFirst whether a month by itself means its first day ("by March") and not its last ("until March")
 * @param today ISO date
 * @returns where it ends and the ISO dates that it may mean, two for 3/4/2027; undefined where none is named or it is over
 */
export function readDay(text: string, at: number, isFirst: boolean, today: string) {
  YEAR_END.lastIndex = LEAD.lastIndex = at
  const yearEnd = YEAR_END.exec(text)?.[0]
  if (yearEnd) return { end: at + yearEnd.length, values: [{ value: `${today.slice(0, 4)}-12-31` }] }
  const lead = LEAD.exec(text)?.[0] ?? ''
  const rest = text.slice(at + lead.length, at + lead.length + 40)
  const [found] = parse(rest.replace(BARE_MONTH, '$1.'), new Date(`${today}T12:00`), { forwardDate: true })
  const day = found?.index === 0 ? found.start : undefined
  const isMonth = day?.isCertain('month') && !day.isCertain('day')
  if (!day || !(isMonth || day.isCertain('day') || day.isCertain('weekday'))) return undefined
  const month = day.get('month') ?? 1
  const isLast = isMonth && (!isFirst || lead.includes('end'))
  // A month that is not over is this year's, as long as its last day is meant.
  const isNow = isLast && !day.isCertain('year') && month === Number(today.slice(5, 7))
  const year = isNow ? Number(today.slice(0, 4)) : (day.get('year') ?? 0)
  const date = isLast ? new Date(Date.UTC(year, month, 0)).getUTCDate() : isMonth ? 1 : (day.get('day') ?? 1)
  const [, first, second] = /^(\d\d?)[/.](\d\d?)(?=[/.]|$)/.exec(found?.text ?? '') ?? []
  const isUnclear = first !== second && Number(first) <= 12 && Number(second) <= 12
  const values = [toIso(year, month, date), ...(isUnclear ? [toIso(year, date, month)] : [])]
  const written = found?.text.replace(BARE_MONTH.test(rest) ? /\.$/ : '', '') ?? ''
  if (!values.every((one) => one > today)) return undefined
  return { end: at + lead.length + written.length, values: values.map((value) => ({ value })) }
}

const toIso = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
