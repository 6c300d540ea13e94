// Tests: ask.test.ts

import { type FactUnit, METRIC_EXPLANATIONS, type MetricId } from '@ballast/contract'

/** What a figure of a tool's answer is: its label, unit and formula. */
export interface FigureKind {
  label: string
  unit: FactUnit
  formula: string
  /** Decimals that are shown; those of the unit where it is left out. */
  decimals?: number
  /** What the tool's value is multiplied by: 100 where it is a fraction and shown as a percent. */
  times?: 100
}

const of = (metric: MetricId, unit: FactUnit, decimals: number, label: string = METRIC_EXPLANATIONS[metric].name) => ({
  label,
  unit,
  decimals,
  formula: METRIC_EXPLANATIONS[metric].formula,
})
const percent = (label: string, formula: string): FigureKind => ({ label, unit: 'percent', decimals: 1, formula })
const fraction = (label: string, formula: string): FigureKind => ({ ...percent(label, formula), times: 100 })
const usd = (label: string, formula: string): FigureKind => ({ label, unit: 'usd', formula })
const perShare = (label: string, formula: string): FigureKind => ({ label, unit: 'usd-per-share', formula })
const count = (label: string, formula: string): FigureKind => ({ label, unit: 'count', formula })
const ratio = (label: string, formula: string): FigureKind => ({ label, unit: 'ratio', formula })
const date = (label: string, formula: string): FigureKind => ({ label, unit: 'date', formula })

const VALUE = 'sum of shares × price × multiplier over positions with a price, cash included'
const BOUGHT = 'value − cost, over positions with a price and a cost'
const OF_PROFIT = 'the hedge search, at the asked fall of the market, worst day and worst valuation'

const OVERVIEW: Readonly<Record<string, FigureKind>> = {
  marketValue: usd('Market value', VALUE),
  'dayChange.value': usd('Change of the day', 'value − value at the previous close'),
  'dayChange.percent': percent('Change of the day', 'value ÷ value at the previous close − 1'),
  'totalGain.value': usd('Total gain', BOUGHT),
  'totalGain.percent': percent('Total gain', '(value − cost) ÷ cost'),
  'moves.*.changePercent': { ...percent('Move of the day', 'price ÷ previous close − 1'), decimals: 2 },
  'moves.*.price': perShare('Price', 'latest price'),
  'risk.beta': of('portfolioBeta', 'ratio', 2, 'Beta'),
  'risk.volatilityPercent': of('volatility', 'percent', 1, 'Volatility of one year'),
  'risk.maxDrawdownPercent': of('maxDrawdown', 'percent', 1, 'Largest fall of one year'),
  'risk.benchmarkVolatilityPercent': of('volatility', 'percent', 1, 'Volatility of the market'),
  'risk.benchmarkMaxDrawdownPercent': of('maxDrawdown', 'percent', 1, 'Largest fall of the market'),
  'risk.diversification.score': of('diversificationScore', 'count', 0),
  'risk.diversification.effectiveBets': of('effectiveBets', 'ratio', 1),
  'topRisk.weightPercent': percent('Share of the value', 'value of these holdings ÷ market value'),
  'topRisk.riskSharePercent': percent('Share of the risk', 'their part of the variance of the portfolio’s returns'),
  'rates.value': usd('Value of Treasuries', 'sum of face value × stated price'),
  'rates.duration': ratio('Modified duration', 'change of the price per point of yield, weighted by value'),
  'rates.ifYieldsRise': usd('If yields rise by one point', '−duration × Δy + ½ × convexity × Δy², on the value'),
  'rates.ifYieldsFall': usd('If yields fall by one point', '−duration × Δy + ½ × convexity × Δy², on the value'),
}

const under = (prefix: string, kinds: Readonly<Record<string, FigureKind>>) =>
  Object.fromEntries(Object.entries(kinds).map(([path, kind]) => [`${prefix}.${path}`, kind]))

/** Kinds of figures, by tool and path in its answer; `*` stands for a place in a list. */
const KINDS: Readonly<Record<string, FigureKind>> = {
  ...under('get_portfolio_overview', OVERVIEW),
  ...under('try_sale.before', OVERVIEW),
  ...under('try_sale.after', OVERVIEW),
  'try_sale.percent': percent('Part that is sold', 'as asked'),
  'try_sale.shares': { label: 'Shares sold', unit: 'shares', formula: 'shares × part that is sold' },
  'try_sale.proceeds': usd('Proceeds', 'shares sold × latest price'),
  ...under('get_portfolio', {
    'page.total': count('Positions', 'rows of the portfolio'),
    'positions.*.shares': { label: 'Shares', unit: 'shares', formula: 'as held' },
    'positions.*.avgCost': perShare('Average cost', 'as uploaded'),
  }),
  ...under('get_correlation_analysis', {
    diversificationScore: of('diversificationScore', 'count', 0),
    averageCorrelation: of('averageCorrelation', 'ratio', 2),
    'diversification.effectiveBets': of('effectiveBets', 'ratio', 1),
    'diversification.weightedCorrelation': of('independence', 'ratio', 2, 'Correlation weighted by risk'),
    'concentration.effectivePositions': of('effectivePositions', 'ratio', 1),
    'concentration.topFivePercent': percent('Five largest positions', 'sum of their weights'),
    'concentration.largestName.weightPercent': percent('Weight', 'value ÷ gross market value'),
    'marketCorrelations.*.weightPercent': percent('Weight', 'value ÷ gross market value'),
    'marketCorrelations.*.marketBeta': of('marketBeta', 'ratio', 2),
    'marketCorrelations.*.volatilityPercent': of('volatility', 'percent', 1),
    'marketCorrelations.*.marketCorrelation': of('marketCorrelation', 'ratio', 2),
    'strongestPairs.*.correlation': of('correlation', 'ratio', 2),
    'strongestPairs.*.weightPercent': percent('Weight of both', 'sum of their weights'),
    'bestOffsets.*.weightPercent': percent('Weight of both', 'sum of their weights'),
    'bestOffsets.*.correlation': of('correlation', 'ratio', 2),
    'correlationMatrix.*.correlation': of('correlation', 'ratio', 2),
    'sectorExposure.*.percentage': of('sectorExposure', 'percent', 1, 'Weight of the sector'),
    'sectorExposure.*.value': usd('Value of the sector', 'sum of its positions by magnitude'),
    'window.observations': { label: 'Daily returns', unit: 'count', formula: 'days of one year with a return' },
  }),
  ...under('run_backtest', {
    'metrics.totalReturn': of('totalReturn', 'percent', 1),
    'metrics.maxDrawdown': of('maxDrawdown', 'percent', 1),
    'metrics.sharpeRatio': of('sharpeRatio', 'ratio', 2),
    'metrics.volatility': of('volatility', 'percent', 1),
    'metrics.var95': of('var95', 'percent', 2),
    'metrics.cvar95': of('cvar95', 'percent', 2),
    'metrics.worstDay.percent': of('worstDay', 'percent', 2),
    'metrics.worstDay.date': date('Worst day', 'day of the lowest return'),
    'benchmarkMetrics.totalReturn': of('totalReturn', 'percent', 1, 'Total return of the market'),
    'benchmarkMetrics.maxDrawdown': of('maxDrawdown', 'percent', 1, 'Largest fall of the market'),
    'benchmarkMetrics.sharpeRatio': of('sharpeRatio', 'ratio', 2, 'Sharpe ratio of the market'),
    'coverage.proxyPercent': percent('Replayed by proxies', 'value of holdings that did not trade then ÷ value'),
    'drawdowns.*.depthPercent': of('maxDrawdown', 'percent', 1),
    'drawdowns.*.daysDown': { label: 'Trading days down', unit: 'count', formula: 'from the peak to the trough' },
    'drawdowns.*.daysToRecover': {
      label: 'Trading days to recover',
      unit: 'count',
      formula: 'from the trough to the old peak',
    },
    'scenario.first': date('First day', 'first close of the window'),
    'scenario.last': date('Last day', 'last close of the window'),
  }),
  ...under('get_option_chain', {
    underlyingPrice: perShare('Price', 'latest price of the underlying'),
    'summary.iv30': fraction('Implied volatility of 30 days', 'at the money, by total variance between expiries'),
    'summary.ivHistory.ivRank': count(
      'Volatility rank',
      'place between the lowest and the highest of one year, from 0 to 100',
    ),
    'summary.expectedMove': perShare('Expected move in 30 days', 'price × implied volatility × √(30 ÷ 365)'),
    'summary.expectedMovePercent': percent('Expected move in 30 days', 'expected move ÷ price'),
    'summary.putCallRatio': ratio('Put/call ratio', 'volume of puts ÷ volume of calls'),
    'summary.putCallHistory.usualRatio': ratio(
      'Usual put/call ratio',
      'median of the ratios observed in the last year',
    ),
    'summary.putVolume': count('Puts traded', 'contracts of the last session'),
    'summary.callVolume': count('Calls traded', 'contracts of the last session'),
    'summary.unusual.*.volume': count('Contracts traded', 'volume of the last session'),
    'summary.unusual.*.timesAverage': ratio('Times the average', 'volume ÷ mean volume of all contracts'),
    'summary.unusual.*.strikePrice': perShare('Strike', 'as listed'),
    'summary.unusual.*.expirationDate': date('Expiry', 'as listed'),
    'summary.unusualCount': count('Contracts with unusual volume', 'volume above twice the mean'),
    'expiries.*.expiry': date('Expiry', 'as listed'),
    'expiries.*.days': { label: 'Days to expiry', unit: 'days', formula: 'calendar days in New York' },
    'expiries.*.expectedMove': perShare('Expected move', 'price × implied volatility × √years'),
    'expiries.*.dividendYield': fraction('Implied dividend yield', 'implied by the forward price, a year'),
    'options.*.strikePrice': perShare('Strike', 'as listed'),
    'options.*.expirationDate': date('Expiry', 'as listed'),
    'options.*.ask': perShare('Ask', 'as quoted'),
    'options.*.delta': ratio('Delta', 'change of the price per $1 of the underlying'),
  }),
  ...under('get_hedge_analysis', {
    createdAt: date('Day of the hedge search', 'when it was made'),
    'request.limitPercent': percent('Limit', 'as asked'),
    'request.shockPercent': percent('Fall of the market', 'as asked'),
    'riskAssessment.shocks.*.marketPercent': percent('Move of the market', 'as assumed'),
    'riskAssessment.shocks.*.profitPercent': percent(
      'Profit or loss',
      'betas and options of the portfolio, at this move',
    ),
    'hedgeStrategies.*.cost.total': usd('Cost', 'premium, fees and spreads; for sales what they forgo'),
    'hedgeStrategies.*.cost.percent': { ...percent('Cost', 'cost ÷ value of the portfolio'), decimals: 2 },
    'hedgeStrategies.*.lossAtShockPercent': percent('Loss with it', OF_PROFIT),
    'hedgeStrategies.*.unhedgedLossAtShockPercent': percent('Loss without it', OF_PROFIT),
    'hedgeStrategies.*.netLossAvoided': usd('Loss avoided, cost taken off', OF_PROFIT),
    'hedgeStrategies.*.openRiskPercent': percent(
      'Loss with what it leaves open',
      'loss + the larger of residual volatility and a gap of 30% in one holding',
    ),
    'hedgeStrategies.*.upsideGivenUpPercent': percent('Gains given up', 'what sold calls cap, of the portfolio'),
    'hedgeStrategies.*.daysToExpiry': {
      label: 'Days to expiry',
      unit: 'days',
      formula: 'calendar days to the first expiry',
    },
    'hedgeStrategies.*.crises.*.worstUnhedgedPercent': percent(
      'Worst day without it',
      'replay of the crisis, day by day',
    ),
    'hedgeStrategies.*.crises.*.worstHedgedPercent': percent('Worst day with it', 'replay of the crisis, day by day'),
  }),
  ...under('get_ai_run', {
    'comprehensive.confidence': {
      ...percent('Confidence', '100 × min(0.9, √data × resamples × (0.5 + 0.5 × windows))'),
      decimals: 0,
    },
    'comprehensive.confidenceDetail.data': fraction('Share with own prices', 'value with a year of own prices ÷ value'),
    'comprehensive.confidenceDetail.resamples': fraction(
      'Resampled markets that agree',
      'share in which the action helps after its cost',
    ),
    'comprehensive.confidenceDetail.windows': fraction('Past windows that agree', 'share with the same sign'),
  }),
  ...under('get_track_record', {
    '*.made': count('Recommendations made', 'entries of the record'),
    '*.scored': count('Recommendations scored', 'recommendations whose term is over'),
    '*.needed': count('Scores needed', 'scores before a rate is given'),
    '*.successRatePercent': percent('Recommendations that helped', 'share of the scored ones that beat doing nothing'),
  }),
}

/** @throws Error for a figure that has no kind: a fault of the program */
export function findKind(path: string): FigureKind {
  const kind = KINDS[path]
  if (!kind) throw new Error(`The figure "${path}" has no kind`)
  return kind
}
