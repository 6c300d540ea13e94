import type { Fact, GroundedText, HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import type { BarRow } from '../../components/charts/bars-drawing.tsx'
import type { ComparisonRow } from '../../components/earlier-runs.tsx'
import { formatCount, formatPercent, formatShare, formatValue } from '../../lib/format.ts'
import { describeContrary, describeCrisisSaving } from './crisis-view.ts'
import { findWorstLosses } from './loss-map-view.ts'

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
    ({ id, key }) =>
      named.has(id) && /^strategy\.[^.]+\.(cost|costPercent|lossAtShockPercent|crisisLossPercent)$/.test(key),
  )
  const prefix = own?.key.replace(/(?<![^.])[^.]+$/, '')
  return (figure) => (prefix === undefined ? undefined : facts.find(({ key }) => key === `${prefix}${figure}`)?.id)
}

/** `$4,610`, `Credit $1,151`, `Nothing`: what a strategy costs, in large type. */
export function describeCost({ total }: Pick<HedgeStrategy['cost'], 'total'>): string {
  if (Math.abs(total) < 0.5) return formatValue(0)
  return total < 0 ? `Credit ${formatValue(-total)}` : formatValue(total)
}

/** `1.77% of value; 7.1% a year if held to expiry and bought again`. */
export function describeShare({ cost, annualDragPercent }: HedgeStrategy): string {
  if (Math.abs(cost.total) < 0.5) return 'no cost'
  const share = `${formatPercent(Math.abs(cost.percent))} of value`
  if (cost.total < 0) return `${share}, received`
  if (cost.kind === 'forgone-return') return `${share} in expected return forgone`
  if (cost.kind === 'spread') return `${share} in trading costs`
  return annualDragPercent
    ? `${share}; ${signed(annualDragPercent.heldToExpiry)}% a year if held to expiry and bought again`
    : share
}

/**
 * Describes what a strategy saves in the shock, by the worst of its valuations, or on the worst day of the asked crisis.
 */
export function describeSaving(
  strategy: HedgeStrategy,
  { request, riskAssessment }: Pick<HedgeAnalysis, 'request' | 'riskAssessment'>,
): { label: string; text: string; caption: string; fact: string } {
  const ofCrisis = describeCrisisSaving(strategy, { request, riskAssessment })
  if (ofCrisis) return ofCrisis
  const { lossAtShockPercent: after, unhedgedLossAtShockPercent: before, holdsLimit } = strategy
  const saved = ((before - after) / 100) * riskAssessment.value
  const limit = `${plain(request.limitPercent)}% limit`
  const isWithin = after <= request.limitPercent + 0.005
  const verdict = holdsLimit
    ? `: keeps the ${limit}`
    : isWithin
      ? `: not at every fall within the ${limit}`
      : `: misses the ${limit}`
  // Of simulated paths, or of each holding by itself, one fall of the market says nothing.
  const isMeant = request.objective === 'loss-curve'
  const contrary = describeContrary(strategy, { riskAssessment })
  return {
    label: `${saved < -0.5 ? 'Loses more' : 'Saves'} if the market falls ${plain(request.shockPercent)}%${contrary ? ' within the term' : ''}`,
    text: formatValue(Math.abs(saved)),
    caption: `${describeLoss(before)} without it, ${describeLoss(after)} with it${isMeant ? verdict : ''}${contrary ? `. ${contrary}` : ''}`,
    fact: 'lossAtShockPercent',
  }
}

const describeLoss = (percent: number) =>
  percent < 0 ? `+${formatPercent(-percent, 1)}` : `−${formatPercent(percent, 1)}`

/** A text up to the end of its first sentence, and what follows; the rest is null when that is all. */
export function splitFirstSentence(text: GroundedText): { first: GroundedText; rest: GroundedText | null } {
  for (const [place, piece] of text.entries()) {
    const end = piece.fact === undefined ? piece.text.search(/[.!?](?=\s+\S)/) : -1
    const isLast = piece.fact === undefined && /[.!?]\s*$/.test(piece.text)
    const cut = end >= 0 ? end + 1 : isLast && place < text.length - 1 ? piece.text.length : -1
    if (cut < 0) continue
    const after = { ...piece, text: piece.text.slice(cut).trimStart() }
    const rest = [...(after.text === '' ? [] : [after]), ...text.slice(place + 1)]
    return { first: [...text.slice(0, place), { ...piece, text: piece.text.slice(0, cut) }], rest }
  }
  return { first: text, rest: null }
}

/** The honesty of a strategy: what it costs in the long run, when it pays, what it leaves open. */
export interface HonestFigure {
  label: string
  text: string
  /** Last part of the key of its fact. */
  fact: string
}

export function toHonestFigures(strategy: HedgeStrategy): HonestFigure[] {
  const { annualDragPercent: drag, expected, breakEven, upsideGivenUpPercent, sellingInsteadPercent } = strategy
  const { openRiskPercent } = strategy
  return [
    breakEven.marketPercent !== null && {
      label: 'Pays from a market fall of',
      text: formatShare(-breakEven.marketPercent),
      fact: 'breakEvenPercent',
    },
    expected && toExpectedFigure(expected),
    expected?.odds && {
      label: 'Pays back its price in',
      text: `${formatCount(expected.odds.paysBackPercent)} of 100 outcomes`,
      fact: 'paysBackPercent',
    },
    expected?.odds && {
      label: 'More than three times it in',
      text: `${formatCount(expected.odds.overThreePercent)} of 100`,
      fact: 'paysThreePercent',
    },
    expected?.odds && {
      label: 'Nothing in',
      text: `${formatCount(expected.odds.nothingPercent)} of 100`,
      fact: 'paysNothingPercent',
    },
    drag && {
      label: 'A year, if sold early and bought again, prices unmoved',
      text: `${signed(drag.rolled)}%`,
      fact: 'rolledDragPercent',
    },
    {
      label: 'Given up if it rises 10%',
      text: `${formatShare(upsideGivenUpPercent)} of value`,
      fact: 'upsideGivenUpPercent',
    },
    openRiskPercent !== null && {
      label: 'Loss with a single-name gap',
      text: `${formatShare(openRiskPercent)} of value`,
      fact: 'openRiskPercent',
    },
    sellingInsteadPercent !== null && {
      label: 'Selling that does the same',
      text: `${formatShare(sellingInsteadPercent)} of everything`,
      fact: 'sellingPercent',
    },
  ].filter((figure): figure is HonestFigure => Boolean(figure))
}

/** A range where the answer has one; answers from before have a mean. */
function toExpectedFigure({ netCost, low, high }: NonNullable<HedgeStrategy['expected']>): HonestFigure {
  if (low === null || high === null || high <= 0) {
    return {
      label: netCost < 0 ? 'Expected to gain on average' : 'Expected to lose on average',
      text: formatValue(Math.abs(netCost)),
      fact: 'expectedNetCost',
    }
  }
  return {
    label: 'Expected to cost in the end',
    text: `${formatValue(low)} to ${formatValue(high)}`,
    fact: 'expectedNetCost',
  }
}

function signed(percent: number): string {
  return formatShare(percent).replace(/%$/, '')
}

const SHOWN_FALLS = [10, 20, 30]

/** Computes what falls cost with and without it, in dollars, on the worst day of the term; at expiry in older answers. */
export function toShockBars(strategy: HedgeStrategy, portfolioValue: number, term: HedgeAnalysis['term']): BarRow[] {
  const toProfit = (lossPercent: number) => (-lossPercent / 100) * portfolioValue
  const falls =
    strategy.losses === null
      ? strategy.table.map(({ marketPercent, unhedged, hedgedAtExpiry }) => ({
          fallPercent: -marketPercent,
          unhedged,
          hedged: hedgedAtExpiry,
        }))
      : findWorstLosses(strategy.losses, term).losses.map(({ fallPercent, unhedgedPercent, hedgedPercent }) => ({
          fallPercent,
          unhedged: toProfit(unhedgedPercent),
          hedged: toProfit(hedgedPercent),
        }))
  return SHOWN_FALLS.flatMap((shown) => falls.filter(({ fallPercent }) => fallPercent === shown)).map(
    ({ fallPercent, unhedged, hedged }) => ({
      id: String(-fallPercent),
      title: `Market falls ${formatCount(fallPercent)}%`,
      subtitle: `from ${formatShare((-100 * unhedged) / portfolioValue)} to ${formatShare((-100 * hedged) / portfolioValue)}`,
      unhedged,
      hedged,
    }),
  )
}

export interface RiskLevel {
  name: 'High' | 'Medium' | 'Low'
  tone: 'destructive' | 'default' | 'secondary'
}

const toLevel = (name: RiskLevel['name']): RiskLevel => {
  return { name, tone: ({ High: 'destructive', Medium: 'default', Low: 'secondary' } as const)[name] }
}

/** The level that a text begins with: "High: NVDA is …". */
export function readLevel(text: string): RiskLevel | null {
  const name = /^(High|Medium|Low)\b/.exec(text)?.[1] as RiskLevel['name'] | undefined
  return name ? toLevel(name) : null
}

/** By how many points a sector's weight is above the index's; alone, how much it weighs. */
const SECTOR_LEVELS = { excess: { high: 25, medium: 15 }, alone: { high: 40, medium: 25 } }

/** The level of the largest sector; null when no sector is known. */
export function toSectorLevel(facts: readonly Fact[]): RiskLevel | null {
  const figureOf = (key: string) => facts.find((fact) => fact.key === key)?.value
  const own = figureOf('sector.largestPercent')
  const index = figureOf('sector.largestIndexPercent')
  if (typeof own !== 'number') return null
  const [size, bounds] = typeof index === 'number' ? [own - index, SECTOR_LEVELS.excess] : [own, SECTOR_LEVELS.alone]
  return toLevel(size >= bounds.high ? 'High' : size >= bounds.medium ? 'Medium' : 'Low')
}

/** The level of a beta, as everywhere: above 1.2 it is high, above 0.8 medium. */
export function toMarketLevel(beta: number): RiskLevel {
  return toLevel(beta > 1.2 ? 'High' : beta > 0.8 ? 'Medium' : 'Low')
}

/** How two analyses differ, row by row. */
export function compareAnalyses(shown: HedgeAnalysis, other: HedgeAnalysis): ComparisonRow[] {
  const row = (label: string, write: (analysis: HedgeAnalysis) => string): ComparisonRow => ({
    label,
    values: [write(shown), write(other)],
  })
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
    row('Worst asked loss, without', (analysis) => formatPercent(best(analysis)?.unhedgedLossAtShockPercent)),
    row('Worst asked loss, with', (analysis) => formatPercent(best(analysis)?.lossAtShockPercent)),
  ]
}

export function describeAsked({
  limitPercent,
  shockPercent,
  crisisName,
}: Pick<HedgeAnalysis['request'], 'limitPercent' | 'shockPercent' | 'crisisName'>): string {
  if (crisisName !== null) return `At most ${plain(limitPercent)}% if this came again: ${crisisName}`
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
