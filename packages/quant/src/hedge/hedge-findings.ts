import type { BookRisk, SectorTilt } from './book-risk.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeProposal, RuleFinding } from './hedge-proposal.ts'
import type { SearchOutcome } from './hedge-search.ts'
import { keepsLimit } from './loss-limits.ts'
import type { SellingComparison } from './sale-cost.ts'

/** Reasons for which a book is vulnerable; the words are the caller's. */
export type VulnerabilityRule =
  | 'large-name'
  | 'heavy-sector'
  | 'high-beta'
  | 'worse-in-crisis'
  | 'falls-harder'
  | 'index-explains-little'
  | 'better-index'
  | 'within-limit'

/** Priorities, most pressing first. */
export type PriorityRule =
  | 'reduce-concentration'
  | 'hedge-market'
  | 'cannot-meet-limit'
  | 'no-hedge-needed'
  | 'no-index-hedge'
  | 'selling-is-cheaper'

const LARGE_NAME = 0.15
const HEAVY_SECTOR = 0.15
const HEAVY_ALONE = 0.4
const HIGH_BETA = 1.2
const WORSE_BY = 0.05
const HARDER_BY = 0.1
const LITTLE_EXPLAINED = 0.6
/** Below this share of variance explained, an index hedge leaves too much to the largest name. */
const ENOUGH_EXPLAINED = 0.7
const MOST_FINDINGS = 6

type Weighed<Rule extends string> = RuleFinding<Rule> & { readonly atStake: number }

/**
 * Three to six (as far as there are any) weaknesses of a book, by the share of its value at stake in each.
 */
export function findVulnerabilities(context: HedgeContext, risk: BookRisk): RuleFinding<VulnerabilityRule>[] {
  const { request } = context
  const atShock = risk.shocks.find(({ marketReturn }) => marketReturn === request.shock)
  const loss = -(atShock?.bookReturn ?? 0)
  const found: Weighed<VulnerabilityRule>[] = []
  const add = (rule: VulnerabilityRule, atStake: number, parameters: RuleFinding['parameters']) =>
    found.push({ rule, parameters, atStake })
  const name = risk.concentration?.detail.maxName ?? null
  if (name !== null && name.weight >= LARGE_NAME) {
    const share = risk.contributions.find(({ ticker }) => ticker === name.ticker)?.share
    add('large-name', name.weight, {
      ticker: name.ticker,
      weight: name.weight,
      ...(share === undefined ? {} : { share }),
    })
  }
  const tilt = risk.tilts[0]
  if (tilt !== undefined && isHeavy(tilt)) {
    const { sector, weight, indexWeight } = tilt
    add('heavy-sector', weight - (indexWeight ?? 0), {
      sector,
      weight,
      ...(indexWeight === null ? {} : { indexWeight }),
    })
  }
  if (risk.beta > HIGH_BETA) add('high-beta', loss + request.shock, { beta: risk.beta, shock: request.shock, loss })
  const worst = [...risk.crises].sort((a, b) => a.bookReturn - a.indexReturn - (b.bookReturn - b.indexReturn))[0]
  if (worst !== undefined && worst.bookReturn < worst.indexReturn - WORSE_BY) {
    add('worse-in-crisis', worst.indexReturn - worst.bookReturn, {
      scenario: worst.scenario,
      bookReturn: worst.bookReturn,
      indexReturn: worst.indexReturn,
    })
  }
  const harder = (atShock?.bookReturn ?? 0) - (atShock?.stressedReturn ?? 0)
  // What gains in a fall, and only gains less by those betas, has no such weakness.
  if (harder > HARDER_BY * loss && harder > 0.005 && loss + harder > 0)
    add('falls-harder', harder, { usual: loss, stressed: loss + harder, shock: request.shock })
  const fit = risk.fits[0]
  if (fit !== undefined && fit.rSquared < LITTLE_EXPLAINED && risk.residualMove !== null) {
    add('index-explains-little', risk.residualMove, {
      index: fit.ticker,
      rSquared: fit.rSquared,
      residualMove: risk.residualMove,
    })
  }
  if (risk.betterIndex !== null && fit !== undefined) {
    const { ticker, rSquared } = risk.betterIndex
    add('better-index', rSquared - fit.rSquared, {
      index: fit.ticker,
      rSquared: fit.rSquared,
      better: ticker,
      betterRSquared: rSquared,
    })
  }
  if (keepsLimit(loss, request.limit)) add('within-limit', 0, { loss, limit: request.limit, shock: request.shock })
  return found
    .sort((a, b) => b.atStake - a.atStake || (a.rule < b.rule ? -1 : 1))
    .slice(0, MOST_FINDINGS)
    .map(({ rule, parameters }) => ({ rule, parameters }))
}

/** Far above the index, or above two fifths of the book where the index's sectors are not known. */
function isHeavy({ weight, indexWeight }: SectorTilt): boolean {
  return indexWeight === null ? weight >= HEAVY_ALONE : weight - indexWeight >= HEAVY_SECTOR
}

/**
 * Finds what to do first. Concentration comes before an index hedge where one company is more than a tenth of the book,
 * the book's concentration is high and the index explains less than 70 % of its variance: that part no index hedge
 * covers.
 *
 * - `pick`: the search's proposal, null if there is none
 *
 * @param found what the search came to, the pick, and the pick beside selling
 */
export function findPriorities(
  context: HedgeContext,
  risk: BookRisk,
  found: {
    readonly outcome: SearchOutcome | null
    readonly pick: HedgeProposal | null
    readonly selling: SellingComparison | null
  },
): RuleFinding<PriorityRule>[] {
  const { request, book } = context
  const { outcome, pick, selling } = found
  const priorities: RuleFinding<PriorityRule>[] = []
  const add = (rule: PriorityRule, parameters: RuleFinding['parameters']) => priorities.push({ rule, parameters })
  const name = risk.concentration?.detail.maxName ?? null
  const unexplained = 1 - (risk.fits[0]?.rSquared ?? 1)
  const isConcentrated = risk.concentration?.level === 'High' && name !== null && name.weight > 0.1
  if (isConcentrated && unexplained > 1 - ENOUGH_EXPLAINED) {
    add('reduce-concentration', { ticker: name.ticker, weight: name.weight, unexplained })
  }
  const isKept = request.objective === 'loss-curve' && pick?.holdsLimit === true
  if (outcome?.status === 'not-needed')
    add('no-hedge-needed', { loss: outcome.unhedgedLoss, limit: request.limit, shock: request.shock })
  else if (outcome?.status === 'not-reachable' && !isKept) {
    const { reason, costWithoutBudget, best } = outcome
    add('cannot-meet-limit', {
      limit: request.limit,
      budget: request.maximumPremium * book.value,
      reason,
      ...(costWithoutBudget === null ? {} : { cost: costWithoutBudget }),
      ...(best === null ? {} : { reachable: best.limit }),
    })
  } else if (outcome === null && pick === null) add('no-index-hedge', {})
  if (pick !== null && (outcome?.status !== 'not-reachable' || isKept)) {
    add('hedge-market', {
      proposal: pick.id,
      cost: pick.cost.total,
      costFraction: pick.cost.fraction,
      limit: request.limit,
      shock: request.shock,
    })
  }
  if (selling?.cheaper === 'selling') {
    add('selling-is-cheaper', { forgone: selling.forgone, cost: selling.hedgeCost })
  }
  return priorities
}
