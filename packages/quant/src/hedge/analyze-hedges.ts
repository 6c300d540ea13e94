import { assessBookRisk, type BookRisk } from './book-risk.ts'
import { type CappedGain, findCappedGain } from './capped-gain.ts'
import { proposeClosingSold } from './close-options.ts'
import { proposeCoveredHoldings } from './covered-holdings.ts'
import { evaluateProposal, type ProposalDraft } from './evaluate-proposal.ts'
import { proposeSectorPuts, proposeVolatilityCalls } from './fund-hedges.ts'
import { findCaveats } from './hedge-caveats.ts'
import { type HedgeContext, prepareHedging } from './hedge-context.ts'
import type { HedgeDate } from './hedge-dates.ts'
import { findPriorities, findVulnerabilities, type PriorityRule, type VulnerabilityRule } from './hedge-findings.ts'
import type { ConsideredHedge, HedgeProposal, RuleFinding } from './hedge-proposal.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import type { FrontierPoint, SearchOutcome, ShortfallReason } from './hedge-search.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { proposeHoldingFloors, proposeHoldingHedges } from './holding-hedges.ts'
import { type IndexHedgeSearch, searchIndexHedges } from './index-hedges.ts'
import type { LimitPrices } from './limit-prices.ts'
import type { OptionLines } from './option-lines.ts'
import { type OwnRisk, searchOwnRisk } from './own-risk.ts'
import type { HedgeBook, HedgeUnderlying } from './priced-hedge.ts'
import { findProtectionEnd, type ProtectionEnd } from './protection-end.ts'
import { rankProposals } from './rank-proposals.ts'
import { compareSelling, type SellingComparison } from './sale-cost.ts'
import { DO_NOTHING, proposeDiversifiers, proposeReducedExposure, proposeTrim } from './share-moves.ts'
import { findWorthySplit, proposeSplitHedges } from './split-hedges.ts'

/** How the search went. */
export interface SearchReport {
  /** Index whose options were searched: the market's, or another that serves the book better. */
  readonly instrument: string
  /** `not-possible`: there was nothing to search; `considered` says why. */
  readonly status: SearchOutcome['status'] | 'not-possible'
  readonly objective: HedgeRequest['objective']
  readonly limit: number
  /** Loss of the book at the shock (mean of the worst 5 % of paths for `cvar`), a fraction; null when not possible. */
  readonly unhedgedLoss: number | null
  /** Every package was looked at, or ruled out by a bound: the answer is the cheapest there is. */
  readonly solver: 'exact-enumeration'
  /** Puts that could stand in a ticket. */
  readonly lineCount: number
  /** How many of the other puts of the chain each rule turned away. */
  readonly rejectedLines: OptionLines['rejected']
  /** Why the limit cannot be met; null when it can. */
  readonly reason: ShortfallReason | null
  /** Cost of the limit without a budget, in currency; null when it can be met, or cannot at all. */
  readonly costWithoutBudget: number | null
  /** The tightest limit that the budget buys; null when the limit itself is met, or nothing helps. */
  readonly reachableLimit: number | null
}

/** Cheapest proposal of all families. Cost in currency, the upside given up as a fraction. */
export interface CheapestHedge extends Pick<HedgeProposal, 'id' | 'family' | 'upsideGivenUp'> {
  readonly instrument: string | null
  readonly cost: number
  /** Where it takes gains; null where it sells no call. */
  readonly cap: CappedGain | null
}

/** A whole hedge analysis. Plain data: it travels as JSON. */
export interface HedgeAnalysis {
  /** As asked, with the trading days of the term. */
  readonly request: HedgeRequest
  /** The last day of protection, and the one that was asked for. */
  readonly term: HedgeDate
  readonly asked: HedgeDate
  /** Trading days on which the market may fall. */
  readonly lossDays: readonly number[]
  readonly risk: BookRisk
  /**
   * True when the book as it is keeps the limit in what is asked about: a fall of the market or the risk that it has to
   * fear more, a crisis, or simulated paths (see `keepsLimit`).
   */
  readonly isKept: boolean
  readonly vulnerabilities: readonly RuleFinding<VulnerabilityRule>[]
  readonly priorities: readonly RuleFinding<PriorityRule>[]
  /** Three to six, the search's pick first if there is one. */
  readonly proposals: readonly HedgeProposal[]
  /** Id of the search's pick, or of another hedge that keeps the limit where that does not; null if there is none. */
  readonly pick: string | null
  /**
   * The cheapest of everything that was found, of whatever family and budget, and keeps the limit on every day; null when
   * nothing does, or the limit is meant in another sense.
   */
  readonly cheapest: CheapestHedge | null
  /** The same without selling a part of everything, which is compared by itself. */
  readonly cheapestBesideSelling: CheapestHedge | null
  /** The pick beside selling for the same limit; null where there is nothing to compare. */
  readonly selling: SellingComparison | null
  /** The book left as it is, with the same figures. */
  readonly unhedged: HedgeProposal
  readonly considered: readonly ConsideredHedge[]
  readonly frontier: readonly FrontierPoint[]
  readonly search: SearchReport
  /** Prices of the limit on the last day only, on every day, and at stressed betas; null where it was not searched. */
  readonly prices: LimitPrices | null
  /** Where options that are held end within the term and the limit ends with them; null when it does not, or in a crisis. */
  readonly protectionEnd: ProtectionEnd | null
  /** The risk that costs more than the market's fall, which keeps the limit; null where the market is what there is to fear. */
  readonly ownRisk: OwnRisk | null
  /** Input of `repriceHedge` for any of the proposals: only the expiries that occur in them. */
  readonly book: HedgeBook
  readonly underlyings: readonly HedgeUnderlying[]
}

/**
 * Looks for the cheapest protection of a book that really holds, and for what to do instead.
 *
 * The steps, each a function of its own: risk facts (`assessBookRisk`), index options (`searchIndexHedges`: exact search,
 * frontier, collar), options of single holdings, sectors and volatility, moves of shares, the comparator of selling;
 * figures of each (`evaluateProposal`), caveats by rule, ranking. Whatever was looked at and is not proposed stands in
 * `considered` with its reason. Deterministic: the same situation and request give the same result to the bit.
 *
 * @param situation portfolio and market, loaded by the caller
 * @param request what the owner asked for; the rest is `DEFAULT_HEDGE_REQUEST`
 * @throws QuantInputError when the request cannot be (see `completeHedgeRequest`), more is owed than held, or an option
 *         is held whose market is not given
 */
export function analyzeHedges(situation: HedgeSituation, request: Partial<HedgeRequest> = {}): HedgeAnalysis {
  const context = prepareHedging(situation, completeHedgeRequest(request))
  return proposeHedges(context, assessBookRisk(context))
}

/** The second half of `analyzeHedges`, for callers that show the risk facts as soon as they are there. */
export function proposeHedges(context: HedgeContext, risk: BookRisk): HedgeAnalysis {
  const { situation, request, book } = context
  const searches = searchIndexes(context, risk)
  const [search] = searches
  const ownRisk = searchOwnRisk(context)
  const others = [
    proposeClosingSold(context),
    proposeHoldingHedges(context),
    proposeSplitHedges(context, search),
    proposeCoveredHoldings(context, search),
    ...(request.objective === 'floor' ? [proposeHoldingFloors(context)] : []),
    proposeSectorPuts(context, risk),
    proposeVolatilityCalls(context),
    // Bonds and gold are no calm for whom they are the risk.
    ...(ownRisk === null ? [proposeDiversifiers(context)] : []),
    proposeTrim(context, risk),
    proposeReducedExposure(context),
  ]
  const evaluate = (draft: ProposalDraft): HedgeProposal => {
    const proposal = evaluateProposal(context, draft)
    return { ...proposal, caveats: findCaveats(proposal, context, risk) }
  }
  const found = [...searches, ...others, ...(ownRisk === null ? [] : [ownRisk])].flatMap((part) => part.drafts)
  // What is held may be closed wherever it lies.
  const drafts = found.filter(
    ({ family, options }) => family === 'close-options' || (context.room?.fits(options) ?? true),
  )
  const unfit = found
    .filter((draft) => !drafts.includes(draft))
    .map(({ family, options }): ConsideredHedge => {
      return { family, instrument: options[0]?.line.underlying ?? null, rule: 'fits-no-account', parameters: {} }
    })
  const budget = request.maximumPremium * book.value
  const evaluated = drafts.map(evaluate)
  const unhedged = evaluate(DO_NOTHING)
  const helping = evaluated.filter((proposal) => isHelping(proposal, unhedged, request))
  const affordable = helping.filter(({ cost, legs }) => legs.length === 0 || cost.total <= budget + 1e-9 * budget)
  const pick =
    ownRisk === null
      ? choosePick(affordable, unhedged, search, context)
      : (affordable.find(({ id }) => id === ownRisk.found.pick) ?? null)
  const ranked = rankProposals(affordable, pick?.id ?? null)
  const comparator = affordable.find(({ family }) => family === 'reduce-exposure') ?? null
  // Of what the market is not the risk of, neither its limit nor selling for it is a measure.
  const isForCurve = request.objective === 'loss-curve' && ownRisk === null
  const selling = isForCurve ? compareSelling(pick, comparator) : null
  const overBudget = evaluated
    .filter((proposal) => helping.includes(proposal) && !affordable.includes(proposal))
    .map(({ family, legs, cost }): ConsideredHedge => {
      return {
        family,
        instrument: legs[0]?.underlying ?? null,
        rule: 'over-budget',
        parameters: { cost: cost.total, budget },
      }
    })
  const idle = evaluated
    .filter((proposal) => !helping.includes(proposal))
    .map(({ family, legs, lossAtShock }): ConsideredHedge => {
      const relief = unhedged.lossAtShock - lossAtShock
      return { family, instrument: legs[0]?.underlying ?? null, rule: 'does-not-help', parameters: { relief } }
    })
  return {
    request,
    term: context.term,
    asked: context.asked,
    lossDays: context.lossDays,
    risk,
    isKept: isKeptUnhedged(request, { unhedged, search, ownRisk }),
    vulnerabilities: findVulnerabilities(context, risk),
    priorities: findPriorities(context, risk, {
      outcome: search.outcome,
      pick: ownRisk === null ? pick : null,
      selling,
    }),
    proposals: ranked.proposals,
    pick: pick?.id ?? null,
    cheapest: isForCurve ? findCheapest(context, evaluated) : null,
    cheapestBesideSelling: isForCurve
      ? findCheapest(
          context,
          evaluated.filter(({ family }) => family !== 'reduce-exposure'),
        )
      : null,
    selling,
    unhedged,
    considered: [
      ...searches.flatMap((one) => one.considered),
      ...others.flatMap(({ considered }) => considered),
      ...unfit,
      ...idle,
      ...overBudget,
      ...ranked.dominated,
      ...ranked.unshown,
    ],
    frontier: search.frontier,
    search: toReport(search, request),
    prices: search.prices,
    protectionEnd: context.crisis === null ? findProtectionEnd(context) : null,
    ownRisk: ownRisk?.found ?? null,
    book,
    underlyings: keepUsed(context.underlyings, [...ranked.proposals.flatMap(({ legs }) => legs), ...situation.options]),
  }
}

function isKeptUnhedged(
  { objective }: HedgeRequest,
  found: {
    readonly unhedged: HedgeProposal
    readonly search: IndexHedgeSearch
    readonly ownRisk: { readonly found: OwnRisk } | null
  },
): boolean {
  if (found.ownRisk !== null) return found.ownRisk.found.isKept
  const { outcome } = found.search
  return objective === 'cvar' && outcome !== null ? outcome.status === 'not-needed' : found.unhedged.holdsLimit
}

/** Reasons that rule out the options of every index alike. */
const UNSEARCHABLE: ReadonlySet<ConsideredHedge['rule']> = new Set([
  ...(['no-market-exposure', 'options-not-wanted', 'not-permitted'] as const),
])

/**
 * The index, another broad fund where it explains the book clearly better, and the remaining ones only while nothing could
 * be searched (no chain, or one contract too large). The first that could be searched comes first.
 */
function searchIndexes(context: HedgeContext, risk: BookRisk): readonly [IndexHedgeSearch, ...IndexHedgeSearch[]] {
  const { situation } = context
  const search = (ticker: string) => searchIndexHedges(context, context.findMarket(ticker), ticker)
  const first = search(situation.index.ticker)
  // A book without market risk has none in another index's puts either.
  if (first.considered.some(({ rule }) => UNSEARCHABLE.has(rule))) return [first]
  const better = risk.betterIndex?.ticker
  const searches = better === undefined || context.findMarket(better) === null ? [] : [search(better)]
  const others = situation.markets.filter(({ role, ticker }) => role === 'other-index' && ticker !== better)
  for (const { ticker } of others) {
    if ([first, ...searches].every(({ outcome }) => outcome === null)) searches.push(search(ticker))
  }
  const useful = [first, ...searches].find(({ outcome }) => outcome !== null) ?? first
  return [useful, ...[first, ...searches].filter((one) => one !== useful)]
}

/** Least relief of options on a position or a sector: the loss that they take off at the shock, as a share of the value. */
const LEAST_RELIEF = 0.001
const PARTIAL_FAMILIES: ReadonlySet<HedgeProposal['family']> = new Set([
  ...(['protective-put', 'single-name-collar', 'covered-call', 'sector-put', 'close-options'] as const),
])

/** A put on what hardly falls with the market costs its premium and protects from nothing that was asked about. */
function isHelping({ family, lossAtShock }: HedgeProposal, unhedged: HedgeProposal, { objective }: HedgeRequest) {
  if (objective === 'floor' || !PARTIAL_FAMILIES.has(family)) return true
  return unhedged.lossAtShock - lossAtShock >= LEAST_RELIEF
}

function findCheapest({ underlyings }: HedgeContext, proposals: readonly HedgeProposal[]): CheapestHedge | null {
  const holders = proposals.filter(({ holdsLimit }) => holdsLimit)
  const best = holders.sort((a, b) => a.cost.total - b.cost.total || (a.id < b.id ? -1 : 1))[0]
  if (best === undefined) return null
  const { id, family, upsideGivenUp, legs, cost } = best
  const cap = family === 'close-options' ? null : findCappedGain(legs, underlyings)
  return { id, family, upsideGivenUp, instrument: legs[0]?.underlying ?? null, cost: cost.total, cap }
}

function choosePick(
  proposals: readonly HedgeProposal[],
  unhedged: HedgeProposal,
  search: IndexHedgeSearch,
  context: HedgeContext,
): HedgeProposal | null {
  const { request } = context
  if (request.objective === 'floor') return proposals.find(({ family }) => family === 'holding-floors') ?? null
  if (search.outcome === null) {
    const isExposed = search.considered.every(({ rule }) => rule !== 'no-market-exposure')
    return unhedged.holdsLimit || !isExposed ? null : (findOtherHolder(proposals, request) ?? null)
  }
  if (search.outcome.status === 'not-needed') return null
  const other = search.outcome.status === 'not-reachable' ? findOtherHolder(proposals, request) : undefined
  if (other !== undefined) return other
  const index = proposals.find(
    ({ family, legs }) =>
      (family === 'put-spread' || family === 'index-put') && legs[0]?.underlying === search.instrument,
  )
  if (index === undefined || !index.holdsLimit) return index ?? null
  const closing = proposals.find(({ family, holdsLimit }) => family === 'close-options' && holdsLimit)
  if (closing !== undefined && closing.cost.total <= index.cost.total) return closing
  return findOwnOptions(proposals, index, context) ?? findWorthySplit(proposals, index, unhedged.lossAtShock) ?? index
}

/** From this share of the book on, a holding's own options come before the index's: they cover most of what is held. */
const HALF = 0.5
/** They must keep the limit for no more than the index's do, and leave so much less open beyond the market. */
const LESS_OPEN = 0.01
const measureBeyond = ({ openRisk, lossAtShock }: HedgeProposal) => openRisk.total - lossAtShock

function findOwnOptions(
  proposals: readonly HedgeProposal[],
  index: HedgeProposal,
  { situation, book, request }: HedgeContext,
): HedgeProposal | undefined {
  const large = situation.holdings.filter(({ value }) => value >= HALF * book.value).map(({ ticker }) => ticker)
  const own = proposals.filter(
    (proposal) =>
      large.includes(proposal.legs[0]?.underlying ?? '') &&
      (proposal.family === 'protective-put' || proposal.family === 'single-name-collar') &&
      proposal.cost.total <= index.cost.total &&
      measureBeyond(proposal) <= measureBeyond(index) - LESS_OPEN,
  )
  return findOtherHolder(own, request)
}

/**
 * The cheapest hedge that keeps the limit where the search's puts do not: a collar pays for dearer puts, and the options
 * of a large holding may do what the index's cannot. Calls that are sold alone are no protection.
 */
function findOtherHolder(proposals: readonly HedgeProposal[], { objective }: HedgeRequest): HedgeProposal | undefined {
  if (objective !== 'loss-curve') return undefined
  return proposals
    .filter(({ holdsLimit, legs }) => holdsLimit && legs.some(({ contracts }) => contracts > 0))
    .sort((a, b) => a.cost.total - b.cost.total || (a.id < b.id ? -1 : 1))[0]
}

function toReport(
  { instrument, outcome, lineCount, rejectedLines }: IndexHedgeSearch,
  request: HedgeRequest,
): SearchReport {
  const isShort = outcome?.status === 'not-reachable'
  return {
    instrument,
    status: outcome?.status ?? 'not-possible',
    objective: request.objective,
    limit: request.limit,
    unhedgedLoss: outcome?.unhedgedLoss ?? null,
    solver: 'exact-enumeration',
    lineCount,
    rejectedLines,
    reason: isShort ? outcome.reason : null,
    costWithoutBudget: isShort ? outcome.costWithoutBudget : null,
    reachableLimit: isShort ? (outcome.best?.limit ?? null) : null,
  }
}

function keepUsed(
  underlyings: readonly HedgeUnderlying[],
  legs: readonly { readonly underlying: string; readonly expiry: string }[],
): HedgeUnderlying[] {
  const used = new Set(legs.map(({ underlying, expiry }) => `${underlying} ${expiry}`))
  return underlyings
    .map((one) => ({ ...one, expiries: one.expiries.filter(({ expiry }) => used.has(`${one.ticker} ${expiry}`)) }))
    .filter(({ expiries }) => expiries.length > 0)
}
