// Tests: backtest.test.ts, backtest-edges.test.ts, backtest.shared.test.ts

import { type BacktestResult, type Covers, namePosition, namePositions, toBondTerms } from '@ballast/contract'
import { type Coverage, type CoverageDetail, describeCoverage, formatIsoDate } from '@ballast/quant'
import type { BacktestInput, ExclusionReason } from '../../holdings/replay/backtest-input.ts'
import { CASH_ROW, type ReplayHolding } from '../../holdings/replay/replay-portfolio.ts'
import { toWholeCoverage, type WholeCoverage } from '../../holdings/replay/whole-coverage.ts'
import {
  type DoubtfulCloses,
  describeDoubtfulCloses,
  describeEndedHistories,
  type EndedHistory,
} from './history-faults.ts'

const REASONS: Readonly<Record<ExclusionReason, string>> = {
  'other-currency': 'trades in another currency, of which the provider has no daily exchange rates that reach back',
  'provider-down': 'its history could not be fetched, because the market data provider does not answer',
  'own-data-only': 'did not trade then, and only own data was asked for',
  'no-stand-in': 'has neither a history that reaches back nor a proxy',
}

const METHODS = {
  own: 'own',
  predecessor: 'twin',
  sector: 'sector-fund',
  market: 'benchmark',
  'asset-class': 'asset-class',
  excluded: 'excluded',
} as const satisfies Record<CoverageDetail['method'], BacktestResult['coverage']['details'][number]['method']>

export interface CoverageContext {
  covers: Covers
  holdings: readonly Pick<ReplayHolding, 'ticker' | 'value'>[]
  cash: number
  /** Options that are held and never replayed, at their value. */
  options: BacktestInput['options']
  reasons: ReadonlyMap<string, ExclusionReason>
  ownDataOnly: boolean
  /** Day number of the window's last close. */
  lastDay: number
  /** Closes of what is in that are probably errors of the data. */
  doubtful: readonly DoubtfulCloses[]
  /** Holdings whose closes end before the window does. */
  ended: readonly EndedHistory[]
}

/**
 * Describes the proxies, and what is left out, as the answer has it; shares are of the gross value of all that has a
 * price, options included, and sum to 100.
 */
export function toCoverage(coverage: Coverage, context: CoverageContext): BacktestResult['coverage'] {
  const { holdings, cash, options, lastDay } = context
  const whole = toWholeCoverage(coverage, context)
  const { gross } = whole
  const values = new Map([...holdings.map(({ ticker, value }) => [ticker, value] as const), [CASH_ROW, cash]])
  return {
    ownPercent: round(100 * whole.own),
    proxyPercent: round(100 * whole.proxied),
    excludedPercent: round(100 * whole.excluded),
    details: [
      ...coverage.details.map(({ ticker, method, proxy, beta, from, to }) => ({
        ticker: ticker === CASH_ROW ? 'Cash' : ticker,
        weightPercent: round((100 * (values.get(ticker) ?? 0)) / gross),
        method: ticker === CASH_ROW ? ('cash' as const) : METHODS[method],
        proxy,
        beta: beta === null ? null : round(beta),
        from: from === null ? null : formatIsoDate(from),
        to: to === null ? null : formatIsoDate(Math.min(to, lastDay)),
        reason: method === 'excluded' ? REASONS[toReason(ticker, context)] : null,
      })),
      ...options.map(({ ticker, value }) => ({
        ...OPTION_ROW,
        ticker,
        weightPercent: round((100 * value) / gross),
      })),
    ],
    sentence: describe(coverage, whole, context),
  }
}

const OPTION_ROW = {
  method: 'excluded' as const,
  proxy: null,
  beta: null,
  from: null,
  to: null,
  reason: 'is an option, and options of today did not exist then',
}

function toReason(ticker: string, { reasons, ownDataOnly }: CoverageContext): ExclusionReason {
  return reasons.get(ticker) ?? (ownDataOnly ? 'own-data-only' : 'no-stand-in')
}

function describe(coverage: Coverage, whole: WholeCoverage, context: CoverageContext): string | null {
  // Cash is no position, and what is left out gets a sentence with its reason.
  const positions = coverage.details.filter(({ ticker }) => ticker !== CASH_ROW)
  const isFollowing = ({ ticker, proxy }: CoverageDetail) => proxy !== null && toBondTerms(ticker) !== undefined
  const shown = positions
    .filter((one) => !isFollowing(one))
    .map((one) => (one.method === 'excluded' ? { ...one, method: 'own' as const } : one))
  const sentences = [
    describeCoverage(
      { ...coverage, details: shown, proxiedWeight: whole.proxied - whole.followed },
      context.covers.positions,
    ),
    describeFollowing(positions.filter(isFollowing), whole, context),
    describeUnvalued(context.covers),
    describeExcluded(positions, coverage, context),
    describeEndedHistories(context.ended),
    describeDoubtfulCloses(context.doubtful),
  ]
  const found = sentences.filter((sentence) => sentence !== null)
  return found.length === 0 ? null : found.join(' ')
}

/** A Treasury has no daily closes on any day: it did not begin to trade late. */
function describeFollowing(
  following: readonly CoverageDetail[],
  { followed }: WholeCoverage,
  { covers: { positions } }: CoverageContext,
): string | null {
  if (following.length === 0) return null
  const funds = [...new Set(following.map(({ proxy }) => proxy))].join(', ')
  const share = `${following.length} of ${positions} positions (${(100 * followed).toFixed(1)}% of value)`
  return following.length === 1
    ? `${share} is a Treasury, which has no daily closes and follows ${funds}.`
    : `${share} are Treasuries, which have no daily closes and follow ${funds}.`
}

/** Describes what has no weight in a replay: positions without a price, and options. */
function describeUnvalued({ positions, leftOut }: Covers): string | null {
  const named = (isMeant: (reason: string) => boolean) =>
    leftOut.filter(({ reason }) => isMeant(reason)).map(({ ticker }) => ticker)
  const options = named((reason) => reason === 'option-not-replayed')
  const expired = named((reason) => reason === 'expired')
  const unpriced = named((reason) => !['option-not-replayed', 'expired', 'no-history'].includes(reason))
  const say = (tickers: readonly string[], one: string, many: string) =>
    tickers.length === 0
      ? []
      : [`${tickers.length} of ${positions} positions ${tickers.length === 1 ? one : many}: ${nameSome(tickers)}.`]
  const sentences = [
    ...say(
      unpriced,
      'has no price today, so the replay leaves it out',
      'have no price today, so the replay leaves them out',
    ),
    ...say(
      options,
      'is an option, and options of today did not exist then',
      'are options, and options of today did not exist then',
    ),
    ...say(expired, 'is an option that has expired', 'are options that have expired'),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

function describeExcluded(
  positions: readonly CoverageDetail[],
  coverage: Coverage,
  context: CoverageContext,
): string | null {
  const excluded = positions.filter(({ method }) => method === 'excluded')
  if (excluded.length === 0) return null
  const { gross } = toWholeCoverage(coverage, context)
  const values = new Map(context.holdings.map(({ ticker, value }) => [ticker, value]))
  const share = excluded.reduce((sum, { ticker }) => sum + Math.abs(values.get(ticker) ?? 0), 0) / gross
  const named = excluded
    .map(({ ticker }) => `${namePosition(ticker)} (${REASONS[toReason(ticker, context)]})`)
    .join('; ')
  const verb = excluded.length === 1 ? 'is' : 'are'
  return `${excluded.length} of ${context.covers.positions} positions (${(100 * share).toFixed(1)}% of value) ${verb} left out: ${named}.`
}

/** Why a portfolio cannot be replayed: too much of it is left out. */
export function describeTooLittle(coverage: Coverage, context: CoverageContext, scenarioName: string): string {
  const positions = coverage.details.filter(({ ticker }) => ticker !== CASH_ROW)
  const excluded = positions.filter(({ method }) => method === 'excluded')
  const isAll = excluded.length === positions.length
  const advice = context.ownDataOnly ? ' Allow proxies, or choose a later scenario.' : ' Choose a later scenario.'
  if (isAll && positions.length > 0) {
    return `No position has a usable history for ${scenarioName}, or they all came later. ${describeExcluded(positions, coverage, context)}${advice}`
  }
  return `More than half of the portfolio’s value would be left out of ${scenarioName}, so a result would say nothing about it. ${describeExcluded(positions, coverage, context) ?? ''}${advice}`
}

const NAMED = 20

/** The first twenty positions by name, and how many there are beside them. */
export const nameSome = (tickers: readonly string[]): string => namePositions(tickers, { most: NAMED, joint: null })

const round = (value: number) => Math.round(value * 1e10) / 1e10
