/**
 * The hot paths of option analytics: price and Greeks of 5,000 contracts against @uqee/black-scholes in double
 * precision, implied volatilities of the same, American prices, and a whole chain read at once. Times stand beside
 * errors, measured against the reference figures, since speed without digits is cheap.
 */
import { readFileSync } from 'node:fs'
import * as quant from '@ballast/quant'
import { toColumns } from '../packages/quant/src/options/test-options.ts'
import { medianOf, reportLine, timeInTurn } from './measure.ts'
import { loadPeer } from './peers.ts'

interface PeerOption {
  readonly rate: number
  readonly sigma: number
  readonly strike: number
  readonly time: number
  readonly type: quant.OptionType
  readonly underlying: number
}
interface UqeeModule {
  BlackScholes: new (
    options: object,
  ) => {
    option: (option: PeerOption) => { price: number; delta: number }
  }
}
type ReferenceRow = readonly [quant.OptionType, ...number[]]

const { BlackScholes } = loadPeer<UqeeModule>('@uqee/black-scholes')
const peer = new BlackScholes({ sigmaToPricePrecision: 'double' })

const COUNT = 5000
/** Below this a price is no money, and its relative error no longer tells implementations apart. */
const SMALLEST_PRICE = 1e-9

function readReference(name: string): ReferenceRow[] {
  const path = new URL(`../packages/quant/reference/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { rows: ReferenceRow[] }).rows
}

function toOption(row: ReferenceRow): quant.OptionInputs {
  const [type, spot, strike, , years, rate, dividendYield, volatility] = row as readonly [quant.OptionType, ...number[]]
  return { type, spot, strike, years, rate, dividendYield, volatility } as quant.OptionInputs
}

function toPeer({ type, spot, strike, years, rate, volatility }: quant.OptionInputs): PeerOption {
  return { type, rate, sigma: volatility, strike, time: years, underlying: spot }
}

/** Contracts as a market lists them: both types, 60–140 % strikes, a day to two years, volatilities 10–70 %. */
function createContracts(): quant.OptionInputs[] {
  const random = quant.createRandomSource(5000)
  return Array.from({ length: COUNT }, (_, i) => ({
    type: i % 2 === 0 ? 'call' : 'put',
    spot: 100,
    strike: 60 + 80 * random(),
    years: (1 + Math.floor(730 * random())) / 365,
    rate: 0.04,
    dividendYield: 0,
    volatility: 0.1 + 0.6 * random(),
  }))
}

function relativeError(found: number, expected: number): number {
  return Math.abs(found / expected - 1)
}

async function measureGreeks(): Promise<void> {
  const contracts = createContracts()
  const columns = toColumns(contracts)
  const into = quant.createValuationColumns(COUNT)
  const peerContracts = contracts.map(toPeer)
  const times = await timeInTurn(
    {
      ballast: () => quant.computeBlackScholesBatch(columns, into),
      peer: () => peerContracts.map((contract) => peer.option(contract)),
    },
    51,
  )
  // The peer knows no dividends, so it is asked only where there are none.
  const rows = readReference('options-european').filter((row) => row[6] === 0 && (row[8] ?? 0) > SMALLEST_PRICE)
  const errors = rows.map((row) => ({
    ballast: relativeError(quant.computeBlackScholesPrice(toOption(row)), row[8] as number),
    peer: relativeError(peer.option(toPeer(toOption(row))).price, row[8] as number),
  }))
  const largestError = Math.max(...errors.map(({ ballast }) => ballast))
  reportLine({
    workload: 'price and Greeks of 5,000 contracts',
    peer: '@uqee/black-scholes, double precision',
    ballastMs: times.ballast,
    peerMs: times.peer,
    ratio: times.ballast / times.peer,
    largestRelativeError: largestError,
    peersLargestRelativeError: Math.max(...errors.map((error) => error.peer)),
    promise: 'at most its time, relative error at most 1e-11',
    holds: times.ballast <= times.peer && largestError <= 1e-11,
  })
}

/**
 * Seconds for all items together, as the sum over small groups of the fastest of several runs: a machine that is busy
 * with other work interrupts some runs of each group, hardly ever all of them.
 */
function timeFastest<Item>(
  items: readonly Item[],
  groupSize: number,
  runs: number,
  work: (item: Item) => unknown,
): number {
  let total = 0
  for (let start = 0; start < items.length; start += groupSize) {
    const group = items.slice(start, start + groupSize)
    let fastest = Number.POSITIVE_INFINITY
    for (let run = 0; run < runs; run++) {
      const begin = performance.now()
      for (const item of group) work(item)
      fastest = Math.min(fastest, performance.now() - begin)
    }
    total += fastest
  }
  return total / 1000
}

function measureImpliedVolatility(): void {
  const random = quant.createRandomSource(426)
  const quotes = Array.from({ length: COUNT }, (_, i) => {
    // One in four is a week or less from expiry, and strikes reach five deviations out.
    const years = (1 + Math.floor((i % 4 === 0 ? 7 : 1000) * random())) / 365
    const volatility = 0.08 + 1.2 * random()
    const strike = 100 * Math.exp((10 * random() - 5) * volatility * Math.sqrt(years))
    const option = { spot: 100, strike, years, rate: 0.04, dividendYield: 0.01 }
    const type: quant.OptionType = strike > 100 ? 'call' : 'put'
    return { ...option, type, volatility, price: quant.computeBlackScholesPrice({ ...option, type, volatility }) }
  })
  const { volatility: _, ...columns } = { ...toColumns(quotes), price: Float64Array.from(quotes, ({ price }) => price) }
  const into = { volatility: new Float64Array(COUNT), reason: new Uint8Array(COUNT) }
  const seconds = timeFastest([columns], 1, 41, (batch) => quant.computeImpliedVolatilityBatch(batch, into))
  const nanoseconds = (seconds * 1e9) / COUNT
  const errors = quotes.map((quote, i) => Math.abs((into.volatility[i] ?? Number.NaN) - quote.volatility))
  const largestError = Math.max(...errors)
  reportLine({
    workload: 'implied volatility of 5,000 contracts, wings and last week included',
    nanosecondsEach: nanoseconds,
    largestError,
    promise: 'at most 500 ns each, none off by more than 1e-6',
    holds: nanoseconds <= 500 && largestError <= 1e-6,
  })
}

function measureAmerican(): void {
  const rows = readReference('options-american').filter(
    (row) => (row[10] ?? 0) > 1e-12 && (row[8] ?? 0) > SMALLEST_PRICE,
  )
  const options = rows.map(toOption)
  const seconds = timeFastest(options, 10, 11, (option) => quant.computeAmericanPrice(option))
  const errors = rows.map((row) => relativeError(quant.computeAmericanPrice(toOption(row)).price, row[8] as number))
  const microseconds = (seconds * 1e6) / options.length
  const medianError = medianOf(errors)
  reportLine({
    workload: `${options.length} American options that may be exercised early`,
    microsecondsEach: microseconds,
    medianRelativeError: medianError,
    largestRelativeError: Math.max(...errors),
    promise: 'at most 100 µs each at a median relative error of at most 1e-6',
    holds: microseconds <= 100 && medianError <= 1e-6,
  })
}

async function measureChain(): Promise<void> {
  const quotes = [30, 60, 90, 180, 365].flatMap((days) =>
    Array.from({ length: 54 }, (_, i) => 60 + 1.5 * i).flatMap((strike) =>
      (['call', 'put'] as const).map((type): quant.ChainQuote => {
        const years = days / 365
        const option = { type, spot: 100, strike, years, rate: 0.04, dividendYield: 0.01, volatility: 0.25 }
        const { price } = quant.computeAmericanPrice(option)
        const halfSpread = Math.min(0.02 + 0.005 * price, 0.5 * price)
        return {
          type,
          strike,
          years,
          expiry: quant.formatIsoDate(quant.parseIsoDate('2026-11-20') + days),
          bid: price - halfSpread,
          ask: price + halfSpread,
          volume: 10,
          openInterest: 100,
        }
      }),
    ),
  )
  const market = { spot: 100, rate: 0.04, style: 'american' } as const
  const times = await timeInTurn({ analyze: () => quant.analyzeOptionChain(quotes, market) }, 11)
  reportLine({
    workload: `a chain of ${quotes.length} contracts read: states, forwards, volatilities, smiles, figures`,
    ballastMs: times.analyze,
    promise: 'at most 10 ms',
    holds: times.analyze <= 10,
  })
}

/** Eight expiries on an SSVI surface, quoted at 50 strikes each to the cent. */
async function measureSmiles(): Promise<void> {
  const [rho, eta, forward] = [-0.7, 1.05, 100]
  const expiries = [7, 14, 28, 35, 60, 90, 180, 365].map((days) => {
    const years = days / 365
    const theta = 0.04 * years
    const phi = eta / Math.sqrt(theta * (1 + theta))
    const points = Array.from({ length: 50 }, (_, i) => {
      const k = Math.sqrt(theta) * (-3 + 0.1 * i)
      const variance = 0.5 * theta * (1 + rho * phi * k + Math.sqrt((phi * k + rho) ** 2 + 1 - rho * rho))
      const volatility = Math.round(1e4 * Math.sqrt(variance / years)) / 1e4
      return { strike: forward * Math.exp(k), volatility, halfSpread: 0.001 + 0.001 * Math.abs(i - 30) }
    })
    return { forward, years, points }
  })
  const times = await timeInTurn({ fit: () => quant.fitVolatilitySmiles(expiries) }, 41)
  const each = times.fit / expiries.length
  reportLine({
    workload: `${expiries.length} smiles of 50 strikes fitted without arbitrage`,
    millisecondsEach: each,
    promise: 'at most 1 ms each',
    holds: each <= 1,
  })
}

await measureGreeks()
measureImpliedVolatility()
measureAmerican()
await measureChain()
await measureSmiles()
