import type { OptionChain, OptionContract, OptionExpiry } from '@ballast/contract'
import { computeSmileVolatility, type VolatilitySmile } from '@ballast/quant'
import type { ChartData } from '../../components/charts/chart-data.ts'
import type { Curve, CurvePoint } from '../../components/charts/curve-chart.tsx'
import { countOf, formatNumber, formatPercentChange, formatShortDate } from '../../lib/format.ts'
import { formatVolatility } from './ladder-columns.ts'

/** Standard deviations around the forward that are drawn: beyond them prices are cents and volatilities noise. */
const DEVIATIONS_SHOWN = 3
const CURVE_STEPS = 48
const VOLATILITY_UNIT = 100
const HAIR = 1e-6
const BEYOND_LABEL = 'Fit beyond the quotes'

export interface SmileView {
  curves: readonly Curve[]
  /** Strikes with a clean quote. */
  strikes: readonly number[]
  chart: ChartData
}

/** Our volatilities by strike, the smile fitted to them, and the provider's; null where no quote is clean. */
export function toSmileView(
  chain: OptionChain,
  options: readonly OptionContract[],
  expiry: OptionExpiry,
): SmileView | null {
  const { atmIV, smile, forward, years } = expiry
  if (atmIV === null) return null
  const reach = DEVIATIONS_SHOWN * atmIV * Math.sqrt(years)
  const isNear = ({ strikePrice }: OptionContract) => Math.abs(Math.log(strikePrice / forward)) <= reach
  const clean = options.filter(
    (contract) =>
      contract.expirationDate === expiry.expiry &&
      contract.state === 'ok' &&
      contract.impliedVolatility !== null &&
      isNear(contract) &&
      contract.contractType === (contract.strikePrice < forward ? 'put' : 'call'),
  )
  const pointsOf = (type: OptionContract['contractType']) =>
    clean
      .filter(({ contractType }) => contractType === type)
      .map((contract) => toPoint(contract, contract.impliedVolatility))
  const strikes = clean.map(({ strikePrice }) => strikePrice).sort((a, b) => a - b)
  const fitted =
    smile && smile.points > 0
      ? toFittedCurves(
          { forward, years, atmVolatility: atmIV, svi: smile.svi, pointCount: smile.points },
          strikes,
          reach,
        )
      : []
  const provided = clean
    .filter(({ providerIV }) => providerIV !== null)
    .map((contract) => toPoint(contract, contract.providerIV))
  const curves: Curve[] = [
    { id: 'provider', label: 'Provider', points: provided, colour: 'var(--subtle-foreground)', dashed: true },
    ...fitted,
    { id: 'puts', label: 'Puts', points: pointsOf('put'), colour: 'var(--chart-2)', style: 'dots' },
    { id: 'calls', label: 'Calls', points: pointsOf('call'), colour: 'var(--chart-1)', style: 'dots' },
  ]
  const drawn = curves.filter(({ points }) => points.length > 0)
  return { curves: drawn, strikes, chart: toSmileChart(chain, expiry, clean, drawn) }
}

function toPoint({ strikePrice }: OptionContract, volatility: number | null): CurvePoint {
  return { x: strikePrice, y: (volatility ?? 0) * VOLATILITY_UNIT }
}

/** The fit as one line through the quoted strikes, dashed where it goes on without quotes. */
function toFittedCurves(smile: VolatilitySmile, strikes: readonly number[], reach: number): Curve[] {
  const [first, last] = [strikes[0], strikes.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  const { forward } = smile
  const draw = (low: number, high: number): CurvePoint[] =>
    low >= high
      ? []
      : Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
          const strike = low + ((high - low) * step) / CURVE_STEPS
          return { x: strike, y: computeSmileVolatility(smile, strike) * VOLATILITY_UNIT }
        })
  const [lowest, highest] = [forward * Math.exp(-reach), forward * Math.exp(reach)]
  const colour = 'var(--chart-3)'
  return [
    { id: 'fit', label: 'Fitted smile', points: draw(first, last), colour },
    // A hair apart, so that at the outermost quotes the fit is read once.
    { id: 'fit-below', label: BEYOND_LABEL, points: draw(lowest, first - HAIR), colour, dashed: true },
    { id: 'fit-above', label: BEYOND_LABEL, points: draw(last + HAIR, highest), colour, dashed: true },
  ]
}

function toSmileChart(
  chain: OptionChain,
  expiry: OptionExpiry,
  clean: readonly OptionContract[],
  curves: readonly Curve[],
): ChartData {
  const { riskReversal25: reversal } = expiry
  const lean =
    reversal === null
      ? ''
      : ` 25-delta puts are ${formatNumber(Math.abs(reversal) * 100, { decimals: 1 })} points ${reversal < 0 ? 'dearer' : 'cheaper'} than calls.`
  return {
    title: `IV smile ${chain.ticker} ${expiry.expiry}`,
    finding: `At the money the ${formatShortDate(expiry.expiry)} options imply ${formatVolatility(expiry.atmIV)}.${lean}${describeFit(expiry)}`,
    asOf: chain.asOf,
    simulated: chain.simulated,
    columns: [
      { header: 'Strike', format: (value) => formatNumber(value) },
      { header: 'Side' },
      { header: 'IV %', format: (value) => formatNumber(value, { decimals: 1 }) },
      { header: 'Provider IV %', format: (value) => formatNumber(value, { decimals: 1 }) },
    ],
    rows: clean.map(({ strikePrice, contractType, impliedVolatility, providerIV }) => [
      strikePrice,
      contractType,
      impliedVolatility === null ? null : impliedVolatility * VOLATILITY_UNIT,
      providerIV === null ? null : providerIV * VOLATILITY_UNIT,
    ]),
    legend: toLegend(curves),
  }
}

/** Each label once: the fit goes on beyond the quotes on both sides. */
export function toLegend(curves: readonly Curve[]): Curve[] {
  return curves.filter(({ label }, i) => curves.findIndex((other) => other.label === label) === i)
}

/** How near the fit is, rounded up to a tenth of a point; nothing when there is no fit. */
function describeFit({ smile }: OptionExpiry): string {
  if (!smile || smile.points === 0) return ''
  const points = Math.max(1, Math.ceil(smile.error * VOLATILITY_UNIT * 10 - 1e-9)) / 10
  return ` On average the fit is within ${formatNumber(points, { decimals: 1 })} volatility points of the quotes.`
}

export interface TermView {
  curve: Curve
  chart: ChartData
}

/** At-the-money volatility by days to expiry; null with fewer than two expiries. */
export function toTermView(chain: OptionChain): TermView | null {
  const points = chain.expiries.flatMap(({ days, atmIV }) =>
    atmIV === null ? [] : [{ x: days, y: atmIV * VOLATILITY_UNIT }],
  )
  if (points.length < 2) return null
  const slope = chain.summary?.termSlope ?? null
  const curve: Curve = { id: 'term', label: 'At-the-money IV', points, colour: 'var(--chart-1)' }
  return {
    curve,
    chart: {
      title: `Term structure ${chain.ticker}`,
      finding: describeTerm(points, slope),
      asOf: chain.asOf,
      simulated: chain.simulated,
      columns: [
        { header: 'Expiry' },
        { header: 'Days', format: (value) => formatNumber(value, { decimals: 0 }) },
        { header: 'ATM IV %', format: (value) => formatNumber(value, { decimals: 1 }) },
      ],
      rows: chain.expiries.map(({ expiry, days, atmIV }) => [
        expiry,
        days,
        atmIV === null ? null : atmIV * VOLATILITY_UNIT,
      ]),
      legend: [{ label: curve.label, colour: curve.colour }],
    },
  }
}

function describeTerm(points: readonly CurvePoint[], slope: number | null): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return 'No expiry has a clean quote.'
  const ends = `${formatNumber(first.y, { decimals: 1 })}% in ${countOf(first.x, 'day')}, ${formatNumber(last.y, { decimals: 1 })}% in ${countOf(last.x, 'day')}.`
  if (slope === null || Math.abs(slope) < 0.005) return `About flat: ${ends}`
  const change = formatPercentChange(slope * 100, 1).replace('%', ' points')
  return `${slope < 0 ? 'Alarmed now, calmer later' : 'Calmer now than later'}: ${ends} From 30 to 90 days ${change}.`
}
