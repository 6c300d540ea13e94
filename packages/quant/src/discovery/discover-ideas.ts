import { inputErrors } from '../errors.ts'
import type { OptionMarket } from '../hedge/hedge-market.ts'
import { DEFAULT_HEDGE_REQUEST } from '../hedge/hedge-request.ts'
import { requireNonNegativeNumber, requirePositiveNumber } from '../options/option-contract.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow } from '../price-matrix.ts'
import { seedFromText } from '../random.ts'
import { type IdeaCandidate, listIdeaCandidates, type NoCandidateRule } from './idea-candidates.ts'
import { type IdeaSelection, type IneligibleRule, type ScoredIdea, selectIdeas } from './idea-selection.ts'
import { type IdeaSide, listIdeaSides } from './idea-sides.ts'
import { type ScanInput, scanRelations } from './relation-scan.ts'
import type { RelationScan } from './scanned-relation.ts'
import { chooseVolatilityPremium, type PremiumClass, type VolatilityPremium } from './volatility-premium.ts'

/** The option chain of an asset of the universe. */
export interface AssetOptions {
  readonly market: OptionMarket
  readonly premiumClass: PremiumClass
  /** Past ratios of implied to realised volatility, if any were kept; see `chooseVolatilityPremium`. */
  readonly premiumRatios?: Float64Array
}

/** Everything that ideas are looked for in. */
export interface DiscoveryInput extends ScanInput {
  /** Value of the whole book, cash included, > 0: what an idea's size is measured against. */
  readonly value: number
  /** Chains in hand. Only those of assets with a significant relation are used (see `listIdeaSides`). */
  readonly options: readonly AssetOptions[]
  /** Commission per contract, in currency; 0.65 unless told otherwise. */
  readonly fee?: number
  /** Share of the value to spend on one idea; 0.005 unless told otherwise. */
  readonly budget?: number
}

/** An idea that is shown. */
export interface DiscoveredIdea extends ScoredIdea {
  /** Contracts that the budget buys: at least one, at most what the market can bear. */
  readonly contracts: number
  /** Cost and fees of that many over the book's value; above the budget when one contract alone is, at most 0.03. */
  readonly costShare: number
  /** Correlation of the position with the book: of the underlying, with its sign turned for puts. */
  readonly effectiveCorrelation: number
}

/** Reason why a side that was looked at is not shown. */
export interface ConsideredSide {
  readonly side: IdeaSide
  /**
   * `no-…`: it has no candidate; the reason why its best candidate may not be shown; `other-side-chosen` and
   * `list-full`: others of the asset, of its group, or of all were better.
   */
  readonly rule: NoCandidateRule | IneligibleRule | 'other-side-chosen' | 'list-full'
}

/** Why nothing is shown; null when something is. */
export type NothingFoundRule = 'no-history' | 'nothing-significant' | 'no-options' | 'nothing-passed'

/** A whole discovery. Plain data. */
export interface Discovery {
  readonly scan: RelationScan
  readonly ideas: readonly DiscoveredIdea[]
  /** Everything else that may be shown, best first: further contracts of the same sides, and what the limits left out. */
  readonly others: readonly DiscoveredIdea[]
  /** All contracts that were priced, in the order of the scan. */
  readonly candidates: readonly IdeaCandidate[]
  readonly considered: readonly ConsideredSide[]
  /** Related assets, and those of them that had a chain. */
  readonly related: number
  readonly withOptions: number
  readonly nothingFound: NothingFoundRule | null
}

const FEE = DEFAULT_HEDGE_REQUEST.fee
const BUDGET = 0.005
/** One contract that costs a larger share of the book's value than this is no idea on it but a bet of its own. */
const MOST_SHARE = 0.03

/**
 * Options on related assets that protect a book, or are at least cheap against their own normal: the scan, the sides
 * that it gives reason for, every tradable contract of them priced, and the best chosen. The steps are functions of
 * their own (`scanRelations`, `listIdeaSides`, `listIdeaCandidates`, `selectIdeas`), for callers that fetch chains
 * between them. Deterministic: the same input gives the same result to the bit, in any order of universe and chains.
 *
 * @throws QuantInputError as `scanRelations` does, or when the value, the fee or a market is not a possible number
 */
export function discoverIdeas(input: DiscoveryInput): Discovery {
  return completeDiscovery(input, scanRelations(input))
}

/** The second half of `discoverIdeas`, once a scan has said whose chains are needed. */
export function completeDiscovery(input: DiscoveryInput, scan: RelationScan): Discovery {
  requireBudget(input)
  const sides = listIdeaSides(scan)
  const found = listAllCandidates(input, sides)
  const candidates = found.flatMap((one) => one.candidates)
  const selection = selectIdeas(candidates, MOST_SHARE * input.value)
  const correlations = new Map(scan.relations.map(({ ticker, correlation }) => [ticker, correlation]))
  const chained = new Set(input.options.map(({ market }) => market.ticker))
  const related = new Set(sides.map(({ ticker }) => ticker))
  const withOptions = [...related].filter((ticker) => chained.has(ticker)).length
  const toDiscovered = (idea: ScoredIdea) => size(idea, input, correlations.get(idea.side.ticker) ?? 0)
  return {
    scan,
    ideas: selection.ideas.map(toDiscovered),
    others: selection.eligible.filter((idea) => !selection.ideas.includes(idea)).map(toDiscovered),
    candidates,
    considered: found.flatMap(({ side, rule }) => consider(side, rule, selection)),
    related: related.size,
    withOptions,
    nothingFound: selection.ideas.length > 0 ? null : explainNothing(scan, related.size, withOptions),
  }
}

function requireBudget({ value, fee = FEE, budget = BUDGET }: DiscoveryInput): void {
  requirePositiveNumber('value', value)
  requireNonNegativeNumber('fee', fee)
  if (!(budget >= 0 && budget <= 1)) throw inputErrors.badNumber('budget', null, budget, 'a fraction from 0 to 1')
}

interface FoundSide {
  readonly side: IdeaSide
  readonly candidates: readonly IdeaCandidate[]
  readonly rule: NoCandidateRule | null
}

function listAllCandidates(input: DiscoveryInput, sides: readonly IdeaSide[]): FoundSide[] {
  const { returns, holdings, options, fee = FEE } = input
  const values = new Map(holdings.map(({ ticker, value }) => [ticker, value]))
  const weights = Float64Array.from(returns.tickers, (ticker) => (values.get(ticker) ?? 0) / input.value)
  const book = computePortfolioReturns(returns, weights).returns
  const seed = seedFromText(
    [...values]
      .map(([ticker, value]) => `${ticker}:${Math.round(value)}`)
      .sort()
      .join(' '),
  )
  const premiums = new Map<AssetOptions, VolatilityPremium>()
  return sides.map((side) => {
    const own = options.find(({ market }) => market.ticker === side.ticker)
    const asset = findRow(returns, side.ticker)
    if (own === undefined || asset === undefined) return { side, candidates: [], rule: 'no-chain' }
    const premium =
      premiums.get(own) ?? chooseVolatilityPremium(own.premiumClass, own.premiumRatios ?? new Float64Array())
    premiums.set(own, premium)
    return { side, ...listIdeaCandidates({ side, market: own.market, premium, asset, book, fee, seed }) }
  })
}

function size(
  idea: ScoredIdea,
  { value, fee = FEE, budget = BUDGET }: DiscoveryInput,
  correlation: number,
): DiscoveredIdea {
  const affordable = Math.floor((budget * value) / (idea.cost + fee))
  const contracts = Math.max(1, Math.min(affordable, idea.line.mostBought))
  return {
    ...idea,
    contracts,
    costShare: (contracts * (idea.cost + fee)) / value,
    effectiveCorrelation: idea.side.type === 'call' ? correlation : -correlation,
  }
}

function consider(side: IdeaSide, rule: NoCandidateRule | null, selection: IdeaSelection): ConsideredSide[] {
  if (selection.ideas.some((idea) => idea.side === side)) return []
  if (rule !== null) return [{ side, rule }]
  if (selection.ideas.some((idea) => idea.side.ticker === side.ticker)) return [{ side, rule: 'other-side-chosen' }]
  if (selection.eligible.some((idea) => idea.side === side)) return [{ side, rule: 'list-full' }]
  const [first] = selection.ineligible.filter(({ candidate }) => candidate.side === side)
  return [{ side, rule: first?.rule ?? 'no-tradable-contract' }]
}

function explainNothing(scan: RelationScan, related: number, withOptions: number): NothingFoundRule {
  if (scan.relations.length === 0) return 'no-history'
  if (related === 0) return 'nothing-significant'
  return withOptions === 0 ? 'no-options' : 'nothing-passed'
}
