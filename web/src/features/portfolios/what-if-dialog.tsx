// Tests: e2e/what-if.e2e.ts

import { MAX_WHAT_IF_CHANGES, namePositions, parseWhatIfId, toPortfolioId, toWhatIfId } from '@ballast/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { askAlike } from '../../lib/ask-alike.ts'
import { formatNumber } from '../../lib/format.ts'
import { isWhatIf } from '../../lib/is-what-if.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useRested } from '../../lib/use-rested.ts'
import { positionsQuery, pricesQuery } from './portfolios.queries.ts'
import { useOpenWhatIf } from './use-open-what-if.ts'
import {
  followsCash,
  type Holding,
  isOf,
  listHoldings,
  readRows,
  settleChanges,
  toRows,
  type WhatIfErrors,
  type WhatIfRow,
} from './what-if-form.ts'

/** Figures that take longer come after the others. */
const MOST_WAIT_MS = 100
/** Typing that rests this long is taken for what is meant. */
const REST_MS = 250

interface WhatIfDialogProps {
  /** The portfolio, or the what-if to change. */
  portfolioId: string
  onClose: () => void
}

/**
 * Dialog of what would be held: each position with its shares now and then, and what is bought new. Nothing is traded or
 * stored.
 */
export function WhatIfDialog({ portfolioId, onClose }: WhatIfDialogProps) {
  const positions = useQuery(positionsQuery(toPortfolioId(portfolioId)))
  const holdings = useMemo(() => positions.data && listHoldings(positions.data), [positions.data])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      layout="sheet"
      title="What if you held something else?"
      description="Change shares, sell to 0, or add a ticker. Every screen then shows what you would hold. Nothing is traded or saved."
    >
      <Loading pending={holdings === undefined} label="Loading positions" skeleton={<Skeleton className="h-64" />}>
        {() => holdings && <WhatIfForm portfolioId={portfolioId} holdings={holdings} onClose={onClose} />}
      </Loading>
    </Dialog>
  )
}

function WhatIfForm({ portfolioId, holdings, onClose }: WhatIfDialogProps & { holdings: readonly Holding[] }) {
  const before = parseWhatIfId(portfolioId)?.changes ?? []
  const [rows, setRows] = useState(() => toRows(holdings, before))
  const rowsAtFirst = useRef(rows)
  const [withCash, setWithCash] = useState(() => followsCash(before))
  const [errors, setErrors] = useState<WhatIfErrors>({})
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const addedCount = useRef(0)
  const client = useQueryClient()
  const openWhatIf = useOpenWhatIf()

  const change = (id: string, part: Partial<WhatIfRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))

  async function show(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    setErrors({})
    setBusy(true)
    try {
      const trial = await readTrial(client, { portfolioId, holdings, rows, withCash })
      if ('errors' in trial) return setErrors(trial.errors)
      if ('failure' in trial) return setFailure(trial.failure)
      await Promise.race([askAlike(client, portfolioId, trial.id), sleep(MOST_WAIT_MS)])
      openWhatIf(isWhatIf(trial.id) ? trial.id : undefined)
      onClose()
    } catch (error) {
      setFailure(toUserMessage(error, 'Prices could not be loaded. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  // What rests is asked for before one says so: then it is there at once.
  const rested = useRested(rows, REST_MS)
  useEffect(() => {
    if (rested === rowsAtFirst.current) return
    void readTrial(client, { portfolioId, holdings, rows: rested, withCash })
      .then((trial) => ('id' in trial ? askAlike(client, portfolioId, trial.id) : undefined))
      .catch(() => undefined)
  }, [client, portfolioId, holdings, rested, withCash])

  return (
    <form onSubmit={(event) => void show(event)} noValidate className="mt-4 grid gap-4">
      <div className="grid gap-x-3 gap-y-2">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            errors={errors[row.id] ?? {}}
            onChange={(part) => change(row.id, part)}
            onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
          />
        ))}
      </div>
      <Button
        className="justify-self-start"
        onClick={() => {
          addedCount.current += 1
          setRows([...rows, { id: `added ${addedCount.current}`, held: null, ticker: '', shares: '', price: '' }])
        }}
      >
        <Plus aria-hidden="true" />
        Add a Ticker
      </Button>
      <Checkbox
        label="Sales go to the cash, and purchases come out of it, at the latest prices"
        checked={withCash}
        onCheckedChange={setWithCash}
      />
      <FailureText>{failure}</FailureText>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Pricing...">
          Show It
        </Button>
      </div>
    </form>
  )
}

interface TrialForm extends Pick<WhatIfDialogProps, 'portfolioId'> {
  holdings: readonly Holding[]
  rows: readonly WhatIfRow[]
  withCash: boolean
}

type Trial = { id: string } | { errors: WhatIfErrors } | { failure: string }

/** The id of what the form says, or what is wrong with it. */
async function readTrial(client: QueryClient, { portfolioId, holdings, rows, withCash }: TrialForm): Promise<Trial> {
  const read = readRows(rows)
  if (!read.ok) return { errors: read.errors }
  if (read.changes.length >= MAX_WHAT_IF_CHANGES)
    return { failure: `Change at most ${MAX_WHAT_IF_CHANGES - 1} positions at a time.` }
  const base = toPortfolioId(portfolioId)
  const id = toWhatIfId({ portfolioId: base, changes: read.changes })
  const holdsAll = read.changes.every((change) => change.isCash || holdings.some((held) => isOf(change, held)))
  // What is sold has its price among what is held, and what is new among what would be.
  const priced = holdsAll ? [base] : [base, id]
  const [held, tried] = await Promise.all(priced.map((of) => client.fetchQuery(pricesQuery(of))))
  const prices = { ...held?.prices, ...tried?.prices }
  const { changes, unpriced } = settleChanges(read.changes, holdings, prices, withCash)
  return unpriced.length > 0
    ? { failure: describeUnpriced(unpriced) }
    : { id: toWhatIfId({ portfolioId: base, changes }) }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const describeUnpriced = (tickers: readonly string[]) =>
  `No price is known for ${namePositions(tickers)}. Enter a price in its row, or leave the cash as it is.`

interface RowProps {
  row: WhatIfRow
  errors: NonNullable<WhatIfErrors[string]>
  onChange: (part: Partial<WhatIfRow>) => void
  onRemove: () => void
}

function Row({ row, errors, onChange, onRemove }: RowProps) {
  const { held, ticker, shares, price } = row
  const unit = held?.isCash ? `cash in ${held.currency}` : 'shares'
  if (held) {
    return (
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium text-body" title={ticker}>
          {ticker}
        </span>
        <span className="tabular text-label text-muted-foreground">{formatNumber(held.shares)} →</span>
        <Field label={`${ticker}: ${unit} then`} labelHidden error={errors.shares} className="w-32">
          <Input inputMode="decimal" value={shares} onChange={(event) => onChange({ shares: event.target.value })} />
        </Field>
        {!held.isCash && (
          <Button size="sm" aria-label={`Sell all ${ticker}`} onClick={() => onChange({ shares: '0' })}>
            Sell
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[1fr_1fr_1fr_auto] items-end gap-3">
      <Field label="Ticker" error={errors.ticker}>
        <Input
          value={ticker}
          autoCapitalize="characters"
          onChange={(event) => onChange({ ticker: event.target.value })}
        />
      </Field>
      <Field label="Shares" error={errors.shares}>
        <Input inputMode="decimal" value={shares} onChange={(event) => onChange({ shares: event.target.value })} />
      </Field>
      <Field label="Price paid" error={errors.price}>
        <Input
          inputMode="decimal"
          placeholder="Latest"
          value={price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
      </Field>
      <Button size="icon" variant="ghost" aria-label={`Leave out ${ticker || 'this ticker'}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
