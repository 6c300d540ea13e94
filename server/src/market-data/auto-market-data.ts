import { setTimeout as sleep } from 'node:timers/promises'
import type { WarningLog } from './cache/provider-guard.ts'
import type { MarketData, MarketDataStatus } from './market-data.ts'
import type { MarketDataProvider } from './provider.ts'

const PROBE_MS = 3_000
const PROBE_TICKER = 'SPY'

export interface AutoMarketDataOptions {
  provider: MarketDataProvider
  live: MarketData
  simulated: MarketData
  log: WarningLog
  /** How long the provider has for its first answer. */
  probeMs?: number
}

/**
 * The live provider if it answers in time, otherwise the simulated market. The choice is made once, beside start-up, and
 * changed only when an administrator asks for another try: figures never change their source while somebody looks on.
 */
export function createAutoMarketData({
  provider,
  live,
  simulated,
  log,
  probeMs = PROBE_MS,
}: AutoMarketDataOptions): MarketData {
  let chosen: MarketData | undefined
  let probing = choose()

  async function isAnswering(): Promise<boolean> {
    const timeout = new AbortController()
    const answer = provider.fetchQuotes([PROBE_TICKER]).then(
      ({ found }) => found.has(PROBE_TICKER),
      (error: unknown) => {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          `${provider.displayName} did not answer`,
        )
        return false
      },
    )
    const silence = sleep(probeMs, false, { signal: timeout.signal }).catch(() => false)
    const isLive = await Promise.race([answer, silence])
    timeout.abort()
    return isLive
  }

  async function choose(): Promise<void> {
    const isLive = await isAnswering()
    chosen = isLive ? live : simulated
  }

  async function getChosen(): Promise<MarketData> {
    await probing
    return chosen ?? simulated
  }

  function status(): MarketDataStatus {
    if (!chosen) return { source: provider.source, simulated: false, requested: 'auto', state: 'probing', notice: null }
    if (chosen === live) return { ...live.status(), requested: 'auto' }
    const notice = `${provider.displayName} did not answer, so all prices here are simulated.`
    return { ...simulated.status(), requested: 'auto', notice }
  }

  return {
    status,
    ready: async () => {
      await probing
    },
    async retry() {
      await probing
      if (chosen !== live) {
        probing = choose()
        await probing
      }
      return status()
    },
    getQuotes: async (request) => (await getChosen()).getQuotes(request),
    getDailyHistory: async (request) => (await getChosen()).getDailyHistory(request),
    getInstruments: async (tickers) => (await getChosen()).getInstruments(tickers),
    getOptionChain: async (request) => (await getChosen()).getOptionChain(request),
    getOptionMarks: async (request) => (await getChosen()).getOptionMarks(request),
    optionSource: () => (chosen ?? live).optionSource(),
    searchInstruments: async (text) => (await getChosen()).searchInstruments(text),
    getExchangeRates: async (request) => (await getChosen()).getExchangeRates(request),
    async close() {
      await Promise.all([live.close(), simulated.close()])
    },
  }
}
