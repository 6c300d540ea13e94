import type { Discovery, GroundedText } from '@ballast/contract'
import { toContractView } from '../../components/options/contract-value.ts'
import {
  type Leg,
  type LegExpiry,
  type TradedContract,
  toStrategyView,
} from '../../components/options/strategy-view.ts'
import {
  countOf,
  formatCount,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPercentChange,
  formatShortDate,
} from '../../lib/format.ts'

/** `Hedge` gains on the portfolio's worst days, `Speculative` does not protect it. */
export const PLAY_TYPES = {
  hedge: { name: 'Hedge', tone: 'default' },
  'tail-risk': { name: 'Speculative', tone: 'secondary' },
} as const satisfies Record<Discovery['type'], { name: string; tone: 'default' | 'secondary' }>

/** `98 call, expires Feb 19`. */
export function nameContract({
  strike,
  contractType,
  expiry,
}: Pick<Discovery, 'strike' | 'contractType' | 'expiry'>): string {
  return `${formatStrike(strike)} ${contractType}, expires ${formatShortDate(expiry)}`
}

export function formatStrike(strike: number): string {
  return formatNumber(strike, { decimals: Number.isInteger(strike) ? 0 : 2 })
}

/** `18.2%` cheap or `−4.1%` dear against its own normal. */
export function formatMispricing(percent: number): string {
  return formatPercentChange(percent, 1)
}

/** `2.3%`: how much of what is found as clearly as this one expects to be chance; never a nought that it is not. */
export function formatQValue(fraction: number | null): string {
  return fraction !== null && fraction < 0.0005 ? '< 0.1%' : formatPercent(fraction === null ? null : 100 * fraction, 1)
}

const REASONS = {
  'moves-against': 'moves against the portfolio beyond the market',
  'moves-with': 'moves with the portfolio beyond the market',
  'gains-in-tail': 'gains on the portfolio’s worst days',
  'amplifies-tail': 'falls more than its beta on the portfolio’s worst days',
} as const satisfies Record<Discovery['reasons'][number], string>

/** `Gains on the portfolio’s worst days`, several joined. */
export function describeReasons({ reasons }: Pick<Discovery, 'reasons'>): string {
  const text = reasons.map((reason) => REASONS[reason]).join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface IdeaFigure {
  label: string
  text: string
  caption?: string
  /** Name of the field in `factIds`. */
  field: string
}

/** The three figures in the middle of a card. */
export function toCardFigures({ correlation, mispricing, expectedReturn }: Discovery): IdeaFigure[] {
  return [
    { label: 'Correlation', text: formatNumber(correlation), field: 'correlation' },
    { label: 'Mispricing', text: formatMispricing(mispricing), field: 'mispricing' },
    { label: 'Expected return', text: formatPercentChange(expectedReturn, 0), field: 'expectedReturn' },
  ]
}

/** The line under them: how sure the relation is, and where a fair price would lie. */
export function toEvidenceFigures({ qValue, fairLow, fairHigh, pricing }: Discovery): IdeaFigure[] {
  return [
    { label: 'q-value', text: formatQValue(qValue), field: 'qValue' },
    {
      label: 'Fair band',
      text: `${formatMoney(fairLow)} – ${formatMoney(fairHigh)}`,
      caption: `quoted ${formatMoney(pricing.mid)}`,
      field: 'fairValue',
    },
  ]
}

/**
 * The first sentences of a text and the rest of it, the figures in both still facts. A full stop inside a figure or a
 * number ends no sentence.
 */
export function cutSentences(text: GroundedText, count: number): { first: GroundedText; rest: GroundedText } {
  let left = count
  for (const [place, piece] of text.entries()) {
    if (piece.fact !== undefined) continue
    for (const end of piece.text.matchAll(/[.!?](?=\s)/g)) {
      left -= 1
      if (left > 0) continue
      const cut = end.index + 1
      return {
        first: [...text.slice(0, place), { text: piece.text.slice(0, cut) }],
        rest: [{ text: piece.text.slice(cut) }, ...text.slice(place + 1)],
      }
    }
  }
  return { first: text, rest: [] }
}

/** How the relation was found, and that it is more than chance. */
export function toRelationFigures(idea: Discovery): IdeaFigure[] {
  const { partialCorrelation, qValue, tail, stability, conditionalReturn, badPortfolioPercent } = idea
  const figures: (IdeaFigure | false)[] = [
    { label: 'Correlation, 90 days', text: formatNumber(idea.correlation), field: 'correlation' },
    partialCorrelation !== null && {
      label: 'Beyond the market',
      text: formatNumber(partialCorrelation),
      caption: 'partial correlation',
      field: 'partialCorrelation',
    },
    qValue !== null && {
      label: 'q-value',
      text: formatQValue(qValue),
      caption: 'expected share of chance',
      field: 'qValue',
    },
    {
      label: 'As a position',
      text: formatNumber(idea.effectiveCorrelation),
      caption: 'correlation with the portfolio',
      field: 'effectiveCorrelation',
    },
    tail !== null && {
      label: 'On the worst days',
      text: formatPercentChange(tail.meanPercent),
      caption: `mean of ${countOf(tail.days, 'day')}, up on ${formatPercent(tail.risePercent, 0)}`,
      field: 'tail.meanPercent',
    },
    { label: 'Same sign', text: formatPercent(100 * stability, 0), caption: 'of earlier windows', field: 'stability' },
    conditionalReturn !== null && {
      label: 'In bad paths',
      text: formatPercentChange(conditionalReturn, 0),
      caption: `while the portfolio returns ${formatPercentChange(badPortfolioPercent, 1)}`,
      field: 'conditionalReturn',
    },
  ]
  return figures.filter((figure) => figure !== false)
}

/** Lists its cost and its largest loss. */
export function toCostFigures(idea: Discovery): IdeaFigure[] {
  return [
    { label: 'One contract', text: formatMoney(idea.cost), caption: 'at the ask', field: 'cost' },
    {
      label: idea.contracts === 1 ? 'With commission' : `${countOf(idea.contracts, 'contract')}, with fees`,
      text: formatMoney(idea.totalCost),
      caption: `${formatPercent(idea.totalCostPercent)} of the portfolio`,
      field: 'totalCost',
    },
    { label: 'Break-even', text: formatMoney(idea.breakEven), caption: 'at expiry', field: 'breakEven' },
    { label: 'Most to lose', text: formatMoney(idea.maxLoss), caption: 'one contract', field: 'maxLoss' },
    { label: 'Bid', text: formatNumber(idea.bid), field: 'bid' },
    { label: 'Ask', text: formatNumber(idea.ask), field: 'ask' },
    { label: 'Open interest', text: formatCount(idea.openInterest), field: 'openInterest' },
    {
      label: 'Expected return',
      text: formatPercentChange(idea.expectedReturn, 0),
      caption: 'held to expiry, no view',
      field: 'expectedReturn',
    },
  ]
}

/** How the fair value came about, step by step. */
export function toPricingSteps(idea: Discovery): IdeaFigure[] {
  const { pricing } = idea
  return [
    {
      label: 'Forecast volatility',
      text: formatPercent(100 * pricing.forecastVolatility, 1),
      caption:
        pricing.forecastsMeasured === 0
          ? `usual error ± ${formatPercent(100 * pricing.forecastUncertainty, 0)}`
          : `error ± ${formatPercent(100 * pricing.forecastUncertainty, 0)}, of ${countOf(pricing.forecastsMeasured, 'past forecast')}`,
      field: 'forecastVolatility',
    },
    {
      label: '× usual premium',
      text: formatNumber(pricing.premiumRatio),
      caption:
        pricing.premiumMeasured === 0 ? 'of its class' : `of ${countOf(pricing.premiumMeasured, 'own observation')}`,
      field: 'premiumRatio',
    },
    {
      label: '× shape of the smile',
      text: formatNumber(pricing.smileShape),
      caption: 'this strike over at the money',
      field: 'smileShape',
    },
    {
      label: '= fair volatility',
      text: formatPercent(100 * pricing.fairVolatility, 1),
      caption: `quoted at ${formatPercent(100 * idea.impliedVolatility, 1)}`,
      field: 'fairVolatility',
    },
    {
      label: 'Fair value',
      text: formatMoney(idea.fairValue),
      caption: `middle of the quote ${formatMoney(pricing.mid)}`,
      field: 'fairValue',
    },
    {
      label: 'Fair band',
      text: `${formatMoney(idea.fairLow)} to ${formatMoney(idea.fairHigh)}`,
      caption: 'one forecast error either way',
      field: 'fairLow',
    },
  ]
}

/** Converts an idea to the input of the shared parts of option contracts: with the numbers of the run, not those of now. */
export function toTradedLeg(idea: Discovery): Leg<TradedContract, LegExpiry> {
  const [leg] = idea.legs
  return {
    contract: {
      symbol: idea.symbol,
      contractType: idea.contractType,
      strikePrice: idea.strike,
      multiplier: leg?.multiplier ?? 100,
      impliedVolatility: idea.pricing.impliedVolatility,
      bid: idea.bid,
      ask: idea.ask,
    },
    expiry: {
      expiry: idea.expiry,
      years: idea.pricing.years,
      forward: idea.pricing.forward,
      atmIV: idea.pricing.impliedVolatility,
    },
    contracts: idea.contracts,
  }
}

/** The payoff of the whole position at expiry and its value now, by price of the underlying. */
export function toPayoffView(idea: Discovery) {
  const { spot, rate } = idea.pricing
  return toStrategyView([toTradedLeg(idea)], { spot, rate, shares: 0 })
}

/** Value per share over price and time, by the model at the quoted volatility. */
export function toValueView({ strike, contractType, daysToExpiry, pricing }: Discovery) {
  return toContractView(
    {
      impliedVolatility: pricing.impliedVolatility,
      contractType,
      strikePrice: strike,
      style: pricing.style,
    },
    { years: pricing.years, days: daysToExpiry, forward: pricing.forward, dividendYield: pricing.dividendYield },
    pricing.rate,
  )
}
