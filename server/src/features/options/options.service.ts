// Tests: near-term.test.ts, hostile-chains.shared.test.ts, recorded-chains.shared.test.ts

import { type InstrumentSuggestions, isTicker, type NearTermOptions, OPTION_RATE, toTicker } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import { type EncodedJson, encodedJson } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import { findIndexTicker } from '../../market-data/options/analyse-chain.ts'
import { type ChainAnswer, decodeChain, type EmptyChainReason } from '../../market-data/options/option-chain.ts'
import type { Parts } from '../../parts.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { encodeChainAnswer } from './encode-chain-answer.ts'
import type { ChainFrame } from './shape-chain.ts'

export type OptionDependencies = Pick<Parts, 'marketData' | 'volatilities' | 'workers' | 'clock'>

/** Who asks: a chain is for everybody, but it is computed in the turn of the first user who wants it. */
interface Asker {
  owner: string
  signal: AbortSignal
}

export const UNAUTHORIZED = 'Options data requires a paid Polygon plan'
const CACHE_BYTES = 32 * 1024 * 1024
/** Chains whose text is longer take so long that others would wait: about 500 contracts. */
const INLINE_CHARACTERS = 60_000
const HISTORY_DAYS = 365

const chainTask = defineWorkerTask(new URL('./encode-chain-answer.ts', import.meta.url).href, encodeChainAnswer)

export function createOptionsService({ marketData, volatilities, workers, clock }: OptionDependencies) {
  const cache = new BoundedCache<EncodedJson>(CACHE_BYTES)

  async function encode(ticker: string, answer: ChainAnswer & { kind: 'chain' }, frame: ChainFrame, asker: Asker) {
    const { volatilities: observed, putCallRatios } = frame.history
    const seen = `${observed.length}/${putCallRatios.length}`
    const etag = [ticker, frame.expiry ?? 'near', answer.fetchedAt, frame.stale, seen, frame.today].join(' ')
    const key = `${marketData.optionSource()} ${etag} ${frame.name}`
    const kept = cache.get(key)
    if (kept) return kept
    const request = { encoded: answer.encoded, frame }
    const isHeavy = answer.encoded.length > INLINE_CHARACTERS
    const bytes = isHeavy ? await workers.run(chainTask, request, asker) : encodeChainAnswer(request)
    const encoded = encodedJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), key)
    cache.set(key, encoded, bytes.byteLength)
    return encoded
  }

  async function loadHistory(ticker: string, today: number): Promise<ChainFrame['history']> {
    const observed = await volatilities.list(marketData.optionSource(), ticker, today - HISTORY_DAYS)
    const [first] = observed
    return {
      volatilities: observed.map(({ volatility30 }) => volatility30),
      from: first ? formatIsoDate(first.day) : null,
      putCallRatios: observed.flatMap(({ putCallRatio }) => putCallRatio ?? []),
    }
  }

  /** A security that has options may have none of the expiry that was asked for. */
  async function explainEmpty(ticker: string, expiry: string | undefined, emptyReason: EmptyChainReason) {
    if (expiry === undefined || emptyReason !== 'no-options') return { emptyReason }
    const near = await marketData.getOptionChain({ ticker, slice: 'near-term' })
    if (near.kind !== 'chain') return { emptyReason }
    const availableExpiries = [...decodeChain(near.encoded).expiries]
    return { emptyReason: 'expiry-not-listed' as const, availableExpiries }
  }

  return {
    /**
     * @param expiry asks for one expiry alone
     * @throws AppError 400 when the text cannot be a ticker, 424 when the provider's answer cannot be used, 503 when it
     *         does not answer and no chain is stored
     */
    async getNearTerm(text: string, expiry: string | undefined, asker: Asker): Promise<NearTermOptions | EncodedJson> {
      const ticker = readTicker(text)
      const answer = await marketData.getOptionChain({ ticker, slice: expiry ? { expiry } : 'near-term' })
      if (answer.kind === 'unauthorized') return { unauthorized: true, message: UNAUTHORIZED }
      if (answer.kind === 'provider-down') throw describeFailure(ticker, answer.isUnreadable)
      const instrument = (await marketData.getInstruments([ticker])).get(ticker)
      const name = instrument?.name ?? null
      const source = marketData.optionSource()
      const simulated = source === 'sample'
      if (answer.kind === 'empty') {
        const { fetchedAt } = answer
        const reason = await explainEmpty(ticker, expiry, answer.reason)
        return { ...EMPTY, ticker, name, fetchedAt, source, simulated, ...reason }
      }
      const today = toNewYorkTime(clock.now()).day
      const frame = {
        name,
        simulated,
        fetchedAt: answer.fetchedAt,
        stale: answer.stale,
        expiry: expiry ?? null,
        today,
        history: await loadHistory(ticker, today),
      }
      return encode(ticker, answer, frame, asker)
    },

    async search(text: string): Promise<InstrumentSuggestions> {
      const { found, complete } = await marketData.searchInstruments(text)
      const { source, simulated } = marketData.status()
      const results = found.map(({ ticker, name, assetClass: kind, sector }) => ({ ticker, name, kind, sector }))
      return { results, source, simulated, complete }
    },
  }
}

const EMPTY = {
  options: [],
  expiries: [],
  availableExpiries: [],
  underlyingPrice: null,
  previousClose: null,
  asOf: null,
  session: 'closed',
  stale: false,
  summary: null,
  rates: { annual: OPTION_RATE, basis: 'flat' },
  assumptions: [],
} satisfies Partial<NearTermOptions>

function readTicker(text: string): string {
  const ticker = toTicker(text)
  if (ticker === undefined || !isTicker(ticker)) {
    throw errors.badRequest(`"${text.slice(0, 20)}" is not a ticker. Write it like AAPL or BRK.B.`)
  }
  return findIndexTicker(ticker)
}

function describeFailure(ticker: string, isUnreadable: boolean) {
  return isUnreadable
    ? errors.unusableReply(
        `We cannot read what the market data provider sent about the options of ${ticker}. Try again in a minute.`,
      )
    : errors.unavailable(
        `The market data provider does not answer, and no option chain of ${ticker} is stored yet. Try again in a minute.`,
      )
}
