// Tests: ../features/history/history.test.ts

import type { PositionKind } from '@ballast/contract'
import { Big } from 'big.js'
import { and, asc, eq, isNull, not, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { type DatedUnits, datedHoldings, importBatches, portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { isHeldIn, type ListedPortfolio } from './book.repository.ts'

/** A change of what a portfolio holds. The first of a portfolio says all that it held. */
export interface DatedChange {
  portfolioId: string
  place: number
  /** ISO date in New York; from the close of that day on, this is held. */
  day: string
  importId: string | null
  /** True when amounts that are not in `units` were stated again. */
  statesAll: boolean
  units: DatedUnits
  /** As the owner says; null when nobody has said. */
  moneyIn: number | null
}

const MARKS: Readonly<Record<PositionKind, string>> = { security: '', cash: '$', option: '@', bond: '%' }

const KINDS = new Map(Object.entries(MARKS).map(([kind, mark]) => [mark, kind as PositionKind]))

/** The key of units of a thing; cash is known by its currency. */
export const toUnitKey = (kind: PositionKind, ticker: string): string => MARKS[kind] + ticker

/** Kind and ticker of the position whose units a key counts. */
export function parseUnitKey(key: string): { kind: PositionKind; ticker: string } {
  const kind = KINDS.get(key.charAt(0)) ?? 'security'
  return { kind, ticker: kind === 'security' ? key : key.slice(1) }
}

/**
 * Dates what each portfolio holds that this transaction has changed: stores what differs from the day before. It is called once
 * at the end of every transaction that changes lots (`changeWithinLimits`), whatever changed them.
 *
 * An import that states a day is dated by it, but never before the last change: what is held now is the latest.
 */
export async function dateChangedHoldings(tx: Transaction): Promise<void> {
  // A change raises the version of its portfolio, so the row bears the id of this transaction.
  const changed = await tx
    .select({
      id: portfolios.id,
      userId: portfolios.userId,
      today: sql<string>`to_char(${portfolios.updatedAt} at time zone 'America/New_York', 'YYYY-MM-DD')`,
    })
    .from(portfolios)
    .where(and(not(portfolios.isBook), isOfThisTransaction('portfolios')))
  for (const portfolio of changed) await dateHoldings(tx, portfolio)
}

const isOfThisTransaction = (table: 'portfolios' | 'import_batches') =>
  sql`${sql.identifier(table)}.xmin = pg_current_xact_id()::xid`

async function dateHoldings(
  tx: Transaction,
  { id: portfolioId, userId, today }: { id: string; userId: string; today: string },
): Promise<void> {
  const before = await listChanges(tx, { id: portfolioId, isBook: false })
  const last = before.at(-1)
  const { units: now, importId, statesAll, asOf } = await readHeld(tx, portfolioId)
  const day = [asOf !== null && asOf < today ? asOf : today, last?.day ?? ''].sort().at(-1) ?? today
  // Edits of one day are one change. An import stands for itself, so that undoing it takes away what it brought.
  const joined = last && last.day === day && last.importId === null && importId === null ? last : undefined
  const earlier = foldUnits(joined ? before.slice(0, -1) : before)
  const units = findDifference(earlier, now)
  const isEmpty = Object.keys(units).length === 0 && !statesAll
  const row = { portfolioId, userId, day, importId, statesAll, units, moneyIn: null }
  const isLast = and(eq(datedHoldings.portfolioId, portfolioId), eq(datedHoldings.place, joined?.place ?? 0))
  if (joined && isEmpty) await tx.delete(datedHoldings).where(isLast)
  else if (joined && isSame(joined.units, units)) return
  else if (joined) await tx.update(datedHoldings).set(row).where(isLast)
  else if (!isEmpty) await tx.insert(datedHoldings).values({ ...row, place: (last?.place ?? 0) + 1 })
}

/** The amounts that are held, and the import of this transaction, if there was one. */
async function readHeld(tx: Transaction, portfolioId: string) {
  const seen = and(eq(positions.portfolioId, portfolioId), isNull(positions.replacedBy))
  const held = await tx
    .select({
      kind: positions.kind,
      ticker: positions.ticker,
      currency: positions.currency,
      units: sql<string>`sum(${positions.shares} * ${positions.multiplier})`,
    })
    .from(positions)
    .where(seen)
    .groupBy(positions.kind, positions.ticker, positions.currency)
  const units = new Map<string, Big>()
  for (const { kind, ticker, currency, units: amount } of held) {
    const key = toUnitKey(kind, kind === 'cash' ? currency : ticker)
    units.set(key, (units.get(key) ?? new Big(0)).plus(amount))
  }
  const [batch] = await tx
    .select({ id: importBatches.id, asOf: importBatches.asOf })
    .from(importBatches)
    .where(and(eq(importBatches.portfolioId, portfolioId), isOfThisTransaction('import_batches')))
  if (!batch) return { units, importId: null, statesAll: false, asOf: null }
  const [others] = await tx
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(positions)
    .where(and(seen, sql`${positions.importId} is distinct from ${batch.id}::uuid`))
  return { units, importId: batch.id, statesAll: others?.count === 0, asOf: batch.asOf }
}

/** Positions after a day of trades, and the money that came in for it. */
export interface TradeDay {
  day: string
  units: DatedUnits
  moneyIn: string | null
}

/** Dates what a new portfolio held before the import that makes it, by day; undoing the import takes it away as well. */
export async function insertTradeDays(
  tx: Transaction,
  days: readonly TradeDay[],
  { userId, portfolioId, importId }: { userId: string; portfolioId: string; importId: string },
): Promise<void> {
  if (days.length === 0) return
  await tx.execute(sql`
    insert into dated_holdings (portfolio_id, place, user_id, day, import_id, states_all, units, money_in)
    select ${portfolioId}::uuid, row_number() over (), ${userId}::uuid, trades.day, ${importId}::uuid, false,
      trades.units, trades."moneyIn"
    from json_to_recordset(${JSON.stringify(days)}::json) as trades(day date, units json, "moneyIn" numeric)`)
}

/** Sums changes in their order. Amounts of 0 are left out. */
export function foldUnits(changes: readonly Pick<DatedChange, 'units'>[]): Map<string, Big> {
  const held = new Map<string, Big>()
  for (const { units } of changes) {
    for (const [key, amount] of Object.entries(units)) {
      if (new Big(amount).eq(0)) held.delete(key)
      else held.set(key, new Big(amount))
    }
  }
  return held
}

function findDifference(before: ReadonlyMap<string, Big>, after: ReadonlyMap<string, Big>): Record<string, string> {
  const zero = new Big(0)
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  const different = keys.filter((key) => !(before.get(key) ?? zero).eq(after.get(key) ?? zero))
  return Object.fromEntries(different.map((key) => [key, (after.get(key) ?? zero).toFixed()]))
}

const isSame = (one: DatedUnits, other: DatedUnits) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

const columns = {
  portfolioId: datedHoldings.portfolioId,
  place: datedHoldings.place,
  day: datedHoldings.day,
  importId: datedHoldings.importId,
  statesAll: datedHoldings.statesAll,
  units: datedHoldings.units,
  moneyIn: datedHoldings.moneyIn,
}

const toChange = ({ moneyIn, ...row }: { moneyIn: string | null } & Omit<DatedChange, 'moneyIn'>): DatedChange => ({
  ...row,
  moneyIn: moneyIn === null ? null : Number(moneyIn),
})

/** The changes of a portfolio in order; of a book, those of each member, by day. */
export async function listChanges(tx: Transaction, portfolio: ListedPortfolio): Promise<DatedChange[]> {
  const rows = await tx
    .select(columns)
    .from(datedHoldings)
    .where(isHeldIn(datedHoldings.portfolioId, portfolio))
    .orderBy(asc(datedHoldings.day), asc(datedHoldings.portfolioId), asc(datedHoldings.place))
  return rows.map(toChange)
}

/**
 * Notes how much money came in with a change, or that nobody knows.
 *
 * @throws AppError 404 when the portfolio has no such change, or it is the first one, which changes nothing
 */
export async function answerChange(
  tx: Transaction,
  { portfolioId, place, moneyIn }: { portfolioId: string; place: number; moneyIn: number | null },
): Promise<void> {
  const isOf = eq(datedHoldings.portfolioId, portfolioId)
  const answered = await tx
    .update(datedHoldings)
    .set({ moneyIn: moneyIn === null ? null : new Big(moneyIn).toFixed() })
    .where(
      and(
        isOf,
        eq(datedHoldings.place, place),
        sql`exists (select 1 from dated_holdings as earlier where earlier.portfolio_id = ${portfolioId}::uuid and earlier.place < ${place})`,
      ),
    )
    .returning({ place: datedHoldings.place })
  if (answered.length === 0) throw errors.notFound('change')
}
