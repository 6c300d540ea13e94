// Tests: track-record.test.ts

import { type getRecommendation, type getTrackRecord, type RecommendationRow, toCsvLine } from '@ballast/contract'
import type { z } from 'zod'
import { openEvidence } from '../../advice/record/evidence.ts'
import type { ChainedRow } from '../../advice/record/hash-chain.ts'
import { toEntry, toRow } from '../../advice/record/record-rows.ts'
import { summariseRecord } from '../../advice/record/summarise-record.ts'
import {
  type ChainName,
  countLinked,
  findRecommendation,
  listEvidence,
  listLinked,
  listRecommendationsAfter,
  listScoresAfter,
  readHead,
} from '../../advice/record/track-record.repository.ts'
import type { TrackRecord } from '../../advice/record/track-record.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { isId } from '../../portfolios/portfolio.repository.ts'

export interface ReportDependencies {
  db: Database
  clock: Clock
  trackRecord: Pick<TrackRecord, 'read'>
}

const LISTED = 1000
/** Most left-out ones of others: a user who asks often must not hide what counts. */
const LISTED_LEFT_OUT = 200
const CHAIN_PAGE = 500

type ListChain = (tx: Transaction, after: number, limit: number) => Promise<readonly ChainedRow[]>

const readClass = async ({ trackRecord }: ReportDependencies, simulated: boolean) =>
  (await trackRecord.read()).filter(({ recommendation }) => recommendation.simulated === simulated)

/** Both classes in percent, and where the chains end. */
export async function reportTrackRecord(deps: ReportDependencies): Promise<z.infer<typeof getTrackRecord.response>> {
  const [live, simulated] = [await readClass(deps, false), await readClass(deps, true)]
  const { linked, chains } = await deps.db.asSystem(async (tx) => ({
    linked: await countLinked(tx),
    chains: { recommendations: await readHead(tx, 'recommendations'), scores: await readHead(tx, 'scores') },
  }))
  const summarise = (rows: typeof live, isSimulated: boolean, owned: number) => {
    const counted = rows.filter(({ recommendation }) => recommendation.excludedBecause === null)
    const ownersGone = Math.max(0, counted.length - owned)
    return summariseRecord(rows.map(toEntry), { simulated: isSimulated, ownersGone })
  }
  return {
    live: summarise(live, false, linked.live),
    simulated: summarise(simulated, true, linked.simulated),
    chains,
  }
}

/** The newest first: all that counts and all of the user's own up to a thousand, and the newest of what was left out. */
export async function listRecorded(
  deps: ReportDependencies,
  userId: string,
  simulated: boolean,
): Promise<RecommendationRow[]> {
  const rows = await readClass(deps, simulated)
  const own = await deps.db.asUser(userId, listLinked)
  const listed: RecommendationRow[] = []
  let leftOut = 0
  for (const recorded of rows.toReversed()) {
    const row = toRow(recorded, own)
    if (row.status === 'excluded' && !row.isOwn) leftOut += 1
    if (row.status !== 'excluded' || row.isOwn || leftOut <= LISTED_LEFT_OUT) listed.push(row)
    if (listed.length === LISTED) break
  }
  return listed
}

const CSV_COLUMNS = [
  'sequence',
  'id',
  'createdAt',
  'kind',
  'engine',
  'engineVersion',
  'recommendation',
  'states',
  'confidence',
  'horizonEnds',
  'status',
  'excludedBecause',
  'unchangedPercent',
  'followedPercent',
  'improvement',
  'marketPercent',
  'modelledPercent',
  'simulated',
] as const satisfies readonly (keyof RecommendationRow)[]

/** Every recommendation of a class as CSV, the oldest first. */
export async function exportRecorded(deps: ReportDependencies, simulated: boolean): Promise<FileAnswer> {
  const rows = await readClass(deps, simulated)
  const toCell = (value: RecommendationRow[(typeof CSV_COLUMNS)[number]]) =>
    value === null ? undefined : typeof value === 'boolean' ? String(value) : value
  function* write() {
    yield toCsvLine([...CSV_COLUMNS, 'hash'])
    for (const recorded of rows) {
      const row = toRow(recorded, new Set())
      yield toCsvLine([...CSV_COLUMNS.map((column) => toCell(row[column])), recorded.hash])
    }
  }
  const name = simulated ? 'simulated' : 'live'
  return {
    body: write(),
    contentType: 'text/csv; charset=utf-8',
    fileName: `ballast-track-record-${name}-${deps.clock.now().toISOString().slice(0, 10)}.csv`,
  }
}

/** Both chains, a row a line: what is needed to verify them. Read while it is sent, a page at a time. */
export function exportChains({ db, clock }: ReportDependencies, userId: string): FileAnswer {
  async function* read(chain: ChainName, list: ListChain): AsyncGenerator<string> {
    for (let after = 0; ; ) {
      const rows = await db.asUser(userId, (tx) => list(tx, after, CHAIN_PAGE))
      yield rows
        .map((row) => {
          const { sequence, previousHash, content, hash } = row
          return `${JSON.stringify({ chain, sequence, previousHash, content, hash })}\n`
        })
        .join('')
      if (rows.length < CHAIN_PAGE) return
      after = rows.at(-1)?.sequence ?? after
    }
  }
  async function* readBoth(): AsyncGenerator<string> {
    yield* read('recommendations', listRecommendationsAfter)
    yield* read('scores', listScoresAfter)
  }
  return {
    body: readBoth(),
    contentType: 'application/x-ndjson; charset=utf-8',
    fileName: `ballast-track-record-chain-${clock.now().toISOString().slice(0, 10)}.jsonl`,
  }
}

/** A recommendation of the user's own with its evidence. @throws AppError 404 for any other */
export async function openRecommendation(
  deps: ReportDependencies,
  userId: string,
  id: string,
): Promise<z.infer<typeof getRecommendation.response>> {
  if (!isId(id)) throw errors.notFound('recommendation')
  const { own, evidence, stored } = await deps.db.asUser(userId, async (tx) => ({
    own: await listLinked(tx),
    evidence: await listEvidence(tx, [id], ['snapshot', 'prices']),
    stored: await findRecommendation(tx, id),
  }))
  const row = (await deps.trackRecord.read()).find(({ recommendation }) => recommendation.id === id)
  if (!own.has(id) || stored === undefined || row === undefined) throw errors.notFound('recommendation')
  const texts = new Map<string, string>()
  for (const { part, body } of evidence) texts.set(part, await openEvidence(body))
  return {
    recommendation: toRow(row, own),
    ...stored,
    snapshot: texts.get('snapshot') ?? '',
    prices: texts.get('prices') ?? null,
  }
}
