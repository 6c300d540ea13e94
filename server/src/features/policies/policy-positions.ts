// Tests: policies.test.ts

import { toDecimalText } from '@ballast/importers'
import type { Transaction } from '../../database/database.ts'
import type { StoredPolicyLeg } from '../../database/schema/index.ts'
import { requireRoomForLots } from '../../portfolios/portfolio-limits.repository.ts'
import { deleteLot, insertLot, listLots, type StoredLot, updateLot } from '../../portfolios/position.repository.ts'

interface Place {
  userId: string
  portfolioId: string
  now: Date
}

const toLot = ({ symbol, filled, price, multiplier }: StoredPolicyLeg) => ({
  kind: 'option' as const,
  ticker: symbol,
  shares: toDecimalText(filled),
  avgCost: toDecimalText(price),
  currency: 'USD',
  multiplier,
  sector: null,
})

/**
 * Adds the filled legs to the portfolio as ordinary option positions.
 *
 * @returns the legs with their lots
 * @throws AppError 409 when the portfolio or the account has no room
 */
export async function addLegLots(
  tx: Transaction,
  legs: readonly StoredPolicyLeg[],
  place: Place,
): Promise<StoredPolicyLeg[]> {
  await requireRoomForLots(tx, place.portfolioId, { added: legs.length, replaces: false })
  const added: StoredPolicyLeg[] = []
  for (const leg of legs) {
    const positionId = leg.filled === 0 ? null : await insertLot(tx, { ...toLot(leg), account: null }, place)
    added.push({ ...leg, positionId })
  }
  return added
}

/**
 * Makes the lots that a policy added follow changed fills. Lots that are gone, because an import replaced them or their
 * owner deleted them, stay gone.
 */
export async function followFills(
  tx: Transaction,
  { before, after }: { before: readonly StoredPolicyLeg[]; after: readonly StoredPolicyLeg[] },
  place: Place,
): Promise<StoredPolicyLeg[]> {
  const lots = new Set((await listLots(tx, { id: place.portfolioId, isBook: false })).map(({ id }) => id))
  const isOwn = ({ positionId }: StoredPolicyLeg) => positionId !== null && lots.has(positionId)
  const addsOwn = before.some(isOwn)
  const kept = new Set(after.map(({ positionId }) => positionId))
  for (const leg of before) {
    if (isOwn(leg) && !kept.has(leg.positionId)) await deleteLot(tx, place.portfolioId, leg.positionId ?? '')
  }
  const followed: StoredPolicyLeg[] = []
  for (const leg of after) followed.push(await followOne(tx, leg, { isOwn: isOwn(leg), addsOwn }, place))
  return followed
}

async function followOne(
  tx: Transaction,
  leg: StoredPolicyLeg,
  { isOwn, addsOwn }: { isOwn: boolean; addsOwn: boolean },
  place: Place,
): Promise<StoredPolicyLeg> {
  if (isOwn && leg.positionId !== null) {
    if (leg.filled === 0) {
      await deleteLot(tx, place.portfolioId, leg.positionId)
      return { ...leg, positionId: null }
    }
    await updateLot(tx, leg.positionId, toLot(leg), place.now)
    return leg
  }
  if (leg.positionId !== null || !addsOwn || leg.filled === 0) return { ...leg, positionId: null }
  return { ...leg, positionId: await insertLot(tx, { ...toLot(leg), account: null }, place) }
}

/** Deletes the lots that a policy added, as far as they are there. @returns the legs without lots */
export async function removeLegLots(
  tx: Transaction,
  legs: readonly StoredPolicyLeg[],
  { portfolioId }: Pick<Place, 'portfolioId'>,
): Promise<StoredPolicyLeg[]> {
  const lots = new Set((await listLots(tx, { id: portfolioId, isBook: false })).map(({ id }) => id))
  for (const { positionId } of legs) {
    if (positionId !== null && lots.has(positionId)) await deleteLot(tx, portfolioId, positionId)
  }
  return legs.map((leg) => ({ ...leg, positionId: null }))
}

/** True when an import brought the very contracts that the policy had added by itself, so that they count twice. */
export function isImportedAgain(legs: readonly StoredPolicyLeg[], lots: readonly StoredLot[]): boolean {
  const own = new Set(legs.flatMap(({ positionId }) => positionId ?? []))
  const added = legs.filter(({ positionId }) => positionId !== null && lots.some(({ id }) => id === positionId))
  const imported = (symbol: string) =>
    lots
      .filter(({ id, ticker, importId }) => ticker === symbol && importId !== null && !own.has(id))
      .reduce((sum, { shares }) => sum + Number(shares), 0)
  return added.length > 0 && added.every(({ symbol, filled }) => imported(symbol) === filled)
}

/** Lots without those that a policy added and an import brought again: until their owner says which they are, a check counts them once. */
export function countImportedOnce(
  lots: readonly StoredLot[],
  policies: readonly { legs: readonly StoredPolicyLeg[] }[],
): readonly StoredLot[] {
  const again = policies.filter(({ legs }) => isImportedAgain(legs, lots))
  const added = new Set(again.flatMap(({ legs }) => legs.map(({ positionId }) => positionId)))
  return lots.filter(({ id }) => !added.has(id))
}
