import { computeStudentQuantile } from '../discovery/student-distribution.ts'
import { inputErrors } from '../errors.ts'
import { computeMoments } from '../moments.ts'
import { computeWilsonInterval, type RateInterval } from './wilson-interval.ts'

/** A recommendation as the record counts it. Simulated and live ones belong in records of their own. */
export interface RecordedRecommendation {
  readonly id: string
  /** Day number on which it was made. */
  readonly madeOn: number
  /** Day number on which its horizon ends. */
  readonly endsOn: number
  /** The same for the same portfolio; null when that is no longer known, and then it repeats nothing. */
  readonly portfolio: string | null
  /** The same for the same operations; null for advice without any (to hold, to mend data), which is not scored. */
  readonly operations: string | null
  /** 0 to 1; null where none was stated. */
  readonly confidence: number | null
  /** Null until scored; see `scoreRecommendation`. */
  readonly outcome: {
    readonly improvement: number
    readonly blindImprovement: number
    readonly marketReturn: number
  } | null
  /** True if a promised limit was kept; null where none was promised, or the market fell further. */
  readonly isLimitKept?: boolean | null
}

/** How many there were, and how many helped. */
export interface SuccessCount {
  readonly scored: number
  readonly successes: number
}

/** The record. Fractions; null where too few were scored for a percentage. */
export interface TrackRecordSummary {
  /** Recommendations that count: with operations, and no repetition within a week. */
  readonly made: number
  readonly scored: number
  readonly successes: number
  /** Scored ones needed before any percentage. */
  readonly needed: number
  /** Day number of the next result; null when nothing is open. */
  readonly nextResultOn: number | null
  readonly leftOut: { readonly withoutOperations: number; readonly repeated: number }
  readonly successRate: number | null
  readonly successInterval: RateInterval | null
  /** Share of the same windows in which blindly selling a fifth of everything would have helped. */
  readonly blindRate: number | null
  readonly averageImprovement: number | null
  /** 95 %, by Student's t; overlapping horizons make it too narrow, and the page that shows it says so. */
  readonly improvementInterval: { readonly low: number; readonly high: number } | null
  /** Scored ones that promised a limit for a fall no smaller than what came, and how many kept it. */
  readonly limits: SuccessCount
  readonly byMarket: { readonly up: SuccessCount; readonly down: SuccessCount }
  /** Ten buckets of confidence: from 0 to 0.1, …, from 0.9 to 1. */
  readonly calibration: readonly (SuccessCount & { readonly from: number; readonly to: number })[]
}

/** No percentage is stated on fewer scored recommendations. */
export const NEEDED_FOR_RATES = 30
/** Identical operations for one portfolio within a week are one recommendation. */
const REPEAT_DAYS = 7
const BUCKETS = 10

/**
 * Counts a record of recommendations by rule, losers included. What has no operations is left out, and the same operations
 * for the same portfolio count once within seven days of the one that counted. Below 30 scored there is no percentage.
 *
 * @param recommendations of one kind of market data, in any order
 * @throws QuantInputError naming the recommendation whose confidence or outcome is no possible number
 */
export function summarizeTrackRecord(recommendations: readonly RecordedRecommendation[]): TrackRecordSummary {
  const { counted, withoutOperations, repeated } = pickCounted(recommendations)
  const scored = counted.flatMap(({ id, outcome, confidence, isLimitKept = null }) => {
    if (outcome === null) return []
    for (const [name, value] of Object.entries(outcome)) {
      if (!Number.isFinite(value)) throw inputErrors.badNumber(`${name} of ${id}`, null, value, 'a finite number')
    }
    return [{ ...outcome, confidence, isLimitKept, isSuccess: outcome.improvement > 0 }]
  })
  const successes = count(scored).successes
  const isEnough = scored.length >= NEEDED_FOR_RATES
  const { mean, squares } = computeMoments(Float64Array.from(scored, ({ improvement }) => improvement))
  const degrees = scored.length - 1
  const half = isEnough ? computeStudentQuantile(0.025, degrees) * Math.sqrt(squares / degrees / scored.length) : 0
  const open = counted.filter(({ outcome }) => outcome === null).map(({ endsOn }) => endsOn)
  return {
    made: counted.length,
    scored: scored.length,
    successes,
    needed: NEEDED_FOR_RATES,
    nextResultOn: open.length === 0 ? null : open.reduce((first, day) => Math.min(first, day)),
    leftOut: { withoutOperations, repeated },
    successRate: isEnough ? successes / scored.length : null,
    successInterval: isEnough ? computeWilsonInterval(successes, scored.length) : null,
    blindRate: isEnough ? scored.filter((one) => one.blindImprovement > 0).length / scored.length : null,
    averageImprovement: isEnough ? mean : null,
    improvementInterval: isEnough ? { low: mean - half, high: mean + half } : null,
    limits: count(scored.flatMap((one) => (one.isLimitKept === null ? [] : [{ isSuccess: one.isLimitKept }]))),
    byMarket: {
      up: count(scored.filter(({ marketReturn }) => marketReturn >= 0)),
      down: count(scored.filter(({ marketReturn }) => marketReturn < 0)),
    },
    calibration: Array.from({ length: BUCKETS }, (_, k) => ({
      from: k / BUCKETS,
      to: (k + 1) / BUCKETS,
      ...count(scored.filter(({ confidence }) => confidence !== null && findConfidenceBucket(confidence) === k)),
    })),
  }
}

/**
 * Place, from 0 to 9, of a confidence among ten buckets of equal width; 1 belongs to the last.
 * @throws QuantInputError for a confidence outside [0, 1]
 */
export function findConfidenceBucket(confidence: number): number {
  if (!(confidence >= 0 && confidence <= 1)) {
    throw inputErrors.badNumber('confidence', null, confidence, 'a number from 0 to 1')
  }
  // 0.3 is 0.299… in binary when it was computed, and belongs where it is shown.
  return Math.min(BUCKETS - 1, Math.floor(confidence * BUCKETS + 1e-9))
}

function count(scored: readonly { readonly isSuccess: boolean }[]): SuccessCount {
  return { scored: scored.length, successes: scored.filter(({ isSuccess }) => isSuccess).length }
}

function pickCounted(recommendations: readonly RecordedRecommendation[]) {
  const ordered = [...recommendations].sort((a, b) => a.madeOn - b.madeOn || (a.id < b.id ? -1 : 1))
  const lastCounted = new Map<string, number>()
  const counted: RecordedRecommendation[] = []
  let [withoutOperations, repeated] = [0, 0]
  for (const one of ordered) {
    if (one.operations === null) {
      withoutOperations++
      continue
    }
    const key = one.portfolio === null ? null : JSON.stringify([one.portfolio, one.operations])
    const last = key === null ? undefined : lastCounted.get(key)
    if (last !== undefined && one.madeOn - last <= REPEAT_DAYS) repeated++
    else {
      counted.push(one)
      if (key !== null) lastCounted.set(key, one.madeOn)
    }
  }
  return { counted, withoutOperations, repeated }
}
