// Tests: hedges-page.test.tsx

import { type HedgeAnalysis, type HedgeStrategy, namePosition } from '@ballast/contract'
import { Copy } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { FactFigure } from '../../components/grounded-text.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DropdownMenu, MenuItem } from '../../components/ui/dropdown-menu.tsx'
import { type FigureColumn, FigureTable } from '../../components/ui/figure-table.tsx'
import { downloadFile } from '../../lib/download.ts'
import { formatNumber, formatShortDate, formatValue, NO_DATA } from '../../lib/format.ts'
import {
  FORM_BROKERS,
  type FormBroker,
  toBasketFile,
  toOrderForm,
  toTastytradeLines,
  toThinkorswimLines,
} from './broker-formats.ts'
import { toBrokerOrders } from './broker-orders.ts'
import { findStrategyFacts } from './hedge-view.ts'
import {
  type CopiedTicket,
  formatStrike,
  NO_ORDER,
  nameSide,
  toCopiedTicket,
  toOrderLines,
  toTicketCsv,
  toTicketFigures,
  toTicketText,
} from './ticket-text.ts'

interface TicketProps {
  analysis: HedgeAnalysis
  strategy: HedgeStrategy
  /** The ticket by account. */
  split: ReactNode
}

/** Orders to type at the broker, and their cost. */
export function Ticket({ analysis, strategy, split }: TicketProps) {
  const factOf = useMemo(() => findStrategyFacts(analysis.facts, strategy), [analysis.facts, strategy])
  return (
    <div className="grid min-w-0 gap-4">
      {strategy.legs.length > 0 && <Legs legs={strategy.legs} />}
      {strategy.trades.length > 0 && <Trades trades={strategy.trades} />}
      {strategy.legs.length === 0 && strategy.trades.length === 0 && (
        <p className="text-body text-muted-foreground">Nothing to trade: {strategy.instrument.toLowerCase()}.</p>
      )}
      <dl className="grid gap-x-6 gap-y-1.5 text-[13px] leading-[18px] sm:grid-cols-2">
        {toTicketFigures(strategy).map(({ label, text, fact }) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="text-right font-semibold tabular">
              <FactFigure id={fact && factOf(fact)}>{text}</FactFigure>
            </dd>
          </div>
        ))}
      </dl>
      {split}
      <p className="text-label text-subtle-foreground">
        {NO_ORDER} Ballast does not trade; take the ticket to your broker and check live prices first.
      </p>
    </div>
  )
}

const LEG_COLUMNS: readonly FigureColumn[] = [
  { header: 'Leg' },
  { header: 'Qty', align: 'right' },
  { header: 'Strike', align: 'right' },
  { header: 'Expiry' },
  { header: 'Price', align: 'right' },
]

function Legs({ legs }: Pick<HedgeStrategy, 'legs'>) {
  return (
    <FigureTable caption="Legs" columns={LEG_COLUMNS} look="inset">
      <tbody>
        {legs.map((leg) => (
          <tr key={leg.symbol}>
            <th scope="row" className="py-2 text-left font-normal">
              <span className="block font-semibold">
                {nameSide(leg)} <span className="font-normal text-muted-foreground">{leg.underlying}</span>
              </span>
              <span className="block text-caption text-subtle-foreground">{leg.symbol}</span>
            </th>
            <td className="text-right">{formatNumber(leg.contracts, { decimals: 0, signed: true })}</td>
            <td className="text-right">{formatStrike(leg.strike)}</td>
            <td className="whitespace-nowrap">{formatShortDate(leg.expiry)}</td>
            <td className="text-right">
              <span className="block">{formatNumber(leg.premium)}</span>
              <span className="block text-caption text-subtle-foreground">{leg.contracts > 0 ? 'ask' : 'bid'}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

const TRADE_COLUMNS: readonly FigureColumn[] = [
  { header: 'Shares' },
  { header: 'Qty', align: 'right' },
  { header: 'Value', align: 'right' },
]

function Trades({ trades }: Pick<HedgeStrategy, 'trades'>) {
  return (
    <FigureTable caption="Shares to sell and to buy" columns={TRADE_COLUMNS} look="inset" className="max-h-[260px]">
      <tbody>
        {trades.map(({ ticker, amount, shares }) => (
          <tr key={ticker}>
            <th scope="row" className="text-left font-semibold">
              {amount < 0 ? 'Sell' : 'Buy'} {namePosition(ticker)}
            </th>
            <td className="text-right">{shares === null ? NO_DATA : formatNumber(Math.abs(shares))}</td>
            <td className="text-right">{formatValue(Math.abs(amount))}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

/** The part of a ticket that goes into one account: its orders, and the ways to copy them. */
export function AccountOrders({ strategy, fileDate, ...part }: AccountOrdersProps) {
  const ticket = { ...toCopiedTicket(strategy), legs: part.legs, trades: part.trades, figures: [] }
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="wrap-anywhere min-w-0 font-semibold text-[13px]">{part.name}</h4>
        <TicketCopy ticket={{ ...ticket, title: `${ticket.title}: ${part.name}` }} fileDate={fileDate} />
      </div>
      <ul className="grid gap-1 text-[13px] leading-[18px]">
        {toOrderLines(part).map(({ order, price }) => (
          <li key={order} className="flex flex-wrap justify-between gap-x-3">
            <span>{order}</span>
            <span className="text-muted-foreground tabular">{price}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AccountOrdersProps extends Pick<HedgeStrategy, 'legs' | 'trades'> {
  /** The account’s name. */
  name: string
  /** The strategy with the whole ticket. */
  strategy: HedgeStrategy
  fileDate: string
}

/** Takes the ticket to a broker: as text, as a table, in the form that the broker's own page takes. */
export function TicketCopy({ ticket, fileDate }: { ticket: CopiedTicket; fileDate: string }) {
  const copy = (text: string) => copyText(text, { title: 'Ticket copied', description: NO_ORDER })
  const orders = () => toBrokerOrders(ticket)
  const download = (kind: string, text: string) => downloadFile(`ballast-${kind}-${ticket.kind}-${fileDate}.csv`, text)
  return (
    <DropdownMenu
      trigger={
        <Button size="sm">
          <Copy aria-hidden="true" />
          Copy for your broker
        </Button>
      }
    >
      <MenuItem onSelect={() => void copy(toTicketText(ticket))}>Copy as text</MenuItem>
      <MenuItem onSelect={() => void copy(toTicketCsv(ticket))}>Copy as CSV</MenuItem>
      <MenuItem onSelect={() => download('ticket', toTicketCsv(ticket))}>Download CSV</MenuItem>
      <MenuItem onSelect={() => download('basket', toBasketFile(orders()))}>Interactive Brokers basket file</MenuItem>
      <MenuItem onSelect={() => void copy(toThinkorswimLines(orders()))}>thinkorswim order</MenuItem>
      <MenuItem onSelect={() => void copy(toTastytradeLines(orders()))}>tastytrade order</MenuItem>
      {(Object.keys(FORM_BROKERS) as FormBroker[]).map((broker) => (
        <MenuItem key={broker} onSelect={() => void copy(toOrderForm(orders(), broker))}>
          {broker} order form
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
