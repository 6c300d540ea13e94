import { inputErrors } from '../errors.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow, type ReturnMatrix } from '../price-matrix.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import { computeCorrelation } from '../regression.ts'
import { computeOneSidedQValues, computeQValues } from './false-discovery.ts'
import { computePartialRelation, computeResiduals, type PartialRelation, testProducts } from './partial-relation.ts'
import type {
  AssetRelation,
  RelationScan,
  ScannedAsset,
  ScannedPartial,
  ScannedTail,
  TestFamily,
} from './scanned-relation.ts'
import { computeTailDependence, type TailDependence } from './tail-dependence.ts'

/** Input of a scan: the universe, and the book for which it is scanned. */
export interface ScanInput {
  /** Daily returns in time order, at least a row for the index and for each asset and holding that has a history. */
  readonly returns: ReturnMatrix
  /** Signed market values of what is held, one entry per ticker. */
  readonly holdings: readonly { readonly ticker: string; readonly value: number }[]
  /** Ticker of the index that is taken out. */
  readonly index: string
  /** The universe, one entry per ticker. */
  readonly assets: readonly ScannedAsset[]
  /** Largest expected share of false ones among the findings of each family; 0.1 unless told otherwise. */
  readonly falseDiscoveryRate?: number
}

const WINDOW = 90
const YEAR = 252
const TAIL_WINDOW = 504
/** Days that an asset needs in the window. */
const LEAST_DAYS = 60
const LAGS = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5] as const

/**
 * Looks through a universe for assets that are related to a book by more than the market and more than chance:
 *
 * - partial correlation given the index over 90 days, tested robustly (see `computePartialRelation`), with its sign in
 *   both halves and over a year;
 * - the same across one to five days, either way, as a family of its own;
 * - behaviour on the book's worst tenth of 504 days (see `computeTailDependence`): gaining, or falling more than its
 *   beta explains, one family each (one-sided, see `computeOneSidedQValues`).
 *
 * Each family is held to the false discovery rate over all its tests, so a larger universe does not find more by chance.
 * Deterministic: intervals are drawn from a source seeded by the ticker.
 *
 * @throws QuantInputError when the index has no row, a ticker is repeated, a value is not finite, a return is infinite, or
 *         the rate is not between 0 and 1
 */
export function scanRelations(input: ScanInput): RelationScan {
  const rate = input.falseDiscoveryRate ?? 0.1
  if (!(rate > 0 && rate < 1)) {
    throw inputErrors.badNumber('falseDiscoveryRate', null, rate, 'a number between 0 and 1')
  }
  const sources = prepareSources(input)
  const leftOut: { ticker: string; reason: 'no-history' | 'too-few-days' }[] = []
  const measured = input.assets.flatMap((asset) => {
    const found = measureAsset(asset, sources)
    if (typeof found !== 'string') return [found]
    leftOut.push({ ticker: asset.ticker, reason: found })
    return []
  })
  const { relations, families } = judge(measured, rate)
  return {
    relations,
    leftOut,
    days: {
      window: countCommon(sources.book.slice(-WINDOW), sources.index.slice(-WINDOW)),
      tail: countCommon(sources.book.slice(-TAIL_WINDOW), sources.index.slice(-TAIL_WINDOW)),
    },
    families,
    falseDiscoveryRate: rate,
    tests: Object.values(families).reduce((sum, { tests }) => sum + tests, 0),
    significant: relations.filter(({ partial, tail }) => partial?.isSignificant || tail?.isGain || tail?.isAmplifier)
      .length,
  }
}

interface Sources {
  readonly returns: ReturnMatrix
  readonly book: Float64Array
  readonly index: Float64Array
  /** The book without one of its holdings. */
  readonly bookWithout: (ticker: string) => Float64Array
  readonly held: ReadonlySet<string>
}

function prepareSources({ returns, holdings, index, assets }: ScanInput): Sources {
  const indexRow = findRow(returns, index)
  if (indexRow === undefined) throw inputErrors.unknownName('index', index, returns.tickers)
  requireDistinct('assets', assets)
  requireDistinct('holdings', holdings)
  const rows = new Map(returns.tickers.map((ticker, row) => [ticker, row]))
  const weigh = (left: string | null) => {
    const weights = new Float64Array(returns.rows)
    for (const { ticker, value } of holdings) {
      const row = rows.get(ticker)
      if (row !== undefined && ticker !== left) weights[row] = value
    }
    const gross = weights.reduce((sum, value) => sum + Math.abs(value), 0)
    return computePortfolioReturns(returns, gross > 0 ? weights.map((value) => value / gross) : weights).returns
  }
  const held = new Set(holdings.filter(({ value }) => value !== 0).map(({ ticker }) => ticker))
  return { returns, book: weigh(null), index: indexRow, bookWithout: weigh, held }
}

function requireDistinct(argument: string, list: readonly { readonly ticker: string }[]): void {
  const seen = new Set<string>()
  for (const { ticker } of list) {
    if (seen.has(ticker)) throw inputErrors.badText(argument, ticker, 'each ticker once; merge the repeated ones first')
    seen.add(ticker)
  }
}

interface Measured {
  readonly asset: ScannedAsset
  readonly isHeld: boolean
  readonly correlation: number
  readonly partial: Omit<ScannedPartial, 'qValue' | 'isSignificant'> | null
  readonly lags: readonly (PartialRelation & { readonly lag: number })[]
  readonly tail: TailDependence | null
}

function measureAsset(asset: ScannedAsset, sources: Sources): Measured | 'no-history' | 'too-few-days' {
  const row = findRow(sources.returns, asset.ticker)
  if (row === undefined || row.every(Number.isNaN)) return 'no-history'
  const { book, index, held } = sources
  const isHeld = held.has(asset.ticker)
  const recent = row.slice(-WINDOW)
  const correlation = computeCorrelation(recent, book.slice(-WINDOW))
  if (correlation === null || countCommon(recent, book.slice(-WINDOW)) < LEAST_DAYS) return 'too-few-days'
  const other = isHeld ? sources.bookWithout(asset.ticker) : book
  const random = createRandomSource(seedFromText(`tail ${asset.ticker}`))
  return {
    asset,
    isHeld,
    correlation,
    partial: measurePartial(row, other, index),
    lags: measureLags(recent, other.slice(-WINDOW), index.slice(-WINDOW)),
    tail: computeTailDependence(row.slice(-TAIL_WINDOW), book.slice(-TAIL_WINDOW), random),
  }
}

function measurePartial(asset: Float64Array, book: Float64Array, index: Float64Array): Measured['partial'] {
  const relate = (from: number, to?: number) =>
    computePartialRelation(asset.slice(from, to), book.slice(from, to), index.slice(from, to))
  const whole = relate(-WINDOW)
  if (whole === null) return null
  const middle = -Math.floor(WINDOW / 2)
  const others = { firstHalf: relate(-WINDOW, middle), secondHalf: relate(middle), year: relate(-YEAR) }
  const parts = Object.values(others).map((part) => part?.correlation ?? null)
  const agreeing = parts.filter((part) => part !== null && Math.sign(part) === Math.sign(whole.correlation)).length
  const [firstHalf = null, secondHalf = null, year = null] = parts
  return { ...whole, firstHalf, secondHalf, year, stability: agreeing / parts.length }
}

function measureLags(asset: Float64Array, book: Float64Array, index: Float64Array): Measured['lags'] {
  const residuals = computeResiduals(asset, book, index)
  if (residuals === null) return []
  const { asset: u, book: v } = residuals
  return LAGS.flatMap((lag) => {
    const [own, other] = lag > 0 ? [u.slice(lag), v.slice(0, -lag)] : [u.slice(0, lag), v.slice(-lag)]
    const relation = testProducts(own, other)
    return relation === null ? [] : [{ ...relation, lag }]
  })
}

function judge(measured: readonly Measured[], rate: number) {
  const partialQ = adjust(measured.flatMap(({ partial }) => (partial === null ? [] : [partial.pValue])))
  const laggedQ = adjust(measured.flatMap(({ lags }) => lags.map(({ pValue }) => pValue)))
  const gainQ = adjust(
    measured.flatMap(({ tail }) => (tail === null ? [] : [tail.gainPValue])),
    computeOneSidedQValues,
  )
  const excessQ = adjust(
    measured.flatMap(({ tail }) => (tail === null ? [] : [tail.excessPValue])),
    computeOneSidedQValues,
  )
  const relations = measured.map(({ asset, isHeld, correlation, partial, lags, tail }): AssetRelation => {
    const judgedLags = lags.map((lag) => ({ ...lag, qValue: laggedQ.next() }))
    return {
      ...asset,
      isHeld,
      correlation,
      partial: partial === null ? null : judgePartial(partial, partialQ.next(), rate),
      lags: judgedLags.filter(({ qValue }) => qValue <= rate),
      tail: tail === null ? null : judgeTail(tail, gainQ.next(), excessQ.next(), rate),
    }
  })
  const count = (family: Adjusted): TestFamily => ({
    tests: family.values.length,
    significant: family.values.filter((value) => value <= rate).length,
  })
  return {
    relations,
    families: {
      partial: count(partialQ),
      lagged: count(laggedQ),
      tailGain: count(gainQ),
      tailExcess: count(excessQ),
    },
  }
}

interface Adjusted {
  readonly values: Float64Array
  readonly next: () => number
}

/** q-values of one family, handed out in the order in which the p-values were collected. */
function adjust(pValues: readonly number[], method = computeQValues): Adjusted {
  const values = method(Float64Array.from(pValues))
  let place = 0
  return { values, next: () => values[place++]! }
}

function judgePartial(partial: Omit<ScannedPartial, 'qValue' | 'isSignificant'>, qValue: number, rate: number) {
  return { ...partial, qValue, isSignificant: qValue <= rate }
}

function judgeTail(tail: TailDependence, gainQValue: number, excessQValue: number, rate: number): ScannedTail {
  const agreeing = tail.halves.filter((mean) => Math.sign(mean) === Math.sign(tail.mean.value)).length
  return {
    ...tail,
    gainQValue,
    excessQValue,
    isGain: gainQValue <= rate && tail.mean.value > 0,
    isAmplifier: excessQValue <= rate && tail.amplifies,
    stability: agreeing / tail.halves.length,
  }
}

function countCommon(x: Float64Array, y: Float64Array): number {
  return x.filter((value, t) => !Number.isNaN(value + y[t]!)).length
}
