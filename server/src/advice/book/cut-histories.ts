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
  let last: { whole: Int32Array; kept: Int32Array } | undefined
  return ({ days, closes }) => {
    // Histories of the same days share them, so that they are kept once.
    if (last?.whole !== days) last = { whole: days, kept: days.filter(isKept) }
    const kept = closes.filter((_, t) => isKept(days[t] ?? Number.NaN))
    return { days: last.kept, closes: kept.map(Math.fround) }
  }
}

function toSpan(calendar: Int32Array, { first, last }: { first: number; last: number }) {
  return { from: (calendar[first] ?? 0) - MARGIN, to: calendar[last] ?? 0 }
}
