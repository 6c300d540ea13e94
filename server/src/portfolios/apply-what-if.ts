// Tests: apply-what-if.test.ts

import {
  BASE_CURRENCY,
  CASH_SECTOR,
  CASH_TICKER,
  isOptionSymbol,
  OPTION_MULTIPLIER,
  toBondTerms,
  type WhatIfChange,
} from '@ballast/contract'
import { Big } from 'big.js'
import type { StoredLot } from './position.repository.ts'

/** Effect of a what-if on the lots of a portfolio. */
export interface AppliedWhatIf {
  /** Lots after the what-if: those that stay, in their order, and after them those that are made. */
  lots: readonly StoredLot[]
  /** Lots that go, because they are sold or less of them stays. */
  removed: readonly StoredLot[]
  /** Lots that are bought, and what is left of one that is sold in part. */
  made: readonly StoredLot[]
}

/**
 * The lots of a portfolio after changes that nobody has made. What is sold leaves the oldest lots first. What is bought
 * is a lot of its own, like the ticker's last lot where there is one. Amounts are exact decimals.
 *
 * @param changes each ticker at most once; a ticker that is held at the same amount changes nothing
 */
export function applyWhatIf(lots: readonly StoredLot[], changes: readonly WhatIfChange[]): AppliedWhatIf {
  const removed = new Set<StoredLot>()
  const made: StoredLot[] = []
  changes.forEach((change, place) => {
    const ticker = change.isCash && change.ticker === BASE_CURRENCY ? CASH_TICKER : change.ticker
    const held = lots.filter((lot) => lot.ticker === ticker && (lot.kind === 'cash') === change.isCash)
    const { sold, left, bought } = holdOnly(held, new Big(change.shares))
    for (const lot of sold) removed.add(lot)
    const own = { id: toLotId(place), importId: null }
    if (left) made.push({ ...left, ...own })
    if (bought.eq(0)) return
    const like = held.at(-1) ?? describeNew({ ...change, ticker })
    const avgCost = change.isCash ? like.avgCost : change.price === null ? null : new Big(change.price).toFixed()
    made.push({ ...like, ...own, shares: bought.toFixed(), avgCost })
  })
  const kept = lots.filter((lot) => !removed.has(lot))
  return { lots: [...kept, ...made], removed: [...removed], made }
}

/** Which lots go, what is left of the last of them, and how much is bought. */
function holdOnly(held: readonly StoredLot[], target: Big) {
  const now = held.reduce((sum, { shares }) => sum.plus(shares), new Big(0))
  // Nothing of what was long is left when one is short, and the other way about.
  if (target.times(now).lte(0)) return { sold: held, left: undefined, bought: target }
  if (target.abs().gte(now.abs())) return { sold: [], left: undefined, bought: target.minus(now) }
  let toSell = now.minus(target)
  const sold: StoredLot[] = []
  for (const lot of held) {
    const shares = new Big(lot.shares)
    // A short lot beside long ones is not sold.
    if (toSell.eq(0) || shares.times(toSell).lte(0)) continue
    sold.push(lot)
    if (shares.abs().gt(toSell.abs())) {
      return { sold, left: { ...lot, shares: shares.minus(toSell).toFixed() }, bought: new Big(0) }
    }
    toSell = toSell.minus(shares)
  }
  return { sold, left: undefined, bought: new Big(0) }
}

/** Cash, options and Treasuries are known by their tickers; everything else is a security, priced in dollars. */
function describeNew({ ticker, isCash }: WhatIfChange): Omit<StoredLot, 'id' | 'shares'> {
  const none = { sector: null, account: null, importId: null }
  if (isCash) {
    const currency = ticker === CASH_TICKER ? BASE_CURRENCY : ticker
    return { ...none, kind: 'cash', ticker, avgCost: '1', currency, multiplier: 1, sector: CASH_SECTOR }
  }
  const kind = isOptionSymbol(ticker) ? 'option' : toBondTerms(ticker) ? 'bond' : 'security'
  const multiplier = kind === 'option' ? OPTION_MULTIPLIER : 1
  return { ...none, kind, ticker, avgCost: null, currency: BASE_CURRENCY, multiplier }
}

/** Ids of what is not stored; no stored one is like these. */
const toLotId = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
