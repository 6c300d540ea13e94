import { findClosingLine } from './closing-lines.ts'
import { findCheapestCovers } from './covered-holdings.ts'
import type { ProposalDraft } from './evaluate-proposal.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeCandidates } from './index-hedges.ts'
import { computeRequiredGains, createLossLimits, keepsLimit, type RequiredGain } from './loss-limits.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { repriceLeg } from './reprice-hedge.ts'

/** One way to close a part of an option that was sold, alone or with one that was bought against it. */
interface Closing {
  readonly options: ProposalDraft['options']
  /** Currency, with commissions; negative is a credit. */
  readonly cost: number
  /** Net of its cost, in currency, in the order of the required gains. */
  readonly gains: Float64Array
}

/** Sold options that are looked at, those that lose most first, and sizes that are tried of each. */
const MOST_SOLD = 4
const MOST_SIZES = 10

/**
 * Options that were sold, bought back at the ask: the cheapest choice of them, in whole contracts, after which the limit is
 * kept. A bought option of the same kind and expiry, such as the other half of a call spread, may be sold at the bid with
 * it. Where no choice keeps the limit, everything is closed that takes off a part of the loss.
 *
 * Nothing is opened, so that neither approvals nor a wish for no options rule it out. Of a crisis, of simulated
 * paths and of floors it is not looked for.
 *
 * @returns no draft when nothing was sold, or the book keeps within the limit already
 */
export function proposeClosingSold(context: HedgeContext): HedgeCandidates {
  const { request, crisis, book, lossDays, lookup } = context
  const nothing: HedgeCandidates = { drafts: [], considered: [] }
  const isSold = book.options.some(({ contracts }) => contracts < 0)
  if (!isSold || crisis !== null || request.objective !== 'loss-curve') return nothing
  const required = computeRequiredGains(book, createLossLimits(request), lossDays, lookup)
  const gains = Float64Array.from(required, ({ gain }) => gain)
  if (gains.every((gain) => keepsLimit(gain / book.value, 0))) return nothing
  const worst = gains.reduce((top, gain, k) => (gain > gains[top]! ? k : top), 0)
  const reliefOf = (closings: readonly Closing[]) => Math.max(0, ...closings.map((one) => one.gains[worst]!))
  const choices = listClosings(context, required)
    .filter((closings) => reliefOf(closings) > 0)
    .sort((a, b) => reliefOf(b) - reliefOf(a))
    .slice(0, MOST_SOLD)
  const kept = findCheapestCovers(gains, choices, request.maximumPremium * book.value)
  const chosen =
    kept?.covers ??
    choices.map((closings) => closings.reduce((top, one) => (one.gains[worst]! > top.gains[worst]! ? one : top)))
  return chosen.length === 0 ? nothing : { drafts: [toDraft(chosen)], considered: [] }
}

/** For each option that was sold and has a price: every size of closing it alone, and with what was bought against it. */
function listClosings(context: HedgeContext, required: readonly RequiredGain[]): Closing[][] {
  const { request, book } = context
  const bought = book.options.filter(({ contracts }) => contracts > 0)
  return book.options
    .filter(({ contracts, underlying }) => contracts < 0 && !request.keep.includes(underlying))
    .map((leg) => {
      const others = bought.filter(
        (one) => one.underlying === leg.underlying && one.type === leg.type && one.expiry === leg.expiry,
      )
      return [[leg], ...others.map((other) => [leg, other])].flatMap((legs) => closeTogether(context, legs, required))
    })
}

function closeTogether(context: HedgeContext, legs: readonly HedgeLeg[], required: readonly RequiredGain[]): Closing[] {
  const { request, lookup } = context
  const lines = legs.map((leg) => findClosingLine(context, leg))
  const parts = legs.flatMap((leg, place) => (lines[place] == null ? [] : [{ leg, line: lines[place] }]))
  if (parts.length < legs.length) return []
  const paid = parts.reduce((sum, { leg, line }) => {
    const price = leg.contracts < 0 ? line.ask : -line.bid
    return sum + price * leg.multiplier + request.fee
  }, 0)
  // What was sold is owed no more, and what was bought is gone.
  const gains = required.map(({ shock }) =>
    parts.reduce((sum, { leg }) => {
      return sum - Math.sign(leg.contracts) * leg.multiplier * repriceLeg(leg, shock, lookup)
    }, -paid),
  )
  return listSizes(Math.min(...legs.map(({ contracts }) => Math.abs(contracts)))).map((count) => ({
    options: parts.map(({ leg, line }) => ({ line, contracts: -Math.sign(leg.contracts) * count })),
    cost: count * paid,
    gains: Float64Array.from(gains, (gain) => count * gain),
  }))
}

/** Sizes up to the whole, each once. */
function listSizes(most: number): number[] {
  const steps = Math.min(most, MOST_SIZES)
  return Array.from({ length: steps }, (_, k) => Math.ceil((most * (k + 1)) / steps - 1e-9))
}

/** One line for each option: two that were sold may have the same bought one beside them. */
function toDraft(closings: readonly Closing[]): ProposalDraft {
  const all = closings.flatMap(({ options }) => options)
  const lines = Map.groupBy(all, ({ line: { underlying, expiry, type, strike } }) => {
    return `${underlying} ${expiry} ${type} ${strike}`
  })
  return {
    family: 'close-options',
    options: [...lines.values()].map((same) => ({
      line: same[0]!.line,
      contracts: same.reduce((sum, { contracts }) => sum + contracts, 0),
    })),
    trades: [],
    caveats: [],
  }
}
