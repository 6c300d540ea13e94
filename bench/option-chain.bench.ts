/**
 * A chain of 5,000 contracts from the provider's bytes to the bytes of the analysed answer, in a worker thread as the
 * server does it, and what each step of it takes.
 */
import { computeBlackScholesPrice, formatIsoDate, parseIsoDate } from '@ballast/quant'
import { shapeChain } from '../server/src/features/options/shape-chain.ts'
import { analyseChain } from '../server/src/market-data/options/analyse-chain.ts'
import { createWorkerPool, defineWorkerTask } from '../server/src/workers/worker-pool.ts'
import { medianOf, reportLine, timeInTurn } from './measure.ts'
import {
  answerFromBytes,
  cleanRows,
  decodeChain,
  encodeChain,
  FRAME,
  readPages,
  TICKER,
} from './option-chain-answer.ts'

const MOST_MS = 150
const SPOT = 680
const EXPIRIES = 5
const STRIKES = 500
const PAGE_ROWS = 250

const pages = createPages()
const rows = readPages(pages)
const chain = cleanRows(rows)
const encoded = encodeChain(chain)
const shaped = shapeChain(chain, FRAME)

const workers = createWorkerPool({ maxThreads: 1 })
const task = defineWorkerTask(new URL('./option-chain-answer.ts', import.meta.url).href, answerFromBytes)
const processorMs: number[] = []
const times = await timeInTurn({
  worker: async () => processorMs.push(await workers.run(task, pages, { owner: null })),
  parse: () => readPages(pages),
  clean: () => cleanRows(rows),
  store: () => encodeChain(chain),
  load: () => decodeChain(encoded),
  analyse: () => analyseChain(chain),
  analyseAndShape: () => shapeChain(chain, FRAME),
  write: () => JSON.stringify(shaped),
})
await workers.close()

reportLine({
  workload: `option chain: ${shaped.options.length} contracts from bytes to answer, in a thread`,
  totalMs: times.worker,
  processorMs: medianOf(processorMs),
  mostMs: MOST_MS,
  parseMs: times.parse,
  cleanMs: times.clean,
  storeMs: times.store,
  loadMs: times.load,
  analyseMs: times.analyse,
  shapeMs: Math.max(0, times.analyseAndShape - times.analyse),
  writeMs: times.write,
  providerBytes: pages.reduce((sum, page) => sum + page.byteLength, 0),
  answerBytes: Buffer.byteLength(JSON.stringify(shaped)),
  clean: shaped.summary?.averagedContracts ?? 0,
  holds: times.worker <= MOST_MS && shaped.options.length === EXPIRIES * STRIKES * 2,
})

/** Pages as Polygon sends them: quotes in cents around a skewed smile, half of the strikes far from the money. */
function createPages(): Uint8Array[] {
  const today = parseIsoDate('2026-11-20')
  const results: unknown[] = []
  for (let week = 1; week <= EXPIRIES; week++) {
    const expiry = formatIsoDate(today + 7 * week)
    for (let i = 0; i < STRIKES; i++) {
      const strike = 400 + i
      for (const type of ['call', 'put'] as const) results.push(createSnapshot(type, strike, expiry, (7 * week) / 365))
    }
  }
  return Array.from({ length: results.length / PAGE_ROWS }, (_, page) =>
    Buffer.from(JSON.stringify({ status: 'OK', results: results.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS) })),
  )
}

function createSnapshot(type: 'call' | 'put', strike: number, expiry: string, years: number): unknown {
  const distance = Math.log(strike / SPOT)
  const volatility = 0.18 - 0.35 * distance + 0.9 * distance * distance
  const price = computeBlackScholesPrice({
    type,
    spot: SPOT,
    strike,
    years,
    volatility,
    rate: 0.04,
    dividendYield: 0.012,
  })
  const half = Math.max(0.005, 0.01 * price)
  const yymmdd = expiry.slice(2).replaceAll('-', '')
  const symbol = `${TICKER}${yymmdd}${type === 'call' ? 'C' : 'P'}${String(strike * 1000).padStart(8, '0')}`
  const bid = Math.max(0, Math.floor((price - half) * 100) / 100)
  const ask = Math.ceil((price + half) * 100) / 100
  return {
    break_even_price: strike + price,
    day: {
      change: -0.1,
      change_percent: -1,
      close: price,
      high: price,
      low: price,
      previous_close: price,
      volume: strike % 97,
    },
    details: {
      contract_type: type,
      exercise_style: 'american',
      expiration_date: expiry,
      shares_per_contract: 100,
      strike_price: strike,
      ticker: `O:${symbol}`,
    },
    greeks: { delta: 0.5, gamma: 0.01, theta: -0.02, vega: 0.3 },
    implied_volatility: volatility,
    last_quote: {
      ask,
      ask_size: 20,
      bid,
      bid_size: 20,
      last_updated: 1_795_208_390_000_000_000,
      timeframe: 'REAL-TIME',
    },
    last_trade: { price, sip_timestamp: 1_795_200_000_000_000_000, size: 1, exchange: 309, timeframe: 'REAL-TIME' },
    open_interest: (strike * 7) % 1_001,
    underlying_asset: { change_to_break_even: 1, last_updated: 1_795_208_390_000_000_000, price: SPOT, ticker: TICKER },
  }
}
