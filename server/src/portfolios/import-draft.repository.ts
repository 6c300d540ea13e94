// Tests: ../features/imports/imports.test.ts

import { and, desc, eq, getTableColumns, gt, lte, notInArray } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { readBytes, selectBytes, toBytes } from '../database/bytes.ts'
import type { Database, Transaction } from '../database/database.ts'
import { importDrafts } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { isId } from './portfolio.repository.ts'

export const DRAFT_HOURS = 24
/** The oldest reviews of a user give way: each may be several megabytes, and nobody reviews more at once. */
const DRAFTS_PER_USER = 10
const HOUR_MILLISECONDS = 3_600_000

/** Import that was read and waits for its user's review. */
export interface ImportDraft {
  id: string
  origin: 'file' | 'text' | 'image'
  /** SHA-256 of what was read, hexadecimal. */
  contentHash: string
  /** ISO date that the source states its positions for. */
  asOf: string | null
  /** JSON of the review as it is answered, compressed. */
  review: Uint8Array
  /** JSON of what is needed to read it again with other columns, compressed. */
  material: Uint8Array | null
  /** JSON of the dated trades of a history, compressed. */
  trades: Uint8Array | null
  version: number
  expiresAt: Date
}

/** Part of a draft that saving needs. */
export type DraftOrigin = Pick<ImportDraft, 'id' | 'origin' | 'contentHash' | 'asOf' | 'trades'>

export const toDraftExpiry = (now: Date): Date => new Date(now.getTime() + DRAFT_HOURS * HOUR_MILLISECONDS)

/** Keeps a draft for a day; of the user's older ones only the latest few stay. */
export async function createDraft(
  tx: Transaction,
  draft: Omit<ImportDraft, 'version' | 'expiresAt'> & { userId: string; now: Date },
): Promise<void> {
  const { now, review, material, trades, ...values } = draft
  await tx.insert(importDrafts).values({
    ...values,
    review: toBytes(review),
    material: material && toBytes(material),
    trades: trades && toBytes(trades),
    createdAt: now,
    expiresAt: toDraftExpiry(now),
  })
  const kept = tx
    .select({ id: importDrafts.id })
    .from(importDrafts)
    .orderBy(desc(importDrafts.createdAt), desc(importDrafts.id))
    .limit(DRAFTS_PER_USER)
  await tx.delete(importDrafts).where(notInArray(importDrafts.id, kept))
}

/** @throws AppError 404 when the user has no such draft, or it is older than a day */
export async function getDraft(tx: Transaction, id: string, now: Date): Promise<ImportDraft> {
  if (!isId(id)) throw errors.notFound('import')
  const { review: _review, material: _material, trades: _trades, ...columns } = getTableColumns(importDrafts)
  const [draft] = await tx
    .select({
      ...columns,
      review: selectBytes(importDrafts.review),
      material: selectBytes(importDrafts.material),
      trades: selectBytes(importDrafts.trades),
    })
    .from(importDrafts)
    .where(and(eq(importDrafts.id, id), gt(importDrafts.expiresAt, now)))
  if (!draft) throw errors.notFound('import')
  return {
    ...draft,
    review: readBytes(draft.review),
    material: draft.material === null ? null : readBytes(draft.material),
    trades: draft.trades === null ? null : readBytes(draft.trades),
  }
}

/** @throws AppError 404 as {@link getDraft}, also when it was saved or discarded meanwhile */
export async function updateDraft(
  tx: Transaction,
  draft: Pick<ImportDraft, 'id' | 'asOf' | 'review' | 'material' | 'trades' | 'version'>,
): Promise<void> {
  const { id, review, material, trades, ...values } = draft
  const updated = await tx
    .update(importDrafts)
    .set({
      ...values,
      review: toBytes(review),
      material: material && toBytes(material),
      trades: trades && toBytes(trades),
    })
    .where(eq(importDrafts.id, id))
    .returning({ id: importDrafts.id })
  if (updated.length === 0) throw errors.notFound('import')
}

/** @throws AppError 404 as {@link getDraft} */
export async function deleteDraft(tx: Transaction, id: string, now: Date): Promise<void> {
  if (!(await findDraftOrigin(tx, id, now))) throw errors.notFound('import')
  await tx.delete(importDrafts).where(eq(importDrafts.id, id))
}

/** Where a draft came from, locked until the transaction ends; `undefined` when there is none that still stands. */
export async function findDraftOrigin(tx: Transaction, id: string, now: Date): Promise<DraftOrigin | undefined> {
  if (!isId(id)) return undefined
  const [draft] = await tx
    .select({
      id: importDrafts.id,
      origin: importDrafts.origin,
      contentHash: importDrafts.contentHash,
      asOf: importDrafts.asOf,
      trades: selectBytes(importDrafts.trades),
    })
    .from(importDrafts)
    .where(and(eq(importDrafts.id, id), gt(importDrafts.expiresAt, now)))
    .for('update')
  return draft && { ...draft, trades: draft.trades === null ? null : readBytes(draft.trades) }
}

/** Forgets the drafts of all users that nobody saved within a day. */
export function createDraftSweeper({ db, clock }: { db: Database; clock: Clock }): { sweep(): Promise<number> } {
  return {
    async sweep() {
      const swept = await db.asSystem((tx) =>
        tx.delete(importDrafts).where(lte(importDrafts.expiresAt, clock.now())).returning({ id: importDrafts.id }),
      )
      return swept.length
    },
  }
}
