// Tests: read-request.test.ts

import { parse } from 'chrono-node/en'

const LEAD = /^(?:until|till?|through|thru|to|into|expir(?:ing|es|y)|(by|before)) (?:(?:the|in|on|next) )*(end of )?/i
/** chrono passes over the short name of a month that has neither a point nor a number. */
const BARE_MONTH = /^(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\b(?![.\s]*\d)/i
const DAY = 86_400_000

/**
 * The last day that a text names at a place ("until March", "by March"), in English and with the month first; two days for
 * 3/4/2027. Undefined where none is named, or none within a year.
 *
 * @param today ISO date
 */
export function readDay(text: string, at: number, today: string) {
  const [lead, isFirst, isEnd] = LEAD.exec(text.slice(at)) ?? []
  if (lead === undefined) return undefined
  const rest = text.slice(at + lead.length, at + lead.length + 40)
  const [found] = parse(rest.replace(BARE_MONTH, '$1.'), new Date(`${today}T12:00`), { forwardDate: true })
  const day = found?.index === 0 ? found.start : undefined
  const isMonth = day?.isCertain('month') && !day.isCertain('day')
  if (!day || !(isMonth || day.isCertain('day') || day.isCertain('weekday'))) return undefined
  const [month, date, year] = [day.get('month') ?? 1, isMonth ? 1 : (day.get('day') ?? 1), day.get('year') ?? 0]
  const isLast = isMonth && (!isFirst || isEnd)
  const [, first, second] = /^(\d\d?)[/.](\d\d?)(?=[/.]|$)/.exec(found?.text ?? '') ?? []
  const isUnclear = first !== second && Number(first) <= 12 && Number(second) <= 12
  const written = found?.text.replace(BARE_MONTH.test(rest) ? /\.$/ : '', '') ?? ''
  // A month that is not over is this year's, as long as its last day is meant.
  const values = (day.isCertain('year') ? [year] : [year - 1, year])
    .map((one) => [
      Date.UTC(one, isLast ? month : month - 1, isLast ? 0 : date),
      ...(isUnclear ? [Date.UTC(one, date - 1, month)] : []),
    ])
    .find((all) => all.every((one) => one > Date.parse(today) && one <= Date.parse(today) + 366 * DAY))
    ?.map((one) => new Date(one).toISOString().slice(0, 10))
  return values && { end: at + lead.length + written.length, kinds: ['{day}'], values }
}
