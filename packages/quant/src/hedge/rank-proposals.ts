import type { ConsideredHedge, HedgeFamily, HedgeProposal } from './hedge-proposal.ts'

/** Proposals in the order in which they are shown, and why the others are not among them. */
export interface RankedProposals {
  readonly proposals: readonly HedgeProposal[]
  /** Hedges that others beat in every respect. */
  readonly dominated: readonly ConsideredHedge[]
  /** Hedges that nothing beats, and that come after as many as are shown. */
  readonly unshown: readonly ConsideredHedge[]
}

const MOST_SHOWN = 6
/** Shown whatever they are compared with: the fix of what no index hedge covers, and what hedging competes with. */
const ALWAYS_SHOWN: ReadonlySet<HedgeFamily> = new Set(['trim', 'reduce-exposure'])

/**
 * Chooses three to six proposals: the search's pick, the cheapest alternative of another family, the fix of
 * concentration, the comparator, then the other hedges, those that hold the limit first, cheaper first.
 *
 * A proposal is left out when another costs no more, loses no more at the shock, gives up no more of a rise,
 * leaves no more open beside the market and is no more complicated, and is better in one of the five.
 *
 * @param pick id of the search's pick, null if it found none
 */
export function rankProposals(proposals: readonly HedgeProposal[], pick: string | null): RankedProposals {
  const isFixed = ({ id, family }: HedgeProposal) => id === pick || ALWAYS_SHOWN.has(family)
  const hedges = proposals.filter(({ family }) => !ALWAYS_SHOWN.has(family))
  const beaten = new Map(
    proposals
      .filter((proposal) => !isFixed(proposal))
      .flatMap((proposal) => {
        const better = hedges.find((other) => dominates(other, proposal))
        return better === undefined ? [] : [[proposal.id, better] as const]
      }),
  )
  const rest = proposals.filter(({ id }) => !beaten.has(id))
  const chosen = rest.find(({ id }) => id === pick)
  const alternatives = rest.filter((proposal) => !isFixed(proposal)).sort(compare)
  const other = alternatives.find(({ family }) => family !== chosen?.family)
  const ordered = [
    chosen,
    other,
    rest.find(({ family }) => family === 'trim'),
    rest.find(({ family }) => family === 'reduce-exposure'),
    ...alternatives.filter((proposal) => proposal !== other),
  ].filter((proposal) => proposal !== undefined)
  return {
    proposals: ordered.slice(0, MOST_SHOWN),
    dominated: proposals.flatMap((proposal) => {
      const better = beaten.get(proposal.id)
      return better === undefined ? [] : [{ ...nameOf(proposal), rule: 'dominated', parameters: { by: better.id } }]
    }),
    unshown: ordered
      .slice(MOST_SHOWN)
      .map((proposal) => ({ ...nameOf(proposal), rule: 'not-foremost', parameters: {} })),
  }
}

function nameOf({ family, legs }: HedgeProposal): Pick<ConsideredHedge, 'family' | 'instrument'> {
  return { family, instrument: legs[0]?.underlying ?? null }
}

/** Sorts hedges that hold the limit first, then the cheaper, then those that lose less, then by name. */
function compare(a: HedgeProposal, b: HedgeProposal): number {
  return (
    Number(b.holdsLimit) - Number(a.holdsLimit) ||
    a.cost.fraction - b.cost.fraction ||
    a.lossAtShock - b.lossAtShock ||
    (a.id < b.id ? -1 : 1)
  )
}

function dominates(a: HedgeProposal, b: HedgeProposal): boolean {
  const [left, right] = [measure(a), measure(b)]
  return left.every((value, k) => value <= right[k]! + 1e-9) && left.some((value, k) => value < right[k]! - 1e-9)
}

function measure({ cost, lossAtShock, upsideGivenUp, openRisk, legs, trades }: HedgeProposal): readonly number[] {
  return [cost.fraction, lossAtShock, upsideGivenUp, openRisk.total, legs.length + trades.length]
}
