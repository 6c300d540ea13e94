import type { Fact, HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { formatCount, formatPercent, formatShare, formatValue } from '../../lib/format.ts'

/** Every strategy of an analysis that can be chosen, each once. */
export function listStrategies({ hedgeStrategies, frontierStrategies }: HedgeAnalysis): HedgeStrategy[] {
  const known = new Set(hedgeStrategies.map(({ id }) => id))
  return [...hedgeStrategies, ...frontierStrategies.filter(({ id }) => !known.has(id))]
}

/** The chosen strategy, else the one the analysis recommends; undefined only when there is none at all. */
export function pickStrategy(analysis: HedgeAnalysis, chosenId: string | null): HedgeStrategy | undefined {
  const all = listStrategies(analysis)
  return all.find(({ id }) => id === chosenId) ?? all.find(({ role }) => role === 'recommended') ?? all[0]
}

/** `Strategy 2`, or which point of the frontier it is. */
export function nameStrategy(analysis: HedgeAnalysis, strategy: HedgeStrategy): string {
  const place = analysis.hedgeStrategies.findIndex(({ id }) => id === strategy.id)
  if (place >= 0) return `Strategy ${place + 1}`
  const point = analysis.frontier.find(({ strategyId }) => strategyId === strategy.id)
  return point ? `Frontier, at most ${formatShare(point.limitPercent)}` : strategy.type
}

export const ROLE_NAMES = {
  recommended: 'Recommended',
  alternative: 'Alternative',
  concentration: 'Concentration first',
  comparator: 'To compare',
} as const satisfies Record<HedgeStrategy['role'], string>

/** The figures of a strategy that are facts, by the last part of their key; undefined where there is no such fact. */
export function findStrategyFacts(
  facts: readonly Fact[],
  { estimatedCostParts, reasoningParts }: HedgeStrategy,
): (figure: string) => string | undefined {
  const named = new Set([...estimatedCostParts, ...reasoningParts].flatMap(({ fact }) => fact ?? []))
  // Its own facts share the beginning of their keys: `strategy.put-spread.cost`.
  const own = facts.find(
    ({ id, key }) => named.has(id) && /^strategy\.[^.]+\.(cost|costPercent|lossAtShockPercent)$/.test(key),
  )
  const prefix = own?.key.replace(/(?<![^.])[^.]+$/, '')
  return (figure) => (prefix === undefined ? undefined : facts.find(({ key }) => key === `${prefix}${figure}`)?.id)
}

/** `$4,610`, `Credit $1,151`, `Nothing`: what a strategy costs, in large type. */
export function describeCost({ total }: HedgeStrategy['cost']): string {
  if (Math.abs(total) < 0.5) return formatValue(0)
  return total < 0 ? `Credit ${formatValue(-total)}` : formatValue(total)
}

/** The honesty of a strategy: what it costs in the long run, when it pays, what it leaves open. */
export interface HonestFigure {
  label: string
  text: string
  caption: string | null
  /** Last part of the key of its fact. */
  fact: string
}

export function toHonestFigures(strategy: HedgeStrategy, limitPercent: number): HonestFigure[] {
  const { annualDragPercent: drag, expected, breakEven, upsideGivenUpPercent, sellingInsteadPercent } = strategy
  const loss: HonestFigure = {
    label: 'Loss at the asked fall',
    text: formatPercent(strategy.lossAtShockPercent),
    caption: `${formatPercent(strategy.unhedgedLossAtShockPercent)} without it; ${strategy.holdsLimit ? 'keeps' : 'misses'} the ${formatPercent(limitPercent, 1)} limit`,
    fact: 'lossAtShockPercent',
  }
  return [
    loss,
    drag && {
      label: 'Cost a year, renewed',
      text: `${signed(drag.heldToExpiry)}%`,
      caption: `${signed(drag.rolled)}% if rolled early`,
      fact: 'annualDragPercent',
    },
    expected && {
      label: 'Expected to lose',
      text: expected.netCost < 0 ? `Gain ${formatValue(-expected.netCost)}` : formatValue(expected.netCost),
      caption: 'cost less the mean payoff',
      fact: 'expectedNetCost',
    },
    breakEven.marketPercent !== null && {
      label: 'Pays from a fall of',
      text: formatShare(-breakEven.marketPercent),
      caption: 'at expiry',
      fact: 'breakEvenPercent',
    },
    {
      label: 'Given up at +10%',
      text: formatShare(upsideGivenUpPercent),
      caption: 'of value',
      fact: 'upsideGivenUpPercent',
    },
    sellingInsteadPercent !== null && {
      label: 'Selling would do the same',
      text: formatShare(sellingInsteadPercent),
      caption: 'of everything',
      fact: 'sellingPercent',
    },
  ].filter((figure): figure is HonestFigure => Boolean(figure))
}

function signed(percent: number): string {
  return formatShare(percent).replace(/%$/, '')
}

/** One pair of bars: a state of the market, the profit without and with the hedge. */
export interface BarRow {
  id: string
  title: string
  subtitle: string
  unhedged: number
  hedged: number
}

const SHOWN_SHOCKS = [-10, -20, -30]

/** What falls cost with and without it, in dollars, at expiry. */
export function toShockBars(strategy: HedgeStrategy, portfolioValue: number): BarRow[] {
  return strategy.table
    .filter(({ marketPercent }) => SHOWN_SHOCKS.includes(marketPercent))
    .map(({ marketPercent, unhedged, hedgedAtExpiry }) => ({
      id: String(marketPercent),
      title: `Market falls ${formatCount(-marketPercent)}%`,
      subtitle: `from ${formatShare((-100 * unhedged) / portfolioValue)} to ${formatShare((-100 * hedgedAtExpiry) / portfolioValue)}`,
      unhedged,
      hedged: hedgedAtExpiry,
    }))
}

/** What the crises would cost today's portfolio with and without it, in dollars. */
export function toCrisisBars({ crises }: HedgeStrategy, portfolioValue: number): BarRow[] {
  return crises.map((crisis) => ({
    id: crisis.scenarioId,
    title: crisis.name,
    subtitle: [
      crisis.renewals > 0 && `renewed ${formatCount(crisis.renewals)}×`,
      crisis.proxyPercent >= 0.5 && `${formatShare(crisis.proxyPercent)} proxied`,
    ]
      .filter(Boolean)
      .join(', '),
    unhedged: (portfolioValue * crisis.unhedgedPercent) / 100,
    hedged: (portfolioValue * crisis.hedgedPercent) / 100,
  }))
}

export interface RiskLevel {
  name: 'High' | 'Medium' | 'Low'
  tone: 'destructive' | 'default' | 'secondary'
}

/** The level that a text begins with: "High: NVDA is …". */
export function readLevel(text: string): RiskLevel | null {
  const name = /^(High|Medium|Low)\b/.exec(text)?.[1] as RiskLevel['name'] | undefined
  if (!name) return null
  return { name, tone: ({ High: 'destructive', Medium: 'default', Low: 'secondary' } as const)[name] }
}

/** How two analyses differ, row by row. */
export function toComparison(analyses: readonly HedgeAnalysis[]): { label: string; values: string[] }[] {
  const row = (label: string, write: (analysis: HedgeAnalysis) => string) => ({ label, values: analyses.map(write) })
  const best = (analysis: HedgeAnalysis) => analysis.hedgeStrategies.find(({ role }) => role === 'recommended')
  return [
    row('Portfolio value', ({ riskAssessment }) => formatValue(riskAssessment.value)),
    row('Beta', ({ riskAssessment }) => riskAssessment.beta.toFixed(2)),
    row('Asked for', ({ request }) => describeAsked(request)),
    row('Outcome', ({ outcome }) => OUTCOME_NAMES[outcome]),
    row('Recommended', (analysis) => best(analysis)?.instrument ?? 'Nothing'),
    row('Cost', (analysis) => {
      const strategy = best(analysis)
      return strategy ? `${describeCost(strategy.cost)} (${formatPercent(strategy.cost.percent)})` : formatValue(0)
    }),
    row('Loss at the asked fall, without', (analysis) => formatPercent(best(analysis)?.unhedgedLossAtShockPercent)),
    row('Loss at the asked fall, with', (analysis) => formatPercent(best(analysis)?.lossAtShockPercent)),
  ]
}

export function describeAsked({
  limitPercent,
  shockPercent,
}: Pick<HedgeAnalysis['request'], 'limitPercent' | 'shockPercent'>): string {
  return `At most ${plain(limitPercent)}% if the market falls ${plain(shockPercent)}%`
}

function plain(percent: number): string {
  return String(Math.round(percent * 100) / 100)
}

export const OUTCOME_NAMES = {
  hedge: 'Hedge found',
  'cannot-be-met': 'Cannot be met',
  'limit-holds-already': 'Limit holds already',
  'do-not-hedge': 'Do not hedge',
} as const satisfies Record<HedgeAnalysis['outcome'], string>
