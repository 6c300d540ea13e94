import { setTimeout as sleep } from 'node:timers/promises'
import { toOptionTerms } from '@ballast/contract'
import { isTradingDay } from '@ballast/quant'
import type { Clock } from '../clock.ts'
import type { VolatilityObservation, VolatilityRepository } from '../market-data/cache/volatility.repository.ts'
import { toLastFinishedTradingDay, toNewYorkTime } from '../market-data/calendar.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { DISCOVERY_UNIVERSE } from '../market-data/options/watched-tickers.ts'
import type { Job } from './job-runner.ts'

interface VolatilityWatchDependencies {
  marketData: Pick<MarketData, 'getOptionChain' | 'optionSource' | 'ready'>
  volatilities: VolatilityRepository
  /** Tickers that anybody holds, options by their symbol, the most widely held first. */
  listHeldTickers(limit: number): Promise<readonly string[]>
  /** Reads the volatility out of an encoded chain; a large one takes too long for the main thread. */
  observeVolatility(encoded: string): Promise<VolatilityObservation | undefined>
  clock: Clock
  universe?: readonly string[]
  /** Between two tickers, for others to be served. */
  pauseMilliseconds?: number
}

const EVERY_MILLISECONDS = 10 * 60_000
/** Half an hour before the close quotes are as good as they get; providers forget them at night. */
const OBSERVED_FROM_MINUTE = 15 * 60 + 30
const WATCHED_HELD = 300
/** Few enough to be done within the job's lease, whatever the provider takes. */
const TICKERS_PER_RUN = 40
const RUN_MILLISECONDS = 240_000
const PAUSE_MILLISECONDS = 50
/** A chain that a screen asked for a while ago will do. */
const MAX_AGE_SECONDS = 1800

/**
 * Stores one observation of volatility and skew per watched ticker and trading day: of everything that is held and of the
 * discovery universe, so that there is a rank after sixty days. What could not be observed in one run is tried in the
 * next ones of that day.
 */
export function createVolatilityWatch(dependencies: VolatilityWatchDependencies): Job {
  const { marketData, volatilities, clock, universe = DISCOVERY_UNIVERSE } = dependencies
  const { pauseMilliseconds = PAUSE_MILLISECONDS } = dependencies

  /** @returns false when the provider does not answer, so that asking for more is pointless */
  async function observe(ticker: string, day: number): Promise<boolean> {
    const answer = await marketData.getOptionChain({ ticker, slice: 'near-term', maxAgeSeconds: MAX_AGE_SECONDS })
    if (answer.kind === 'unauthorized' || answer.kind === 'provider-down') return false
    if (answer.kind === 'empty' || answer.stale) return true
    const observation = await dependencies.observeVolatility(answer.encoded)
    // Quotes of another day are no observation of this one.
    if (observation?.day === day) await volatilities.add(marketData.optionSource(), observation, clock.now())
    return true
  }

  return {
    name: 'volatility-watch',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      await marketData.ready()
      const day = toObservedDay(clock.now())
      const watched = toUnderlyings([...universe, ...(await dependencies.listHeldTickers(WATCHED_HELD))])
      const observed = await volatilities.listObserved(marketData.optionSource(), watched, day)
      const missing = watched.filter((ticker) => !observed.has(ticker))
      const until = performance.now() + RUN_MILLISECONDS
      // Tickers without options would otherwise stand in the way of those behind them for ever.
      const turn = Math.floor(clock.now().getTime() / EVERY_MILLISECONDS) * TICKERS_PER_RUN
      for (let i = 0; i < Math.min(TICKERS_PER_RUN, missing.length); i++) {
        const ticker = missing[(turn + i) % missing.length] ?? ''
        if (signal.aborted || performance.now() > until || !(await observe(ticker, day))) return
        await sleep(pauseMilliseconds)
      }
    },
  }
}

/** Today from half an hour before the close on, else the last finished trading day. */
function toObservedDay(now: Date): number {
  const { day, minute } = toNewYorkTime(now)
  return isTradingDay(day) && minute >= OBSERVED_FROM_MINUTE ? day : toLastFinishedTradingDay(now)
}

const toUnderlyings = (tickers: readonly string[]) => [
  ...new Set(tickers.map((ticker) => toOptionTerms(ticker)?.underlying ?? ticker)),
]
