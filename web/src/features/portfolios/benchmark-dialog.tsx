// Tests: benchmark-dialog.test.tsx, e2e/benchmark.e2e.ts

import {
  type Benchmark,
  findBenchmarkFault,
  MAX_BENCHMARK_PARTS,
  nameBenchmark,
  type Portfolio,
  searchInstruments,
  toPortfolioId,
  toTicker,
} from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { apiQuery } from '../../lib/call-api.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { BENCHMARK_PRESETS, nameForPeople } from './benchmark-presets.ts'
import { useSetBenchmark } from './portfolio-changes.queries.ts'

interface Row {
  id: number
  ticker: string
  percent: string
}

const toRows = (parts: Benchmark): Row[] =>
  parts.map(({ ticker, percent }, id) => ({ id, ticker, percent: String(percent) }))

/**
 * Dialog for the benchmark of a portfolio: something well known, a ticker, or a mix. A what-if takes that of its
 * portfolio.
 */
export function BenchmarkDialog({ portfolio, onClose }: { portfolio: Portfolio; onClose: () => void }) {
  const [rows, setRows] = useState(() => toRows(portfolio.benchmark.parts))
  const [fault, setFault] = useState<string | null>(null)
  const save = useSetBenchmark(toPortfolioId(portfolio.id))
  const edit = (next: Row[]) => {
    setRows(next)
    setFault(null)
    save.reset()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const read = readRows(rows)
    setFault(read.fault)
    if (read.fault !== null) return
    save.mutate(read.parts, {
      onSuccess: (benchmark) => {
        showSuccess({ title: `Now compared with ${nameForPeople(benchmark)}` })
        onClose()
      },
    })
  }
  const failure = fault ?? (save.error && toUserMessage(save.error, 'The server could not be reached. Try again.'))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Compare with"
      description="Every “vs” figure and every line next to your portfolio follows this choice. A fall of the market is still one of the S&P 500. Hedges still use the index that fits your positions best."
      className="max-w-[520px]"
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <Presets chosen={nameRows(rows)} onChoose={(parts) => edit(toRows(parts))} />
        <Rows rows={rows} onChange={edit} />
        <FailureText>{failure}</FailureText>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Checking prices...">
            Compare
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Presets({ chosen, onChoose }: { chosen: string; onChoose: (parts: Benchmark) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Well known</legend>
      {BENCHMARK_PRESETS.map(({ name, parts }) => {
        const label = nameBenchmark(parts)
        return (
          <Button
            key={name}
            size="sm"
            className="max-sm:h-11"
            variant={label === chosen ? 'primary' : 'outline'}
            aria-pressed={label === chosen}
            title={label}
            onClick={() => onChoose(parts)}
          >
            {name}
          </Button>
        )
      })}
    </fieldset>
  )
}

function Rows({ rows, onChange }: { rows: readonly Row[]; onChange: (rows: Row[]) => void }) {
  const sum = rows.reduce((total, { percent }) => total + (Number(percent) || 0), 0)
  const isMix = rows.length > 1
  return (
    <div className="grid gap-2">
      {rows.map((row, place) => (
        <RowFields
          key={row.id}
          row={row}
          place={place + 1}
          isMix={isMix}
          onChange={(part) => onChange(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)))}
          onRemove={() => onChange(dropRow(rows, row))}
        />
      ))}
      <div className="flex items-center justify-between gap-3">
        <Button
          size="sm"
          className="max-sm:h-11"
          disabled={rows.length >= MAX_BENCHMARK_PARTS}
          onClick={() => {
            const id = Math.max(...rows.map((row) => row.id)) + 1
            onChange([...rows, { id, ticker: '', percent: sum < 100 ? String(100 - sum) : '' }])
          }}
        >
          <Plus aria-hidden="true" />
          Add a Ticker
        </Button>
        {isMix && (
          <p role="status" className="tabular text-label text-muted-foreground">
            {sum === 100 ? 'Sum 100%. Set back to these percents each month.' : `Sum ${sum}% of 100%`}
          </p>
        )}
      </div>
    </div>
  )
}

/** Drops a row; one that stays alone is all of it. */
function dropRow(rows: readonly Row[], dropped: Row): Row[] {
  const left = rows.filter(({ id }) => id !== dropped.id)
  return left.length === 1 ? left.map((row) => ({ ...row, percent: '100' })) : left
}

interface RowFieldsProps {
  row: Row
  place: number
  isMix: boolean
  onChange: (part: Partial<Row>) => void
  onRemove: () => void
}

function RowFields({ row, place, isMix, onChange, onRemove }: RowFieldsProps) {
  const listId = useId()
  const typed = row.ticker.trim()
  const wanted = usePaused(typed).slice(0, 40)
  const found = useQuery({
    ...apiQuery(searchInstruments, { query: { q: wanted } }),
    enabled: wanted !== '',
    placeholderData: (before) => before,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_88px_auto] items-end gap-2">
      <Field label={isMix ? `Ticker ${place}` : 'Ticker'}>
        <Input
          value={row.ticker}
          list={listId}
          placeholder="Ticker or name"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ticker: event.target.value })}
        />
      </Field>
      <datalist id={listId}>
        {found.data?.results.map(({ ticker, name }) => (
          <option key={ticker} value={ticker} label={name} />
        ))}
      </datalist>
      <Field label={isMix ? `Percent ${place}` : 'Percent'}>
        <Input
          inputMode="numeric"
          value={row.percent}
          disabled={!isMix}
          onChange={(event) => onChange({ percent: event.target.value })}
        />
      </Field>
      <Button
        size="icon"
        variant="ghost"
        aria-label={`Leave out ${typed || `ticker ${place}`}`}
        disabled={!isMix}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

function readRows(rows: readonly Row[]): { parts: Benchmark; fault: string | null } {
  const parts = rows.map(({ ticker, percent }) => ({ ticker: toTicker(ticker) ?? '', percent: Number(percent) }))
  const strange = rows.find((_, place) => parts[place]?.ticker === '')
  if (strange?.ticker.trim() === '') return { parts, fault: 'Enter a ticker in every row, or leave the row out.' }
  if (strange) return { parts, fault: `“${strange.ticker.trim()}” is not a ticker. Write one such as SPY.` }
  return { parts, fault: findBenchmarkFault(parts) }
}

function nameRows(rows: readonly Row[]): string {
  return nameBenchmark(readRows(rows).parts)
}
