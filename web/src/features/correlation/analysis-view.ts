import { type CorrelationAnalysis, namePosition } from '@ballast/contract'
import type { BadgeTone } from '../../components/ui/badge.tsx'
import { countOf, formatDate, formatNumber, formatShare } from '../../lib/format.ts'
import { nameProxies, nameTickers } from '../../lib/ticker-label.ts'

type PairDetail = CorrelationAnalysis['strongestPairs'][number]

/** Where the bands of the diversification score begin. */
export const SCORE_BANDS = { moderate: 40, well: 70 } as const

export type ScoreBand = 'gain' | 'warning' | 'destructive'

/** Green from 70, yellow from 40, red below. */
export function toScoreBand(score: number): ScoreBand {
  if (score >= SCORE_BANDS.well) return 'gain'
  return score >= SCORE_BANDS.moderate ? 'warning' : 'destructive'
}

export const CONCENTRATION_TONES = {
  High: 'destructive',
  Medium: 'default',
  Low: 'secondary',
} as const satisfies Record<NonNullable<CorrelationAnalysis['concentrationRisk']>, BadgeTone>

/** The tone of a beta: above 1.2 destructive, above 0.8 default, else secondary. */
export function toBetaTone(beta: number | null): BadgeTone {
  if (beta === null) return 'secondary'
  if (beta > 1.2) return 'destructive'
  return beta > 0.8 ? 'default' : 'secondary'
}

/** How many different securities can be compared at all: held, whether or not they have enough history. */
export function countSecurities({
  marketCorrelations,
  insufficientHistory,
  unpriced,
}: Pick<CorrelationAnalysis, 'marketCorrelations' | 'insufficientHistory' | 'unpriced'>): number {
  return new Set([
    ...marketCorrelations.map(({ ticker }) => ticker),
    ...insufficientHistory.map(({ ticker }) => ticker),
    ...Object.keys(unpriced),
  ]).size
}

/** A smaller difference between the halves of a window is usual. */
const STEADY = 0.2

/** `Was 0.81, now 0.54`: says when a pair moved otherwise in the second half of the window; else empty. */
export function describeStability({
  firstHalf,
  secondHalf,
}: Pick<CorrelationAnalysis['strongestPairs'][number], 'firstHalf' | 'secondHalf'>): string {
  if (firstHalf === null || secondHalf === null || Math.abs(firstHalf - secondHalf) < STEADY) return ''
  return `Was ${formatNumber(firstHalf)}, now ${formatNumber(secondHalf)}`
}

/** `Nov 21, 2025 to Nov 20, 2026`, the days of the first and the last return. */
export function describeWindow({ from, to }: CorrelationAnalysis['window']): string {
  return from && to ? `${formatDate(from)} to ${formatDate(to)}` : 'No history'
}

const REASONS = {
  'too-short': 'too few days of history',
  'no-history': 'no history at all',
  'provider-down': 'the market data service did not answer',
  'other-currency': 'no daily exchange rates for the currency',
} as const

/** One sentence for each reason why tickers are not in the matrix, with the days that each has. */
export function describeInsufficient(entries: CorrelationAnalysis['insufficientHistory']): string[] {
  return Object.entries(REASONS).flatMap(([reason, words]) => {
    const affected = entries.filter((entry) => entry.reason === reason)
    if (affected.length === 0) return []
    const names =
      reason === 'too-short' && affected.length <= 8
        ? affected.map(({ ticker, days }) => `${namePosition(ticker)} (${countOf(days, 'day')} of 60)`).join('; ')
        : nameTickers(affected.map(({ ticker }) => ticker))
    return [`Not compared, ${words}: ${names}.`]
  })
}

/**
 * Sentence under the score, from its two factors. Both look through funds, so that the correlation of the funds
 * themselves may be high while the sentence says that risk is well spread: it names the funds then.
 */
export function describeScore({
  diversification,
  tickers,
  lookThrough,
}: Pick<CorrelationAnalysis, 'tickers' | 'lookThrough'> & {
  diversification: NonNullable<CorrelationAnalysis['diversification']>
}): string {
  const { spreadPercent, independencePercent, effectiveBets } = diversification
  if (tickers.length < 2)
    return 'One position carries all of the risk: there is nothing for it to move with or against.'
  const isSpread = spreadPercent >= SCORE_BANDS.well
  const isIndependent = independencePercent >= SCORE_BANDS.well
  const few = tickers.length === 2 ? 'One position carries' : 'Few positions carry'
  const spread = isSpread ? 'Risk is well spread' : `${few} most of the risk`
  const counting = lookThrough === null ? '' : ', counting the companies inside your funds'
  const apart = lookThrough === null ? ', and the positions do not move as one' : ''
  const moves = isIndependent ? apart : `, ${isSpread ? 'but' : 'and'} the positions move together`
  const bets = effectiveBets === null ? '' : ` Worth ${formatNumber(effectiveBets, { decimals: 1 })} independent bets.`
  return `${spread}${counting}${moves}.${bets}`
}

/** Why the score says less than it seems, or `null`. */
export function describeDoubt(diversification: NonNullable<CorrelationAnalysis['diversification']>): string | null {
  const { excludedPercent, unpricedPercent, isDoubtful } = diversification
  const sentences = [
    describeProxies(diversification),
    excludedPercent > 0 && `${nameShare(excludedPercent)} of value has too little history and is left out.`,
    unpricedPercent > 0 && `${nameShare(unpricedPercent)} of the portfolio, at cost, has no price and is left out.`,
    isDoubtful && 'That is too much for the score to describe the portfolio.',
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** A share that is there is never called none. */
const nameShare = (percent: number) => (percent < 0.1 ? 'Less than 0.1%' : formatShare(percent))

const NAMED_STAND_INS = 3

function describeProxies({
  proxiedPercent,
  proxies,
}: NonNullable<CorrelationAnalysis['diversification']>): string | null {
  if (proxies.length === 0) return null
  const named = proxies
    .slice(0, NAMED_STAND_INS)
    .map(({ ticker, proxy, beta }) => `${proxy} × ${formatNumber(beta)} for ${namePosition(ticker)}`)
  const rest = proxies.length - named.length
  const list = rest > 0 ? `${named.join('; ')} and ${rest} more` : named.join('; ')
  return `${formatShare(proxiedPercent)} of value has fewer than 60 daily returns, so proxies are used for it: ${list}.`
}

/** Which betas are made from three days, because the exchange closes at another hour; or `null`. */
export function describeAsync(entries: CorrelationAnalysis['marketCorrelations'], benchmark: string): string | null {
  const tickers = entries.filter(({ flags }) => flags.includes('async-market')).map(({ ticker }) => ticker)
  if (tickers.length === 0) return null
  const [verb, owner] = tickers.length === 1 ? ['trades', 'its beta adds'] : ['trade', 'their betas add']
  return `${nameTickers(tickers)} ${verb} at other hours than ${benchmark}: ${owner} the moves with the day before and after.`
}

/** Which holdings have no part in the portfolio's beta, or `null`. */
export function describeBetaLeftOut(tickers: CorrelationAnalysis['portfolioBetaLeftOut']): string | null {
  if (tickers.length === 0) return null
  return `Portfolio beta leaves out ${nameTickers(tickers)}, without closes through the whole year.`
}

/** Which Treasuries follow a fund in the portfolio's beta, or `null`. */
export function describeBetaProxies(proxies: CorrelationAnalysis['portfolioBetaProxies']): string | null {
  if (proxies.length === 0) return null
  return `Portfolio beta follows funds in place of Treasuries, which have no daily prices: ${nameProxies(proxies)}.`
}

/** Tickers whose closes look like errors of the data, or `null`. */
export function describeSuspects(entries: CorrelationAnalysis['marketCorrelations']): string | null {
  const tickers = entries.filter(({ flags }) => flags.includes('suspect-price')).map(({ ticker }) => ticker)
  if (tickers.length === 0) return null
  const [verb, owner] = tickers.length === 1 ? ['has', 'its'] : ['have', 'their']
  return `${nameTickers(tickers)} ${verb} closes that look like errors of the data; ${owner} figures are computed from them as they are.`
}

/**
 * The two ends of the list of pairs without a pair at both: of few pairs the strongest are also the weakest. A pair that
 * falls when the other rises never moves together with it; what is left at the low end may still be above zero.
 */
export function splitPairs({
  strongestPairs,
  bestOffsets,
}: Pick<CorrelationAnalysis, 'strongestPairs' | 'bestOffsets'>): Record<'together' | 'apart', PairDetail[]> {
  const together = strongestPairs.filter(({ correlation }) => correlation > 0)
  const shown = new Set(together.map(toPairName))
  return { together, apart: bestOffsets.filter((pair) => !shown.has(toPairName(pair))) }
}

const toPairName = ({ ticker1, ticker2 }: PairDetail) => `${ticker1} ${ticker2}`
