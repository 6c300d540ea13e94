import { findScenarioWindow, getScenario } from '@ballast/quant'
import type { DailyCloses } from '../../risk/holding.ts'
import { CRISES, HISTORY_DAYS } from './index-sectors.ts'

/** A close stands for days without one; so many calendar days before a window are kept with it. */
const MARGIN = 10

/** Cuts histories to the days of the crises and of the last ten years, and their closes to single precision. */
export function createCutter(calendar: Int32Array): (history: DailyCloses) => DailyCloses {
  const spans = CRISES.flatMap((id): { from: number; to: number }[] => {
    const found = findScenarioWindow(getScenario(id), calendar)
    return found.status === 'ok' ? [toSpan(calendar, found)] : []
  })
  const first = Math.max(0, calendar.length - 1 - HISTORY_DAYS)
  const recent = toSpan(calendar, { first, last: calendar.length - 1 })
  const isKept = (day: number) => day >= recent.from || spans.some(({ from, to }) => day >= from && day <= to)
  // Histories of the same days share them, so that they are looked through and kept once.
  const cuts = new Map<Int32Array, { days: Int32Array; places: Int32Array }>()
  return ({ days, closes }) => {
    const cut = cuts.get(days) ?? cutDays(days, isKept)
    cuts.set(days, cut)
    const kept = new Float64Array(cut.places.length)
    for (let k = 0; k < kept.length; k++) kept[k] = Math.fround(closes[cut.places[k] ?? -1] ?? Number.NaN)
    return { days: cut.days, closes: kept }
  }
}

function cutDays(days: Int32Array, isKept: (day: number) => boolean): { days: Int32Array; places: Int32Array } {
  const places = new Int32Array(days.length)
  let count = 0
  for (let place = 0; place < days.length; place++) if (isKept(days[place] ?? Number.NaN)) places[count++] = place
  const kept = places.slice(0, count)
  return { days: kept.map((place) => days[place] ?? 0), places: kept }
}

function toSpan(calendar: Int32Array, { first, last }: { first: number; last: number }) {
  return { from: (calendar[first] ?? 0) - MARGIN, to: calendar[last] ?? 0 }
}
