// Tests: lower-risk-card.test.tsx

import type { LowerRisk, LowerRiskMethod } from '@ballast/contract'
import type { Explanation } from '../../components/explained.tsx'
import { formatShare, formatValue, NO_DATA } from '../../lib/format.ts'
import { nameTickers } from '../../lib/ticker-label.ts'

type Proposal = LowerRisk['proposals'][number]

export const METHOD_NAMES: Readonly<Record<LowerRiskMethod, string>> = {
  'equal-risk-contribution': 'Equal risk',
  'hierarchical-risk-parity': 'Grouped risk',
  'minimum-variance': 'Least risk',
}

/** Rows of the comparison: a figure of today and one for each proposal, in the order of the proposals. */
export interface LowerRiskRow {
  key: string
  explanation: Explanation
  today: string
  proposals: string[]
}

export function toLowerRiskRows({ crises, todayVolatilityPercent, proposals }: LowerRisk): LowerRiskRow[] {
  const percent = (value: number | null) => (value === null ? NO_DATA : formatShare(value))
  return [
    {
      key: 'volatility',
      explanation: EXPLANATIONS.volatility,
      today: percent(todayVolatilityPercent),
      proposals: proposals.map(({ volatilityPercent }) => percent(volatilityPercent)),
    },
    ...crises.map(({ id, name, todayFallPercent }, place) => ({
      key: id,
      explanation: { ...EXPLANATIONS.crisis, name: `Fall in ${name}` },
      today: percent(todayFallPercent),
      proposals: proposals.map(({ crisisFallsPercent }) => percent(crisisFallsPercent[place] ?? null)),
    })),
    {
      key: 'unseen',
      explanation: EXPLANATIONS.unseen,
      today: NO_DATA,
      proposals: proposals.map(({ unseen }) =>
        unseen === null ? NO_DATA : `${formatShare(unseen.lowPercent)} to ${formatShare(unseen.highPercent)}`,
      ),
    },
    {
      key: 'turnover',
      explanation: EXPLANATIONS.turnover,
      today: NO_DATA,
      proposals: proposals.map(({ turnoverPercent }) => percent(turnoverPercent)),
    },
  ]
}

/** The answer in a sentence: what the best proposal that is no noise changes. */
export function describeBestProposal({ missing, proposals, todayVolatilityPercent }: LowerRisk): string {
  if (missing !== null) return missing
  if (todayVolatilityPercent === null) return 'The risk of today’s weights is not known.'
  const clear = proposals.filter(
    ({ unseen, volatilityPercent }) => unseen?.isNoise === false && volatilityPercent < todayVolatilityPercent,
  )
  const best = clear.toSorted((a, b) => a.volatilityPercent - b.volatilityPercent)[0]
  if (!best) return 'No proposal has clearly less risk than your weights today. Their lead may be chance.'
  return `${METHOD_NAMES[best.method]} weights would lower the volatility from ${formatShare(todayVolatilityPercent)} to ${formatShare(best.volatilityPercent)} a year. That needs trades of ${formatShare(best.turnoverPercent)} of the portfolio.`
}

/** True if the advantage of a proposal is more than noise. */
export function describeAdvantage({ unseen }: Proposal): string {
  if (unseen === null) return 'There are too few days to test this proposal.'
  const share = `${unseen.betterSharePercent.toFixed(0)}% of ${unseen.resamples} tests`
  return unseen.isNoise
    ? `This proposal had less risk in only ${share} on days it had not seen. Its advantage may be noise.`
    : `This proposal had less risk in ${share} on days it had not seen.`
}

const KEPT_REASONS = {
  'by-you': 'You keep',
  short: 'Not held as shares',
  options: 'Not changed, because you hold options on',
  history: 'Too little history for',
  small: 'Too small to change',
} as const

/** One sentence for each reason why holdings stay as they are. */
export function describeKept(holdings: LowerRisk['holdings']): string[] {
  return Object.entries(KEPT_REASONS).flatMap(([reason, words]) => {
    const tickers = holdings.filter(({ kept }) => kept === reason).map(({ ticker }) => ticker)
    return tickers.length === 0 ? [] : [`${words}: ${nameTickers(tickers)}.`]
  })
}

/** Describes what is left of the sales. */
export function describeCash({ cashChange }: Proposal): string {
  return cashChange < 0.005 ? 'Nothing is left as cash.' : `${formatValue(cashChange)} is left as cash.`
}

/** Why today's volatility is not that of Overview. */
export const VOLATILITY_NOTE =
  'Volatility here keeps the weights the same on each day of the year. Overview keeps the shares the same, so it shows another figure.'

const WEIGHTS = 'w: value of a position after the ticket ÷ gross value, cash included'

const EXPLANATIONS = {
  volatility: {
    name: 'Volatility at these weights',
    meaning: 'How much the portfolio’s value would have moved in a year at these weights.',
    formula: 'σ = standard deviation of Σ w·r × √252',
    inputs: [WEIGHTS, 'r: daily returns of the last year'],
    convention:
      'The weights come from a covariance shrunk by Ledoit and Wolf (2004). The figure shown comes from the returns themselves, for the whole shares of the ticket. Each day has these weights. On Overview each day has the shares of today, so its volatility differs.',
  },
  crisis: {
    name: 'Fall in a crisis',
    meaning: 'The deepest fall that these weights would have had in a past crisis.',
    formula: 'fall = max (1 − V(t) ÷ highest V before t)',
    inputs: ['V: value on each day, bought at these weights on the first day and held'],
    convention: 'The replay of the backtest: a position that did not trade yet is replaced by its proxy.',
  },
  unseen: {
    name: 'Less risk, unseen days',
    meaning: 'How much volatility a method takes away on days that it did not know when it chose the weights.',
    formula: 'reduction = 1 − σ(method) ÷ σ(today), on the days that were not drawn',
    inputs: ['The history drawn again in blocks of 10 days', 'From the 5th to the 95th percentile of all draws'],
    convention: 'Fewer than 95% of draws with less risk: the advantage may be noise.',
  },
  turnover: {
    name: 'Turnover',
    meaning: 'The part of the portfolio that changes hands.',
    formula: 'turnover = (sales + purchases) ÷ 2 ÷ gross value',
    inputs: ['Sales and purchases of the ticket at the prices of now'],
    convention: 'Taxes and trading costs are not counted.',
  },
} as const satisfies Record<string, Explanation>

/** Sentences on what each method does. */
export const METHOD_SENTENCES: Readonly<Record<LowerRiskMethod, string>> = {
  'equal-risk-contribution': 'The positions that may change share their risk equally, as far as your limits allow.',
  'hierarchical-risk-parity': 'Risk is spread over groups of similar positions, then within each group.',
  'minimum-variance': 'The weights with the lowest volatility; some positions may be sold.',
}
