// Tests: options-page.test.tsx

// biome-ignore-all lint/a11y/useSemanticElements: belongs to a table of roles, see ladder.tsx
import type { OptionContract } from '@ballast/contract'
import { TriangleAlert } from 'lucide-react'
import { createContext, memo, useContext } from 'react'
import { cn } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { type LadderRow, QUOTE_STATES } from './chain-view.ts'
import { formatVolatility, type LadderTrack, toCellText } from './ladder-columns.ts'

/** The sides of contracts that are in the strategy, by symbol: lit where they were picked. */
export const ChosenQuotes = createContext<ReadonlyMap<string, 'buy' | 'sell'>>(new Map())

interface LadderCellsProps {
  row: LadderRow
  tracks: readonly LadderTrack[]
  puts: readonly LadderTrack[]
  callTemplate: string
  putTemplate: string
  isNearest: boolean
  /** Only the prices of the row with the keyboard on it are stops for Tab. */
  isCurrent: boolean
  maxOpenInterest: number
}

/** Cells of one strike on both sides; drawn again only when its own figures change, however the list scrolls. */
export const LadderCells = memo(function LadderCells(props: LadderCellsProps) {
  const { row, tracks, puts, callTemplate, putTemplate, isNearest, isCurrent, maxOpenInterest } = props
  const shared = { isCurrent, maxOpenInterest }
  return (
    <>
      <Side contract={row.call} tracks={tracks} template={callTemplate} barAtEnd {...shared} />
      <div
        role="cell"
        className={cn(
          // Stays in sight when more columns are chosen than the card is wide, so nothing may shine through.
          'sticky inset-x-0 grid place-content-center border-x font-semibold tabular',
          isNearest
            ? 'bg-[color-mix(in_oklab,var(--primary)_12%,var(--card))] text-primary'
            : 'bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))]',
        )}
      >
        {formatNumber(row.strike)}
      </div>
      <Side contract={row.put} tracks={puts} template={putTemplate} barAtEnd={false} {...shared} />
    </>
  )
})

interface SideProps {
  contract: OptionContract | null
  tracks: readonly LadderTrack[]
  template: string
  /** The bar grows from the strike outwards: on the call side from the right. */
  barAtEnd: boolean
  isCurrent: boolean
  maxOpenInterest: number
}

function Side({ contract, tracks, template, barAtEnd, isCurrent, maxOpenInterest }: SideProps) {
  if (!contract) return <div role="cell" aria-colspan={tracks.length} />
  // The mark of a doubtful quote stands at the first of these that is shown.
  const marked = (['bid', 'mid', 'ask', 'iv', 'delta'] as const).find((id) => tracks.includes(id))
  return (
    <div
      role="presentation"
      data-symbol={contract.symbol}
      className={cn(
        'grid cursor-pointer items-center gap-1.5 px-2 tabular sm:gap-2 group-hover:bg-accent/45',
        contract.inTheMoney && 'bg-primary/7',
      )}
      style={{ gridTemplateColumns: template }}
    >
      {tracks.map((track) =>
        track === 'bar' ? (
          <div key={track} role="cell">
            <Bar contract={contract} atEnd={barAtEnd} maximum={maxOpenInterest} />
          </div>
        ) : (
          <Cell
            key={track}
            contract={contract}
            track={track}
            isCurrent={isCurrent}
            isMarked={track === marked && contract.state !== 'ok'}
          />
        ),
      )}
    </div>
  )
}

interface CellProps {
  contract: OptionContract
  track: Exclude<LadderTrack, 'bar'>
  isCurrent: boolean
  isMarked: boolean
}

/** A plain figure is one element: there are hundreds of them in sight. */
function Cell({ contract, track, isCurrent, isMarked }: CellProps) {
  const text = toCellText(track, contract)
  const isTraded = (track === 'bid' || track === 'ask') && (contract[track] ?? 0) > 0
  return (
    <div role="cell" className={cn('min-w-0 text-right', isQuiet(track) && 'text-muted-foreground')}>
      {isMarked && <StateMark contract={contract} />}
      {isTraded ? (
        <TradeButton contract={contract} side={track === 'bid' ? 'sell' : 'buy'} text={text} isCurrent={isCurrent} />
      ) : track === 'volume' && contract.unusual ? (
        <UnusualVolume contract={contract} text={text} />
      ) : track === 'iv' && contract.ivDisagrees ? (
        <BothVolatilities contract={contract} text={text} />
      ) : (
        text
      )}
    </div>
  )
}

interface TradeButtonProps {
  contract: OptionContract
  side: 'buy' | 'sell'
  text: string
  isCurrent: boolean
}

function TradeButton({ contract, side, text, isCurrent }: TradeButtonProps) {
  const { symbol, contractType, strikePrice, state } = contract
  const isChosen = useContext(ChosenQuotes).get(symbol) === side
  return (
    <button
      type="button"
      data-symbol={symbol}
      data-trade={side}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={`${side === 'buy' ? 'Buy' : 'Sell'} the ${formatNumber(strikePrice)} ${contractType} at ${text}`}
      className={cn(
        '-my-1 -mr-1 rounded-badge px-1 py-1 hover:bg-accent hover:text-primary hover:underline',
        state !== 'ok' && 'text-muted-foreground',
        isChosen && 'tint-primary font-semibold text-primary ring-1 ring-primary',
      )}
    >
      {text}
    </button>
  )
}

function UnusualVolume({ contract, text }: { contract: OptionContract; text: string }) {
  const times = formatNumber(contract.volumeTimesAverage, { decimals: 1 })
  return (
    <span className="font-semibold text-warning" title={`${times} times the average`}>
      {text}
      <span className="sr-only"> unusual</span>
    </span>
  )
}

function BothVolatilities({ contract, text }: { contract: OptionContract; text: string }) {
  return (
    <span className="grid leading-[15px]">
      <span>{text}</span>
      <span
        className="text-[11px] text-warning leading-[13px]"
        title="The provider's implied volatility, more than 5 points from ours"
      >
        <span className="sr-only">provider </span>≠ {formatVolatility(contract.providerIV)}
      </span>
    </span>
  )
}

/** Prices and open interest stand out; what is derived from them is quieter. */
function isQuiet(track: LadderTrack): boolean {
  return track !== 'openInterest' && track !== 'mid' && track !== 'bid' && track !== 'ask'
}

function StateMark({ contract }: { contract: OptionContract }) {
  const { name, meaning } = QUOTE_STATES[contract.state]
  return (
    <span title={`${name}: ${meaning} Left out of every average.`} className="mr-0.5 inline-block align-[-1px]">
      <TriangleAlert aria-hidden="true" className="size-3 text-warning" />
      <span className="sr-only">{name} </span>
    </span>
  )
}

function Bar({ contract, atEnd, maximum }: { contract: OptionContract; atEnd: boolean; maximum: number }) {
  const share = maximum > 0 ? Math.min(1, (contract.openInterest ?? 0) / maximum) : 0
  return (
    <span
      aria-hidden="true"
      className={cn(
        'block h-2.5 rounded-xs opacity-60 forced-colors:bg-[CanvasText]',
        contract.contractType === 'call' ? 'bg-chart-1' : 'bg-chart-2',
        atEnd && 'ml-auto',
      )}
      style={{ width: share === 0 ? 0 : `max(1.5px, ${share * 100}%)` }}
    />
  )
}
