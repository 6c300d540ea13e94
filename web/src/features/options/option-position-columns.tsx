// Tests: options-page.test.tsx

import type { OptionPosition } from '@ballast/contract'
import { Badge } from '../../components/ui/badge.tsx'
import { MoneyChange } from '../../components/ui/change.tsx'
import type { Column } from '../../components/ui/virtual-table.tsx'
import { formatDate, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { formatVolatility } from './ladder-columns.ts'
import { COVERAGES, countContracts, describeAbsence, formatContracts, formatDaysLeft } from './option-positions-view.ts'

/** Returns the columns of an option held; on a phone what matters most of it in three columns of two lines. */
export function toOptionPositionColumns(isPhone: boolean): readonly Column<OptionPosition>[] {
  return isPhone ? PHONE_COLUMNS : DESKTOP_COLUMNS
}

const contract: Pick<Column<OptionPosition>, 'id' | 'cell'> = {
  id: 'contract',
  cell: ({ symbol, expiry, days }) => (
    <>
      <span className="block truncate font-semibold" title={symbol}>
        {toTickerLabel(symbol)}
      </span>
      <span className="block text-caption text-subtle-foreground">
        {formatDate(expiry)} · {formatDaysLeft(days)}
      </span>
    </>
  ),
}
const right = { align: 'right', width: 'minmax(74px, 1fr)' } as const

const DESKTOP_COLUMNS: readonly Column<OptionPosition>[] = [
  {
    ...contract,
    header: 'Contract',
    width: 'minmax(150px, 1.7fr)',
    sortValue: ({ symbol }) => symbol,
  },
  {
    id: 'contracts',
    header: 'Contracts',
    ...right,
    cell: ({ contracts }) => formatContracts(contracts),
    sortValue: ({ contracts }) => contracts,
  },
  {
    id: 'price',
    header: 'Price',
    ...right,
    cell: ({ price, missing, impliedVolatility }) =>
      price === null ? (
        <span className="text-warning" title={missing === null ? undefined : describeAbsence(missing)}>
          no price
        </span>
      ) : (
        <>
          <span className="block">{formatMoney(price)}</span>
          <span className="block text-caption text-subtle-foreground">IV {formatVolatility(impliedVolatility)}</span>
        </>
      ),
    sortValue: ({ price }) => price,
  },
  {
    id: 'value',
    header: 'Value and gain',
    ...right,
    width: 'minmax(104px, 1fr)',
    cell: ({ value, gain }) => (
      <>
        <span className="block font-semibold">{formatValue(value)}</span>
        {gain !== null && <MoneyChange amount={gain} className="block text-caption" />}
      </>
    ),
    sortValue: ({ value }) => value,
  },
  {
    id: 'delta',
    header: 'Delta',
    ...right,
    cell: ({ greeks, betaWeightedDelta }) => (
      <>
        <span className="block">{formatNumber(greeks?.delta, { decimals: 1 })}</span>
        {betaWeightedDelta !== null && (
          <span className="block text-caption text-subtle-foreground" title="Beta-weighted delta">
            β {formatNumber(betaWeightedDelta, { decimals: 1 })}
          </span>
        )}
      </>
    ),
    sortValue: ({ greeks }) => greeks?.delta ?? null,
  },
  {
    id: 'theta',
    header: 'Theta a day',
    ...right,
    width: 'minmax(88px, 1fr)',
    cell: ({ greeks }) => formatMoney(greeks?.theta, { signed: true }),
    sortValue: ({ greeks }) => greeks?.theta ?? null,
  },
  {
    id: 'vega',
    header: 'Vega',
    ...right,
    cell: ({ greeks }) => formatMoney(greeks?.vega, { signed: true }),
    sortValue: ({ greeks }) => greeks?.vega ?? null,
  },
  {
    id: 'breakEven',
    header: 'Break-even',
    ...right,
    width: 'minmax(108px, 1fr)',
    cell: ({ breakEven, inTheMoney }) => (
      <>
        <span className="block">{formatMoney(breakEven)}</span>
        {inTheMoney !== null && (
          <span className="block whitespace-nowrap text-caption text-subtle-foreground">
            {inTheMoney ? 'in the money' : 'out of the money'}
          </span>
        )}
      </>
    ),
    sortValue: ({ breakEven }) => breakEven,
  },
  {
    id: 'coverage',
    header: 'Coverage',
    width: 'minmax(120px, 1.2fr)',
    cell: ({ coverage, coverageReason }) => (
      <span title={coverageReason}>
        <Badge tone={COVERAGES[coverage].tone}>{COVERAGES[coverage].label}</Badge>
        <span className="sr-only"> {coverageReason}</span>
      </span>
    ),
    sortValue: ({ coverage }) => coverage,
  },
]

const PHONE_COLUMNS: readonly Column<OptionPosition>[] = [
  { ...contract, header: 'Contract and expiry', width: 'minmax(0, 1.5fr)' },
  {
    id: 'coverage',
    header: 'Contracts and coverage',
    align: 'right',
    width: 'minmax(0, 1fr)',
    cell: ({ contracts, coverage }) => (
      <>
        <span className="block truncate">{countContracts(contracts)}</span>
        <span className="block text-caption text-subtle-foreground">{COVERAGES[coverage].label}</span>
      </>
    ),
  },
  {
    id: 'value',
    header: 'Value and gain',
    align: 'right',
    width: 'minmax(0, 0.9fr)',
    cell: ({ value, gain, missing }) => (
      <>
        <span className="block font-semibold">{formatValue(value)}</span>
        {gain !== null && <MoneyChange amount={gain} className="block text-caption" />}
        {missing !== null && (
          <span className="block text-caption text-warning" title={describeAbsence(missing)}>
            no price
          </span>
        )}
      </>
    ),
  },
]
