// Tests: options-page.test.tsx

import type { OptionChain, OptionExpiry } from '@ballast/contract'
import { Crosshair, Download, Info, RotateCw } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf, formatCount, formatDate, formatShortDate } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { describeLeftOut, describeSource, type Ladder, QUOTE_STATES, toContracts, toExpiryLabel } from './chain-view.ts'
import { ColumnMenu } from './column-menu.tsx'
import { LadderTable, type LadderTableProps } from './ladder.tsx'
import { type LadderColumnId, PHONE_SETS, type PhoneSet, toTracks } from './ladder-columns.ts'
import { saveContracts } from './save-chain.ts'

/** As many as fill a screen without a second scroll bar beside the page's own. */
const ROWS_IN_SIGHT = 23
const ROWS_IN_SIGHT_PHONE = 12

interface ChainCardProps extends Pick<LadderTableProps, 'onOpenStrike' | 'onOpenContract' | 'onTrade'> {
  chain: OptionChain
  /** The expiry shown, and its contracts. */
  expiry: OptionExpiry
  ladder: Ladder
  refresh: { isRunning: boolean; start: () => void }
  /** Those that something is known of. */
  expiries: readonly OptionExpiry[]
  onExpiryChange: (expiry: string) => void
  columns: readonly LadderColumnId[]
  onColumnsChange: (columns: readonly LadderColumnId[]) => void
  /** Strikes in sight at once on a desktop. */
  rowsInSight?: number
  /** Stands in for the ladder while another expiry is loading or failed. */
  placeholder?: ReactNode
  /** Content under the ladder: the strategy so far. */
  footer?: ReactNode
}

/** The chain of one expiry as a ladder, and how to get to the other expiries. */
export function ChainCard({ chain, expiry, ladder, columns, placeholder, footer, ...props }: ChainCardProps) {
  const isPhone = useIsPhone()
  const [phoneSet, setPhoneSet] = useState<PhoneSet>('mid-delta')
  const [centring, setCentring] = useState(0)
  const arrivedByKeys = useRef(false)
  const { ticker, underlyingPrice: spot } = chain
  const tracks = useMemo(
    () => (isPhone ? (PHONE_SETS.find(({ value }) => value === phoneSet) ?? PHONE_SETS[0]).tracks : toTracks(columns)),
    [isPhone, phoneSet, columns],
  )
  const listed = props.expiries.filter((other) => other.listed || other.expiry === expiry.expiry)
  const step = (by: 1 | -1) => {
    const next = listed[listed.findIndex((other) => other.expiry === expiry.expiry) + by]
    if (!next) return
    arrivedByKeys.current = true
    props.onExpiryChange(next.expiry)
  }
  const choose = (next: string) => {
    arrivedByKeys.current = false
    props.onExpiryChange(next)
  }
  return (
    <Card
      title={`${ticker} options chain`}
      description={describeSource(chain)}
      padded={false}
      className="h-full"
      actions={
        <>
          <Tooltip text="Refresh quotes">
            <Button
              size="icon-sm"
              aria-label="Refresh quotes"
              aria-keyshortcuts="R"
              aria-busy={props.refresh.isRunning || undefined}
              disabled={props.refresh.isRunning}
              onClick={props.refresh.start}
            >
              <RotateCw aria-hidden="true" className={cn(props.refresh.isRunning && 'animate-spin')} />
            </Button>
          </Tooltip>
          {!isPhone && <ColumnMenu columns={columns} onChange={props.onColumnsChange} />}
          <Button size="sm" onClick={() => saveContracts(chain, toContracts(ladder), expiry.expiry)}>
            <Download aria-hidden="true" />
            CSV
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-3 sm:px-5">
        <ExpiryChoice
          available={chain.availableExpiries}
          expiries={props.expiries}
          listed={listed}
          chosen={expiry}
          isPhone={isPhone}
          onChoose={choose}
        />
        {isPhone && (
          <ToggleGroup
            label="Figures shown"
            value={phoneSet}
            onValueChange={setPhoneSet}
            options={PHONE_SETS}
            className="w-full [&>label]:flex-1 [&>label]:px-1"
          />
        )}
        {!isPhone && (
          <p className="ml-auto flex items-center gap-2 text-label text-muted-foreground">
            <span aria-hidden="true" className="size-2.5 rounded-xs border border-primary/60 bg-primary/25" />
            In the money
          </p>
        )}
      </div>
      {placeholder ?? (
        <LadderTable
          key={`${expiry.expiry} ${centring} ${isPhone}`}
          ticker={ticker}
          expiryName={formatDate(expiry.expiry)}
          ladder={ladder}
          spot={spot}
          tracks={tracks}
          maxOpenInterest={expiry.maxOpenInterest}
          isPhone={isPhone}
          rowHeight={isPhone ? 44 : 36}
          rowsInSight={isPhone ? ROWS_IN_SIGHT_PHONE : (props.rowsInSight ?? ROWS_IN_SIGHT)}
          takesFocus={arrivedByKeys.current}
          onExpiryStep={step}
          onOpenStrike={props.onOpenStrike}
          onOpenContract={props.onOpenContract}
          onTrade={props.onTrade}
        />
      )}
      <div className="grid gap-2 border-t px-4 py-3 text-[13px] text-muted-foreground leading-[18px] sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p role="status">
            {formatShortDate(expiry.expiry)}, {countOf(expiry.days, 'day')}: {countOf(ladder.rows.length, 'strike')}
          </p>
          <Button size="sm" variant="ghost" className="-mr-2.5" onClick={() => setCentring(centring + 1)}>
            <Crosshair aria-hidden="true" />
            Centre on the price
          </Button>
        </div>
        <LeftOut expiry={expiry} />
        {footer}
      </div>
    </Card>
  )
}

interface ExpiryChoiceProps {
  /** Every expiry there is, and those that something is known of. */
  available: readonly string[]
  expiries: readonly OptionExpiry[]
  /** Those with a button of their own. */
  listed: readonly OptionExpiry[]
  chosen: OptionExpiry
  isPhone: boolean
  onChoose: (expiry: string) => void
}

/** The near expiries beside one another, the later ones in a list; on a phone all of them in the list. */
function ExpiryChoice({ available, expiries, listed, chosen, isPhone, onChoose }: ExpiryChoiceProps) {
  const days = new Map(expiries.map((expiry) => [expiry.expiry, expiry.days]))
  const toLabel = (expiry: string) => {
    const count = days.get(expiry)
    return count === undefined ? formatDate(expiry) : `${formatDate(expiry)}, ${count}d`
  }
  if (isPhone) {
    return (
      <Select aria-label="Expiry" value={chosen.expiry} onChange={(event) => onChoose(event.target.value)}>
        <Options of={available.map((expiry) => [expiry, toLabel(expiry)])} />
      </Select>
    )
  }
  const later = available.filter((expiry) => !listed.some((other) => other.expiry === expiry))
  return (
    <>
      <ToggleGroup
        label="Expiry"
        value={chosen.expiry}
        onValueChange={onChoose}
        options={listed.map((expiry) => ({ value: expiry.expiry, label: toExpiryLabel(expiry) }))}
        className="max-w-full flex-wrap"
      />
      {later.length > 0 && (
        <div className="w-[124px]">
          <Select aria-label="Later expiry" value="" onChange={(event) => onChoose(event.target.value)}>
            <option value="" disabled>
              {formatCount(later.length)} later
            </option>
            <Options of={later.map((expiry) => [expiry, toLabel(expiry)])} />
          </Select>
        </div>
      )}
    </>
  )
}

/** How many contracts take no part in averages and curves, and what is wrong with them. */
function LeftOut({ expiry }: { expiry: OptionExpiry }) {
  const states = Object.keys(expiry.leftOut) as (keyof typeof QUOTE_STATES)[]
  const count = Object.values(expiry.leftOut).reduce((sum, each) => sum + (each ?? 0), 0)
  if (count === 0) return <p>All {countOf(expiry.contractCount, 'contract')} have clean quotes.</p>
  return (
    <p>
      {formatCount(count)} of {countOf(expiry.contractCount, 'contract')} left out of every average:{' '}
      {describeLeftOut(expiry.leftOut)}.{' '}
      <Popover
        label="States of quotes"
        align="start"
        className="w-[360px]"
        trigger={
          <button
            type="button"
            className="inline-flex min-h-6 items-center gap-1 font-medium text-primary hover:underline"
          >
            <Info aria-hidden="true" className="size-3.5" />
            What this means
          </button>
        }
      >
        <dl className="grid gap-2.5 text-[13px] leading-[18px]">
          {states.map((state) => (
            <div key={state}>
              <dt className="font-semibold">{QUOTE_STATES[state].name}</dt>
              <dd className="text-muted-foreground">{QUOTE_STATES[state].meaning}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </p>
  )
}
