import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { formatDate, formatPercent } from '../../lib/format.ts'

type LossMap = NonNullable<HedgeStrategy['losses']>

/** One cell of the map. */
export interface LossCell {
  fallPercent: number
  /** "14.9%", "+2.1%" for a gain. */
  text: string
  lossPercent: number
  /** More than the limit, in a fall that the limit is meant for. */
  isBeyond: boolean
}

export interface LossRow {
  date: string
  /** "Nov 30, 2026". */
  day: string
  /** "5 trading days", "after expiry". */
  note: string
  cells: LossCell[]
}

/** "20%", "12.5%". */
export const formatWhole = (percent: number) => formatPercent(percent, Number.isInteger(percent) ? 0 : 1)

/** The map as rows of days, with the hedge or without it. */
export function toLossRows(
  losses: LossMap,
  { request, term }: Pick<HedgeAnalysis, 'request' | 'term'>,
  side: 'with' | 'without',
): LossRow[] {
  const rows = side === 'with' ? losses.hedgedPercent : losses.unhedgedPercent
  return losses.days.map(({ date, tradingDays }, place) => ({
    date,
    day: formatDate(date),
    note: term !== null && date > term.lastDay ? 'after expiry' : `${tradingDays} trading days`,
    cells: losses.fallsPercent.flatMap((fallPercent, column) => {
      const lossPercent = rows[place]?.[column]
      if (lossPercent === undefined) return []
      return {
        fallPercent,
        lossPercent,
        text: lossPercent < -0.05 ? `+${formatPercent(-lossPercent, 1)}` : formatPercent(Math.max(0, lossPercent), 1),
        // The limit of a crisis is meant for its path, and for no single fall.
        isBeyond:
          request.crisisId === null &&
          fallPercent <= request.shockPercent + 1e-9 &&
          lossPercent > request.limitPercent + 0.005,
      }
    }),
  }))
}

/** Most that a fall costs on any day of the term, without the hedge and with it; a gain is negative. */
export interface WorstLoss {
  fallPercent: number
  unhedgedPercent: number
  hedgedPercent: number
}

/** Finds the worst of the term at each fall, as headlines and limits count it, and the last day that is looked at. */
export function findWorstLosses(
  losses: LossMap,
  term: HedgeAnalysis['term'],
): { lastDay: string; losses: readonly WorstLoss[] } {
  const within = losses.days.flatMap(({ date }, place) => (term !== null && date > term.lastDay ? [] : [place]))
  const worst = (rows: LossMap['hedgedPercent'], column: number) =>
    Math.max(...within.flatMap((place) => rows[place]?.[column] ?? []))
  return {
    lastDay: losses.days[within.at(-1) ?? 0]?.date ?? '',
    losses: losses.fallsPercent.map((fallPercent, column) => ({
      fallPercent,
      unhedgedPercent: worst(losses.unhedgedPercent, column),
      hedgedPercent: worst(losses.hedgedPercent, column),
    })),
  }
}

/** "If the market falls 20%, the hedged portfolio loses at most 14.9% until Feb 19, 2027, and loses at most 26.9% from Feb 22, 2027 on." */
export function describeLosses(losses: LossMap, analysis: Pick<HedgeAnalysis, 'request' | 'term'>): string {
  const { shockPercent } = analysis.request
  const rows = toLossRows(losses, analysis, 'with')
  const lossOn = ({ cells }: LossRow) => cells.find(({ fallPercent }) => fallPercent === shockPercent)?.lossPercent
  const inTerm = rows.filter(({ note }) => note !== 'after expiry')
  const after = rows.find(({ note }) => note === 'after expiry')
  const last = inTerm.at(-1)
  if (last === undefined) return ''
  const worst = Math.max(...inTerm.flatMap((row) => lossOn(row) ?? []))
  const begin = `If the market falls ${formatWhole(shockPercent)}, the hedged portfolio ${sayWorst(worst)} until ${last.day}`
  const later = after && lossOn(after)
  return later === undefined ? `${begin}.` : `${begin}, and ${sayWorst(later)} from ${after?.day} on.`
}

const sayWorst = (lossPercent: number) =>
  lossPercent < -0.05
    ? `gains at least ${formatPercent(-lossPercent, 1)}`
    : `loses at most ${formatPercent(Math.max(0, lossPercent), 1)}`

/** One sense in which a limit may be kept, and its price. */
export interface PriceRow {
  label: string
  cost: number | null
  percent: number | null
  instrument: string
  isRecommended: boolean
}

/** The three prices of the limit with puts on the index; none where they were not looked for. Another ticket may be recommended. */
export function toPriceRows({
  prices,
  hedgeStrategies,
}: Pick<HedgeAnalysis, 'prices' | 'hedgeStrategies'>): PriceRow[] {
  if (prices === null) return []
  const recommended = hedgeStrategies.find(({ role, holdsLimit }) => role === 'recommended' && holdsLimit)?.instrument
  const toRow = (label: string, key: keyof typeof prices): PriceRow => {
    const price = prices[key]
    return {
      label,
      cost: price?.cost ?? null,
      percent: price?.percent ?? null,
      instrument: price === null ? 'No ticket keeps it' : (price.instrument ?? 'Nothing to buy'),
      isRecommended: key === 'everyDay' && price?.instrument != null && price.instrument === recommended,
    }
  }
  return [
    toRow('Kept on the last day only', 'lastDay'),
    toRow('Kept on every day', 'everyDay'),
    toRow('Kept if your positions fall harder', 'stressed'),
  ]
}
