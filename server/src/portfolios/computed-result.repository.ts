import { and, eq, lt, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { computedResults } from '../database/schema/index.ts'

/** Most results of one portfolio and kind that are shared: what is asked can vary without end, and a disk cannot. */
const SHARED_RESULTS = 20
const SHARED_BYTES = 2 * 1024 * 1024

/** Which computation: the portfolio, the kind, and what was asked beside it. */
export interface ResultKey {
  portfolioId: string
  kind: string
  request: string
}

export interface StoredResult {
  origin: string
  etag: string
  body: Uint8Array
}

/** The latest result of a computation when it was made from this origin. */
export async function findResult(
  tx: Transaction,
  { portfolioId, kind, request }: ResultKey,
  origin: string,
): Promise<StoredResult | undefined> {
  const [row] = await tx
    .select({ origin: computedResults.origin, etag: computedResults.etag, body: computedResults.body })
    .from(computedResults)
    .where(
      and(
        eq(computedResults.portfolioId, portfolioId),
        eq(computedResults.kind, kind),
        eq(computedResults.request, request),
        eq(computedResults.origin, origin),
      ),
    )
  return row
}

/** Keeps a result in the place of the last one of the same computation, and of older ones of its kind only so many. */
export async function storeResult(
  tx: Transaction,
  userId: string,
  key: ResultKey,
  { result, now }: { result: StoredResult; now: Date },
): Promise<void> {
  const values = { ...result, computedAt: now }
  await tx
    .insert(computedResults)
    .values({ userId, ...key, ...values })
    .onConflictDoUpdate({
      target: [computedResults.portfolioId, computedResults.kind, computedResults.request],
      set: values,
    })
  await deleteCrowdedOut(tx, key)
}

/** The newest stays, however large. */
async function deleteCrowdedOut(tx: Transaction, { portfolioId, kind }: ResultKey): Promise<void> {
  await tx.execute(sql`
    delete from ${computedResults} as result using (
      select request, row_number() over newest as place, sum(octet_length(body)) over newest as bytes
      from ${computedResults} where portfolio_id = ${portfolioId} and kind = ${kind}
      window newest as (order by computed_at desc, request rows unbounded preceding)
    ) as ranked
    where result.portfolio_id = ${portfolioId} and result.kind = ${kind} and result.request = ranked.request
      and place > 1 and (place > ${SHARED_RESULTS} or bytes > ${SHARED_BYTES})`)
}

/** Forgets results that nobody has computed anew since. */
export async function deleteResultsBefore(tx: Transaction, before: Date): Promise<number> {
  const gone = await tx
    .delete(computedResults)
    .where(lt(computedResults.computedAt, before))
    .returning({ portfolioId: computedResults.portfolioId })
  return gone.length
}
