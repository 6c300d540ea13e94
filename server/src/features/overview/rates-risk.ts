import { BOND_FACE, countCovers, nameBond, type Overview, toBondTerms } from '@ballast/contract'
import { findTreasuryYield, measureTreasury, parseIsoDate } from '@ballast/quant'
import type { LotPrices } from '../../holdings/load-prices.ts'
import type { ValuedLots } from '../../holdings/value-lots.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { round } from './overview-totals.ts'

type Rates = NonNullable<Overview['rates']>
type Measured = Rates['positions'][number]

/** All yields rise or fall by so many percentage points at once. */
const SHOCK_POINTS = 1

/**
 * Computes the value of a portfolio's Treasuries and their answer to yields: each is priced again, with its accrued
 * interest, at its yield plus and minus one point, on the day of its stated price.
 *
 * @returns null when no Treasury is held; one without a price is left out and counted, and where none has one no sum is known
 */
export function computeRatesRisk(
  lots: readonly Pick<StoredLot, 'ticker' | 'kind'>[],
  { priced, unpriced }: Pick<ValuedLots, 'priced' | 'unpriced'>,
  prices: LotPrices['prices'],
): Rates | null {
  const bonds = lots.filter(({ kind }) => kind === 'bond')
  if (bonds.length === 0) return null
  const units = new Map<string, number>()
  for (const lot of priced) if (lot.kind === 'bond') units.set(lot.ticker, (units.get(lot.ticker) ?? 0) + lot.units)
  const positions = [...units].flatMap(([ticker, held]) => {
    const price = prices.get(ticker)
    const measured = price && measureBond(ticker, held, { price: price.price, statedOn: price.asOf.slice(0, 10) })
    return measured ? [measured] : []
  })
  const measured = new Set(positions.map(({ ticker }) => ticker))
  const sum = (of: (position: Measured) => number) =>
    positions.length === 0 ? null : round(positions.reduce((total, one) => total + of(one), 0))
  const value = sum((one) => one.value)
  const mean = (of: (position: Measured) => number) =>
    value ? round(positions.reduce((total, one) => total + of(one) * one.value, 0) / value) : null
  return {
    covers: countCovers(bonds, ({ ticker }) =>
      measured.has(ticker) ? null : (unpriced[ticker] ?? ('no-price' as const)),
    ),
    value,
    accruedInterest: sum((one) => one.accruedInterest),
    yieldPercent: mean((one) => one.yieldPercent),
    duration: mean((one) => one.duration),
    convexity: mean((one) => one.convexity),
    ifYieldsRise: sum((one) => one.ifYieldsRise),
    ifYieldsFall: sum((one) => one.ifYieldsFall),
    positions: positions.toSorted((a, b) => (a.maturity < b.maturity ? -1 : 1)),
  }
}

function measureBond(
  ticker: string,
  units: number,
  { price, statedOn }: { price: number; statedOn: string },
): Measured | null {
  const terms = toBondTerms(ticker)
  if (!terms) return null
  const maturity = parseIsoDate(terms.maturity)
  const settlement = Math.min(parseIsoDate(statedOn), maturity - 1)
  const of = { couponPercent: terms.couponPercent, maturity, settlement }
  const yieldPercent = findTreasuryYield(of, price)
  if (yieldPercent === null) return null
  const now = measureTreasury(of, yieldPercent)
  const gainAt = (points: number) => {
    const { cleanPrice } = measureTreasury(of, Math.max(-199, yieldPercent + points))
    return round(units * (cleanPrice - now.cleanPrice))
  }
  return {
    ticker,
    name: nameBond(terms),
    face: round(units * BOND_FACE),
    couponPercent: terms.couponPercent,
    maturity: terms.maturity,
    price,
    statedOn,
    yieldPercent: round(yieldPercent),
    duration: round(now.modifiedDuration),
    convexity: round(now.convexity),
    value: round(units * price),
    accruedInterest: round(units * now.accruedInterest),
    ifYieldsRise: gainAt(SHOCK_POINTS),
    ifYieldsFall: gainAt(-SHOCK_POINTS),
  }
}
