// Tests: track-record-page.test.tsx

import { Badge } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/virtual-table.tsx'
import { formatDate, formatPercentChange, formatShortDate } from '../../lib/format.ts'
import {
  describeStated,
  EXCLUSIONS,
  formatPoints,
  judge,
  KINDS,
  OUTCOMES,
  type OutcomeRow,
} from './track-record-view.ts'

/** Every figure of a recommendation; on a phone the same in two lines. */
export function toOutcomeColumns({ isPhone, isReplay }: { isPhone: boolean; isReplay: boolean }): Column<OutcomeRow>[] {
  if (isPhone) return [PHONE_TEXT, OUTCOME]
  return [
    MADE,
    TEXT,
    ...(isReplay ? [] : [ENGINE]),
    CONFIDENCE,
    ENDS,
    MARKET,
    UNCHANGED,
    FOLLOWED,
    IMPROVEMENT,
    OUTCOME,
  ]
}

const MADE: Column<OutcomeRow> = {
  id: 'made',
  header: 'Made',
  width: '96px',
  sortValue: ({ madeOn }) => madeOn,
  cell: ({ madeOn, made }) => (
    <span className="block whitespace-nowrap tabular">
      {formatDate(madeOn)}
      {made?.isOwn && <span className="block text-caption text-primary">yours</span>}
    </span>
  ),
}

const TEXT: Column<OutcomeRow> = {
  id: 'recommendation',
  header: 'Recommendation',
  width: 'minmax(220px, 3fr)',
  sortValue: ({ recommendation }) => recommendation,
  cell: ({ recommendation, made }) => (
    <span className="flex min-w-0 items-center gap-2">
      {made && <Badge tone="secondary">{KINDS[made.kind]}</Badge>}
      <span className="line-clamp-2 text-[13px] leading-[17px]" title={recommendation}>
        {recommendation}
      </span>
    </span>
  ),
}

const ENGINE: Column<OutcomeRow> = {
  id: 'engine',
  header: 'Engine',
  width: 'minmax(90px, 0.9fr)',
  sortValue: ({ made }) => made?.engine ?? null,
  cell: ({ made }) => (
    <span className="line-clamp-2 text-label text-muted-foreground leading-[15px]" title={made?.engine}>
      {made && `${made.engine} ${made.engineVersion}`}
    </span>
  ),
}

const AHEAD =
  'In so many more of 100 histories the plan keeps the limit than the best course that costs less. Corrected by results once thirty are scored.'
const CONFIDENCE: Column<OutcomeRow> = {
  id: 'confidence',
  header: 'Ahead',
  align: 'right',
  width: '86px',
  sortValue: ({ confidence }) => confidence,
  cell: (row) => (
    <span title={row.states === 'confidence' ? 'Confidence, as an earlier version stated it' : AHEAD}>
      {describeStated(row)}
    </span>
  ),
}
const MARKET = toFigure('marketPercent', 'Market', '72px', (value) => formatPercentChange(value, 1))
const UNCHANGED = toFigure('unchangedPercent', 'Unchanged', '86px', (value) => formatPercentChange(value, 1))
const FOLLOWED = toFigure('followedPercent', 'Followed', '80px', (value) => formatPercentChange(value, 1))
const IMPROVEMENT = toFigure('improvement', 'Improvement', '98px', (value) =>
  value === null ? '—' : `${formatPoints(value)} pp`,
)

function toFigure(
  id: 'marketPercent' | 'unchangedPercent' | 'followedPercent' | 'improvement',
  header: string,
  width: string,
  write: (value: number | null) => string,
): Column<OutcomeRow> {
  return {
    id,
    header,
    align: 'right',
    width,
    sortValue: (row) => row[id],
    cell: (row) => <span title={row[id] === null ? 'No data' : undefined}>{write(row[id])}</span>,
  }
}

const ENDS: Column<OutcomeRow> = {
  id: 'ends',
  header: 'Ends',
  align: 'right',
  width: '96px',
  sortValue: ({ horizonEnds }) => horizonEnds,
  cell: ({ horizonEnds }) => <span className="whitespace-nowrap tabular">{formatDate(horizonEnds)}</span>,
}

const OUTCOME: Column<OutcomeRow> = {
  id: 'outcome',
  header: 'Outcome',
  align: 'right',
  width: '112px',
  sortValue: (row) => OUTCOMES[judge(row)].name,
  cell: (row) => {
    const { name, tone } = OUTCOMES[judge(row)]
    const why = row.made?.excludedBecause
    return (
      <Badge tone={tone} title={why ? EXCLUSIONS[why] : undefined}>
        {name}
        {why && <span className="sr-only">: {EXCLUSIONS[why]}</span>}
      </Badge>
    )
  },
}

const PHONE_TEXT: Column<OutcomeRow> = {
  id: 'recommendation',
  header: 'Recommendation',
  width: 'minmax(0, 1fr)',
  sortValue: ({ madeOn }) => madeOn,
  cell: (row) => (
    <span className="block min-w-0">
      <span className="line-clamp-2 text-[13px] leading-[17px]">{row.recommendation}</span>
      <span className="block truncate text-caption text-subtle-foreground tabular">
        {[
          row.made && KINDS[row.made.kind],
          formatShortDate(row.madeOn),
          row.improvement === null ? `ends ${formatShortDate(row.horizonEnds)}` : `${formatPoints(row.improvement)} pp`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  ),
}
