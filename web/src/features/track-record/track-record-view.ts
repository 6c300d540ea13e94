import type { RecommendationRow, TrackRecord } from '@ballast/contract'
import { computeWilsonInterval } from '@ballast/quant'
import { type ChartData, toChartCsv } from '../../components/charts/chart-data.ts'
import { countOf, formatCount, formatDate, formatNumber, formatPercent } from '../../lib/format.ts'

/** True if enough have matured for a percentage to mean anything. */
export function hasPercentages({ scored, needed, successRatePercent }: TrackRecord): boolean {
  return scored >= needed && successRatePercent !== null
}

/** `42% to 75%`. */
export function describeInterval(interval: readonly [number, number] | null): string | null {
  return interval && `${formatPercent(interval[0], 0)} to ${formatPercent(interval[1], 0)}`
}

/** `−0.3 to +2.7 pp`. */
export function describePoints(interval: readonly [number, number] | null): string | null {
  return interval && `${formatPoints(interval[0])} to ${formatPoints(interval[1])} pp`
}

/** `+1.24`: percentage points, signed. */
export function formatPoints(points: number | null): string {
  return formatNumber(points, { signed: true })
}

/** How many have matured, and when the next result is due. */
export function describeMaturity({ made, scored, firstResultOn }: TrackRecord): string {
  if (made === 0) return 'None counts yet'
  if (scored === made) return 'All have matured'
  const matured = `${formatCount(scored)} matured`
  return firstResultOn === null
    ? matured
    : `${matured}. ${scored === 0 ? 'First' : 'Next'} result on ${formatDate(firstResultOn)}`
}

/** Describes what is listed but does not count, and why; empty when everything counts. */
export function describeLeftOut({ leftOut, ownersGone }: TrackRecord): string[] {
  const { withoutOperations, repeated, unscorable } = leftOut
  return [
    withoutOperations > 0 && `${countOf(withoutOperations, 'recommendation')} to hold, to watch or to fix data`,
    repeated > 0 && `${countOf(repeated, 'repetition')} of the same advice within a week, or of one account on one day`,
    unscorable > 0 && `${formatCount(unscorable)} without a price to follow or to score`,
    ownersGone > 0 &&
      `of those that count, ${formatCount(ownersGone)} from portfolios that are gone, kept without a name`,
  ].filter((line) => line !== false)
}

export interface CalibrationPoint {
  fromPercent: number
  toPercent: number
  scored: number
  successes: number
  /** Null while too few of this bucket have matured. */
  rate: CalibrationRate | null
}

/** In percent, with its 95 % interval. */
export interface CalibrationRate {
  percent: number
  low: number
  high: number
}

/** The buckets in which something has matured; each tells its rate once enough of its own have. */
export function toCalibration({
  calibration,
  needed,
}: Pick<TrackRecord, 'calibration' | 'needed'>): CalibrationPoint[] {
  return calibration
    .filter(({ scored }) => scored > 0)
    .map(({ fromPercent, toPercent, scored, successes }) => {
      const interval = scored < needed ? null : computeWilsonInterval(successes, scored)
      const rate = interval && {
        percent: (100 * successes) / scored,
        low: 100 * interval.low,
        high: 100 * interval.high,
      }
      return { fromPercent, toPercent, scored, successes, rate }
    })
}

/** `Stated at 50% to 60%: 9 of 20 helped`. */
export function describeCount({ fromPercent, toPercent, scored, successes }: CalibrationPoint): string {
  return `Stated at ${formatPercent(fromPercent, 0)} to ${formatPercent(toPercent, 0)}: ${formatCount(successes)} of ${formatCount(scored)} helped`
}

/** "+2 of 100": histories by which a plan is ahead; of earlier versions, their percentage as it was. */
export function describeStated({ states, confidence }: Pick<OutcomeRow, 'states' | 'confidence'>): string {
  if (confidence === null || states === 'confidence') return formatPercent(confidence, 0)
  return `+${formatNumber(confidence, { decimals: 0 })} of 100`
}

/** The calibration as figures, for its table and its downloads. */
export function toCalibrationChart(points: readonly CalibrationPoint[], simulated: boolean): ChartData {
  const share = (value: number) => formatPercent(value, 0)
  const [largest] = points.toSorted((a, b) => b.scored - a.scored)
  return {
    title: 'Stated evidence against what came true',
    finding: largest?.rate
      ? `${countOf(largest.scored, 'recommendation')} stated a confidence of ${share(largest.fromPercent)} to ${share(largest.toPercent)}. ${share(largest.rate.percent)} of them helped (95% range ${share(largest.rate.low)} to ${share(largest.rate.high)}).`
      : largest
        ? `${describeCount(largest)}.`
        : 'No advice with stated evidence is scored yet.',
    asOf: null,
    simulated,
    columns: [
      { header: 'Stated from', format: share },
      { header: 'to', format: share },
      { header: 'Scored', format: formatCount },
      { header: 'Helped', format: formatCount },
      { header: 'Rate', format: share },
      { header: 'Low', format: share },
      { header: 'High', format: share },
    ],
    rows: points.map(({ fromPercent, toPercent, scored, successes, rate }) => [
      ...[fromPercent, toPercent, scored, successes],
      ...[rate?.percent ?? null, rate?.low ?? null, rate?.high ?? null],
    ]),
    legend: [
      { label: 'Came true', colour: 'var(--chart-1)' },
      { label: 'As stated', colour: 'var(--subtle-foreground)' },
    ],
  }
}

/** A recommendation of either kind of record, as the table shows it. */
export type OutcomeRow = Pick<
  RecommendationRow,
  | 'recommendation'
  | 'confidence'
  | 'states'
  | 'horizonEnds'
  | 'status'
  | 'unchangedPercent'
  | 'followedPercent'
  | 'improvement'
  | 'marketPercent'
  | 'modelledPercent'
> & {
  id: string
  madeOn: string
  /** Only of what was really recommended. */
  made: Pick<RecommendationRow, 'kind' | 'engine' | 'engineVersion' | 'excludedBecause' | 'isOwn' | 'sequence'> | null
}

export function toOutcomeRow(row: RecommendationRow): OutcomeRow {
  return { ...row, madeOn: row.createdAt.slice(0, 10), made: row }
}

export type Outcome = 'helped' | 'hurt' | 'open' | 'excluded'

export function judge({ status, improvement }: Pick<OutcomeRow, 'status' | 'improvement'>): Outcome {
  if (status === 'open') return 'open'
  if (status === 'excluded' || improvement === null) return 'excluded'
  return improvement > 0 ? 'helped' : 'hurt'
}

export const OUTCOMES = {
  helped: { name: 'Helped', tone: 'gain' },
  hurt: { name: 'Did not help', tone: 'destructive' },
  open: { name: 'Open', tone: 'default' },
  excluded: { name: 'Not counted', tone: 'secondary' },
} as const satisfies Record<Outcome, { name: string; tone: 'gain' | 'destructive' | 'default' | 'secondary' }>

export const EXCLUSIONS = {
  'no-operations': 'Nothing to carry out',
  repeated: 'Repeated within a week, or not the first of its day',
  unscorable: 'No price to score it with',
} as const satisfies Record<NonNullable<RecommendationRow['excludedBecause']>, string>

export const KINDS = {
  comprehensive: 'Analysis',
  hedge: 'Hedge',
  discovery: 'Discovery',
} as const satisfies Record<RecommendationRow['kind'], string>

export interface RowFilter {
  kind: RecommendationRow['kind'] | 'all'
  outcome: Outcome | 'all'
  ownOnly: boolean
}

export const NO_FILTER: RowFilter = { kind: 'all', outcome: 'all', ownOnly: false }

export function filterRows(rows: readonly OutcomeRow[], { kind, outcome, ownOnly }: RowFilter): OutcomeRow[] {
  return rows.filter(
    (row) =>
      (kind === 'all' || row.made?.kind === kind) &&
      (outcome === 'all' || judge(row) === outcome) &&
      (!ownOnly || row.made?.isOwn === true),
  )
}

/** Replayed rows as CSV, marked in every line. */
export function toReplayCsv(rows: readonly OutcomeRow[]): string {
  const headers = [
    ...['class', 'made', 'ends', 'recommendation', 'states', 'statedPercent', 'status', 'marketPercent'],
    ...['unchangedPercent', 'followedPercent', 'improvementPoints'],
  ]
  return toChartCsv({
    columns: headers.map((header) => ({ header })),
    rows: rows.map((row) => [
      ...['replayed, not live', row.madeOn, row.horizonEnds, row.recommendation, row.states],
      ...[row.confidence, row.status, row.marketPercent, row.unchangedPercent, row.followedPercent, row.improvement],
    ]),
  })
}
