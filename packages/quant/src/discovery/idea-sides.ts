// Tests: discover-ideas.test.ts

import type { OptionType } from '../options/option-contract.ts'
import type { AssetRelation, RelationScan } from './scanned-relation.ts'

/**
 * Reason to look at an option on an asset:
 * - `moves-against`: what the asset does beyond the market is against what the book does;
 * - `moves-with`: it is with it;
 * - `gains-in-tail`: the asset rises on the book's worst days;
 * - `amplifies-tail`: it falls on them more than its beta explains.
 */
export type IdeaReason = 'moves-against' | 'moves-with' | 'gains-in-tail' | 'amplifies-tail'

/** One side of one asset: calls or puts. */
export interface IdeaSide {
  readonly ticker: string
  readonly group: string
  readonly type: OptionType
  /** `protective` pays when the relation holds and the book suffers, `contrary` when it does not. */
  readonly role: 'protective' | 'contrary'
  readonly reasons: readonly IdeaReason[]
  /** Mean stability of the relations behind the reasons, 0 to 1. */
  readonly stability: number
  /** Smallest q-value of the relations behind the reasons. */
  readonly qValue: number
}

/**
 * The sides that a scan gives reason to look at: calls on what moves against the book or gains in its tail, puts on what
 * moves with it or amplifies its tail, and for each the opposite, which can only be a long shot. A side that is protective
 * for one reason is not contrary for another.
 *
 * @returns in the order of the scan, calls before puts; empty when nothing is significant
 */
export function listIdeaSides(scan: RelationScan): IdeaSide[] {
  return scan.relations.flatMap((relation) => {
    const grounds = findGrounds(relation)
    if (grounds.length === 0) return []
    return (['call', 'put'] as const).map((type): IdeaSide => {
      const protecting = grounds.filter((ground) => ground.protectedBy === type)
      const used = protecting.length > 0 ? protecting : grounds
      return {
        ticker: relation.ticker,
        group: relation.group,
        type,
        role: protecting.length > 0 ? 'protective' : 'contrary',
        reasons: used.map(({ reason }) => reason),
        stability: used.reduce((sum, { stability }) => sum + stability, 0) / used.length,
        qValue: Math.min(...used.map(({ qValue }) => qValue)),
      }
    })
  })
}

interface Ground {
  readonly reason: IdeaReason
  readonly protectedBy: OptionType
  readonly stability: number
  readonly qValue: number
}

function findGrounds({ partial, tail }: AssetRelation): Ground[] {
  const grounds: Ground[] = []
  if (partial?.isSignificant) {
    const isAgainst = partial.correlation < 0
    const { stability, qValue } = partial
    grounds.push({
      reason: isAgainst ? 'moves-against' : 'moves-with',
      protectedBy: isAgainst ? 'call' : 'put',
      stability,
      qValue,
    })
  }
  if (tail?.isGain) {
    const { stability, gainQValue: qValue } = tail
    grounds.push({ reason: 'gains-in-tail', protectedBy: 'call', stability, qValue })
  }
  if (tail?.isAmplifier) {
    const { stability, excessQValue: qValue } = tail
    grounds.push({ reason: 'amplifies-tail', protectedBy: 'put', stability, qValue })
  }
  return grounds
}
