import type { MarketDataSource } from '@ballast/contract'
import { formatIsoDate, isTradingDay, parseIsoDate } from '@ballast/quant'
import { toCloseInstant } from '../../../market-data/calendar.ts'
import type { DailyHistory, MarketData } from '../../../market-data/market-data.ts'
import { createFixedMarket } from '../../../market-data/testing/fixed-market.ts'

export interface DatedSeries {
  /** Close of a day number; null on days without a trade. */
  close(day: number): number | null
  /** Adjusted close over close, 1 unless told otherwise. */
  adjustment?(day: number): number
  splits?: DailyHistory['splits']
  /** Last day with a close. */
  until?: string
}

export interface DatedMarketInput {
  series: Record<string, DatedSeries>
  from: string
  /** Last finished session. */
  to: () => string
  source?: MarketDataSource
  /** Tickers that the provider does not answer for. */
  down?: () => readonly string[]
}

/** A market whose closes are functions of the day, on every session of the exchange. */
export function createDatedMarket({ series, from, to, source = 'sample', down }: DatedMarketInput): MarketData {
  const status = () =>
    ({ source, simulated: source === 'sample', requested: source, state: 'ready', notice: null }) as const
  return {
    ...createFixedMarket({}),
    status,
    optionSource: () => source,
    async getDailyHistory(request) {
      const isDown = new Set(down?.() ?? [])
      const known = request.tickers.filter((ticker) => series[ticker] !== undefined && !isDown.has(ticker))
      const first = request.from > from ? request.from : from
      const read = (ticker: string) => {
        const {
          close,
          adjustment = () => 1,
          splits = [],
          until = '9999-12-31',
        } = series[ticker] ?? { close: () => null }
        const last = until < to() ? until : to()
        const bars: { date: string; close: number; adjusted: number }[] = []
        for (let day = parseIsoDate(first); day <= parseIsoDate(last); day++) {
          const price = isTradingDay(day) ? close(day) : null
          if (price !== null) bars.push({ date: formatIsoDate(day), close: price, adjusted: price * adjustment(day) })
        }
        const history: DailyHistory = {
          ticker,
          currency: 'USD',
          source,
          splits,
          stale: false,
          dates: bars.map(({ date }) => date),
          closes: Float64Array.from(bars, (bar) => bar.close),
          adjustedCloses: Float64Array.from(bars, ({ adjusted }) => adjusted),
          fetchedAt: toCloseInstant(parseIsoDate(last)),
        }
        return [ticker, history] as const
      }
      const missing = request.tickers
        .filter((ticker) => !known.includes(ticker))
        .map(
          (ticker) => [ticker, isDown.has(ticker) ? ('provider-down' as const) : ('unknown-ticker' as const)] as const,
        )
      return { found: new Map(known.map(read)), missing: new Map(missing) }
    },
  }
}
