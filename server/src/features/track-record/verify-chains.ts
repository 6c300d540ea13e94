// Tests: track-record.test.ts, score-due.test.ts

import { computeOutcome } from '../../advice/record/compute-outcome.ts'
import { openEvidence } from '../../advice/record/evidence.ts'
import { type ChainHead, checkRows, EMPTY_CHAIN, hashText } from '../../advice/record/hash-chain.ts'
import {
  type HorizonRecord,
  type Outcome,
  pricesSchema,
  type Recommendation,
  recommendationSchema,
  type Score,
  type Snapshot,
  scoreSchema,
  snapshotSchema,
} from '../../advice/record/recommendation.ts'
import {
  type ChainName,
  countLostScores,
  listEvidence,
  listRecommendationsAfter,
  listScoresAfter,
  type StoredRecommendation,
  type StoredScore,
} from '../../advice/record/track-record.repository.ts'
import type { Database } from '../../database/database.ts'
import { letOthersWork } from '../../other-work.ts'

export interface RecordProblem {
  chain: ChainName
  sequence: number
  problem: string
}

export interface Verification {
  recommendations: ChainHead
  scores: ChainHead
  /** Empty when everything is as it was recorded. */
  problems: RecordProblem[]
}

const PAGE = 200

/**
 * Checks the whole record: every row hangs on the one before it, says what was hashed, and stands beside columns and
 * evidence that say the same; every score is of a recommendation of the chain, and none is gone whose prices are there.
 *
 * @param recompute whether to compute each score again from its evidence, too
 */
export async function verifyChains(db: Database, { recompute }: { recompute: boolean }): Promise<Verification> {
  const problems: RecordProblem[] = []
  const hashes = new Map<string, string>()
  const recommendations = await walk(db, {
    list: listRecommendationsAfter,
    async check(row: StoredRecommendation, bodies) {
      hashes.set(row.id, row.hash)
      return checkRecommendation(row, bodies.get(`${row.id} snapshot`))
    },
    idOf: ({ id }) => id,
    report: (sequence, problem) => problems.push({ chain: 'recommendations', sequence, problem }),
  })
  const scores = await walk(db, {
    list: listScoresAfter,
    check: (row: StoredScore, bodies) => checkScore(row, { hashes, bodies, recompute }),
    idOf: ({ recommendationId }) => recommendationId,
    report: (sequence, problem) => problems.push({ chain: 'scores', sequence, problem }),
  })
  const lost = await db.asSystem(countLostScores)
  if (lost > 0) {
    const problem = `There are prices of ${lost} more than it has rows: rows were cut off at its end, or taken out.`
    problems.push({ chain: 'scores', sequence: scores.length + 1, problem })
  }
  return { recommendations, scores, problems }
}

/** Evidence by recommendation and part; undefined where there is none. */
type Bodies = ReadonlyMap<string, string | undefined>

interface Walk<Row> {
  list(tx: Parameters<Parameters<Database['asSystem']>[0]>[0], after: number, limit: number): Promise<Row[]>
  check(row: Row, bodies: Bodies): Promise<string[]>
  idOf(row: Row): string
  report(sequence: number, problem: string): void
}

async function walk<Row extends StoredRecommendation | StoredScore>(
  db: Database,
  { list, check, idOf, report }: Walk<Row>,
): Promise<ChainHead> {
  let head = EMPTY_CHAIN
  for (;;) {
    const { rows, evidence } = await db.asSystem(async (tx) => {
      const found = await list(tx, head.length, PAGE)
      return { rows: found, evidence: await listEvidence(tx, found.map(idOf), ['snapshot', 'prices']) }
    })
    if (rows.length === 0) return head
    const checked = checkRows(head, rows)
    for (const { sequence, problem } of checked.problems) report(sequence, problem)
    const bodies = new Map(
      await Promise.all(
        evidence.map(async ({ recommendationId, part, body }) => {
          return [`${recommendationId} ${part}`, await openEvidence(body).catch(() => undefined)] as const
        }),
      ),
    )
    for (const row of rows) {
      await letOthersWork()
      for (const problem of await check(row, bodies)) report(row.sequence, problem)
    }
    head = checked.head
  }
}

function checkRecommendation(row: StoredRecommendation, snapshot: string | undefined): string[] {
  const content = parse<Recommendation>(recommendationSchema, row.content)
  if (content === null) return ['Its content is not a recommendation.']
  const { id, simulated, horizonEnds, excludedBecause } = content
  const isSame =
    id === row.id &&
    simulated === row.simulated &&
    horizonEnds === row.horizonEnds &&
    excludedBecause === row.excludedBecause
  return [
    ...(isSame ? [] : ['Its other columns do not match its content.']),
    ...(hashText(snapshot ?? '') === content.snapshotHash ? [] : ['Its snapshot is missing or was changed.']),
  ]
}

async function checkScore(
  row: StoredScore,
  { hashes, bodies, recompute }: { hashes: ReadonlyMap<string, string>; bodies: Bodies; recompute: boolean },
): Promise<string[]> {
  const content = parse<Score>(scoreSchema, row.content)
  if (content === null) return ['Its content is not a score.']
  const { recommendationId: id, recommendationHash, pricesHash, outcome } = content
  const [snapshot, prices] = [bodies.get(`${id} snapshot`), bodies.get(`${id} prices`)]
  const problems = [
    ...(id === row.recommendationId ? [] : ['Its other column names a different recommendation.']),
    ...(hashes.get(id) === recommendationHash ? [] : ['It is the score of a recommendation that is not in the chain.']),
    ...(hashText(prices ?? '') === pricesHash ? [] : ['The prices behind it are missing or were changed.']),
  ]
  if (!recompute || problems.length > 0 || outcome === null || snapshot === undefined || prices === undefined) {
    return problems
  }
  return isReproduced(snapshot, prices, outcome)
    ? []
    : ['Computed again from its evidence, it does not come to the same.']
}

function isReproduced(snapshot: string, prices: string, outcome: Outcome): boolean {
  const [book, later] = [parse<Snapshot>(snapshotSchema, snapshot), parse<HorizonRecord>(pricesSchema, prices)]
  if (book === null || later === null) return false
  try {
    return JSON.stringify(sorted(computeOutcome(book, later))) === JSON.stringify(sorted(outcome))
  } catch {
    // A book that was changed may be one that cannot be scored at all.
    return false
  }
}

const sorted = (value: object) => Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))

function parse<Content>(schema: { safeParse(value: unknown): { data?: Content } }, text: string): Content | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
