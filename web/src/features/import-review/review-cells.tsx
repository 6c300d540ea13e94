// Tests: review-card.test.tsx

import { BASE_CURRENCY } from '@ballast/contract'
import { Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { controlStyles } from '../../components/ui/input.tsx'
import { cn } from '../../lib/class-names.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import {
  findSuggestion,
  isBlank,
  isDoubtful,
  joinReasons,
  openDoubts,
  REVIEW_FIELDS,
  type ReviewField,
  type ReviewRow,
} from './review-rows.ts'
import type { ReviewChange } from './review-state.ts'

interface CellProps {
  row: ReviewRow
  onChange: (change: ReviewChange) => void
}

const FIELD_LABELS: Readonly<Record<ReviewField, (row: ReviewRow) => string>> = {
  ticker: () => 'Ticker',
  shares: (row) => `Shares of ${nameOf(row)}`,
  avgCost: (row) => `Avg cost of ${nameOf(row)}`,
}

function nameOf({ ticker, read }: ReviewRow): string {
  const label = ticker === '' ? 'a new row' : toTickerLabel(ticker)
  return read?.account ? `${label} in ${read.account}` : label
}

/** One editable value; the three of a row differ only in what they take. */
export function FieldCell({
  row,
  field,
  onChange,
  className,
}: CellProps & { field: ReviewField; className?: string | undefined }) {
  return (
    <input
      data-field={field}
      aria-label={FIELD_LABELS[field](row)}
      aria-invalid={isDoubtful(row, field) || undefined}
      aria-describedby={row.needsLook ? toRemarkId(row) : undefined}
      value={row[field]}
      onChange={({ target }) => onChange({ type: 'fill', rowId: row.id, field, text: target.value })}
      autoComplete="off"
      className={cn(
        controlStyles,
        'h-11 sm:h-8 scroll-mt-12 px-2.5! aria-invalid:outline-1 aria-invalid:outline-destructive aria-invalid:focus-visible:outline-2 aria-invalid:focus-visible:outline-ring',
        field === 'ticker' ? 'font-semibold' : 'text-right tabular',
        className,
      )}
      {...ATTRIBUTES[field]}
    />
  )
}

// Not of the type "number": such a field makes 15 of "1,5" before anybody can read it.
const ATTRIBUTES: Readonly<Record<ReviewField, ComponentProps<'input'>>> = {
  ticker: { placeholder: 'Ticker', autoCapitalize: 'characters', spellCheck: false },
  shares: { inputMode: 'decimal', placeholder: 'Shares' },
  avgCost: { inputMode: 'decimal', placeholder: 'Avg cost' },
}

const CONFIDENCES: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  high: { label: 'High', tone: 'default' },
  medium: { label: 'Medium', tone: 'secondary' },
  low: { label: 'Low', tone: 'destructive' },
}

/** How sure the reading of a row is, and the most important thing to say about it. */
export function ConfidenceCell({ row, namesAccount = false, onChange }: CellProps & { namesAccount?: boolean }) {
  const confidence = row.read && CONFIDENCES[row.read.confidence]
  return (
    <div className="flex items-center gap-2.5">
      {confidence ? <Badge tone={confidence.tone}>{confidence.label}</Badge> : <Badge tone="secondary">Added</Badge>}
      {row.read && row.read.currency !== BASE_CURRENCY && <Badge tone="secondary">{row.read.currency}</Badge>}
      <span id={toRemarkId(row)} className="line-clamp-2 min-w-0 text-label text-muted-foreground">
        {namesAccount && !row.needsLook && row.read?.account && (
          <span className="text-subtle-foreground">{row.read.account} · </span>
        )}
        <Remark row={row} onChange={onChange} />
      </span>
    </div>
  )
}

function toRemarkId(row: ReviewRow): string {
  return `remark-${row.id}`
}

function Remark({ row, onChange }: CellProps) {
  const error = REVIEW_FIELDS.map((field) => row.errors[field]).find(Boolean)
  const suggestion = findSuggestion(row)
  const doubts = openDoubts(row).map(({ reason }) => reason)
  if (suggestion) {
    const { field, value } = suggestion
    return (
      <span title={joinReasons(doubts) || undefined}>
        Did you mean{' '}
        <button
          type="button"
          className="touch-target -my-1 inline-block rounded-badge py-1 font-semibold text-primary hover:underline"
          onClick={() => onChange({ type: 'fill', rowId: row.id, field, text: value })}
        >
          {value}
        </button>
        ?{doubts[0] && <span className="text-subtle-foreground"> {doubts[0]}</span>}
      </span>
    )
  }
  if (error) return <span className="text-destructive">{error}</span>
  if (doubts.length > 0) return <span title={joinReasons(doubts)}>{joinReasons(doubts)}</span>
  if (isBlank(row)) return 'Left empty, this row is not saved.'
  if (row.read && !row.read.isKnownTicker && !row.edited.includes('ticker')) return 'Ticker not known here; it is kept.'
  const name = row.edited.includes('ticker') ? undefined : row.read?.name
  return name ? <span className="text-subtle-foreground">{name}</span> : null
}

export function RemoveCell({ row, onRemove }: { row: ReviewRow; onRemove: (row: ReviewRow) => void }) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      data-remove
      aria-label={`Remove ${nameOf(row)}`}
      onClick={() => onRemove(row)}
    >
      <Trash2 aria-hidden="true" />
    </Button>
  )
}
