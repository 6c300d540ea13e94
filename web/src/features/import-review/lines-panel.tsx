// Tests: review-card.test.tsx

import type { ImportLine, ImportReview, LineVerdict } from '@ballast/contract'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/select.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { VERDICTS } from './review-words.ts'

type Filter = LineVerdict | 'all'

/** Every line of every source with what it was taken for, folded to one line until somebody wants to know. */
export function LinesPanel({ review }: { review: ImportReview }) {
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const { lineCount, byVerdict } = review.totals
  const unclear = byVerdict['not-understood'] ?? 0
  if (lineCount === 0) return null
  return (
    <section aria-label="Lines that were read" className="border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
        <p className="text-[13px] text-muted-foreground leading-[18px]">
          {countOf(lineCount, 'line')} read. See how each was understood
        </p>
        {unclear > 0 && <Badge tone="destructive">{formatCount(unclear)} not understood</Badge>}
        <Button
          size="sm"
          className="ml-auto"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide lines' : 'Show lines'}
          {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </Button>
      </div>
      {isOpen && (
        <div id={panelId}>
          <LinesTable review={review} />
        </div>
      )}
    </section>
  )
}

function LinesTable({ review }: { review: ImportReview }) {
  const [filter, setFilter] = useState<Filter>('all')
  const isPhone = useIsPhone()
  const { lines, sources, totals } = review
  const rows = useMemo(
    () => (filter === 'all' ? lines : lines.filter(({ verdict }) => verdict === filter)),
    [lines, filter],
  )
  const columns = useMemo(
    () => toColumns(sources.length > 1 ? sources.map(({ name }) => name) : [], isPhone),
    [sources, isPhone],
  )
  return (
    <>
      <Field label="Show" className="flex! max-w-[320px] items-center gap-3 px-4 pb-3 sm:px-5">
        <Select value={filter} onChange={(event) => setFilter(event.target.value as Filter)}>
          <option value="all">All lines ({formatCount(totals.lineCount)})</option>
          {Object.entries(VERDICTS).map(([verdict, { label }]) => {
            const count = totals.byVerdict[verdict as LineVerdict] ?? 0
            return count > 0 ? (
              <option key={verdict} value={verdict}>
                {label} ({formatCount(count)})
              </option>
            ) : null
          })}
        </Select>
      </Field>
      <div className="border-t">
        <VirtualTable
          key={filter}
          label="Lines that were read"
          rows={rows}
          columns={columns}
          rowKey={({ source, line }) => `${source}:${line}`}
          rowHeight={isPhone ? 84 : 44}
          height={400}
          minWidth={isPhone ? 0 : 560}
          headerShown={!isPhone}
        />
      </div>
    </>
  )
}

function toColumns(sourceNames: readonly string[], isPhone: boolean): Column<ImportLine>[] {
  const place = ({ source, line }: ImportLine) => (
    <span className="block truncate text-label text-muted-foreground tabular">
      {sourceNames.length > 0 && <span>{sourceNames[source]} </span>}
      {formatCount(line)}
    </span>
  )
  const verdict = (line: ImportLine) => {
    const { label, tone } = VERDICTS[line.verdict]
    return <Badge tone={tone}>{label}</Badge>
  }
  const text = ({ text }: ImportLine) => (
    <span className="block truncate whitespace-pre font-mono text-caption" title={text}>
      {text}
    </span>
  )
  const note = ({ note }: ImportLine) => (
    <span className="line-clamp-2 text-caption text-muted-foreground" title={note ?? undefined}>
      {note}
    </span>
  )
  if (isPhone) {
    return [
      {
        id: 'line',
        header: 'Line',
        width: 'minmax(0, 1fr)',
        cell: (line) => (
          <div className="grid gap-1">
            <span className="flex items-center gap-2">
              {verdict(line)}
              {place(line)}
            </span>
            {text(line)}
            {note(line)}
          </div>
        ),
      },
    ]
  }
  return [
    { id: 'line', header: 'Line', width: sourceNames.length > 0 ? 'minmax(96px, 0.8fr)' : '56px', cell: place },
    { id: 'verdict', header: 'Taken for', width: '124px', cell: verdict },
    { id: 'text', header: 'Text', width: 'minmax(160px, 2.4fr)', cell: text },
    { id: 'note', header: 'Why', width: 'minmax(140px, 2fr)', cell: note },
  ]
}
