import type { OptionChain, Position } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Lock, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { EmptyState, StateMessage } from '../../components/ui/state-message.tsx'
import { formatInstant } from '../../lib/format.ts'
import { ChainSection } from './chain-section.tsx'
import { countShares, HoldingsCard } from './holdings-card.tsx'
import type { LadderColumnId } from './ladder-columns.ts'
import { OptionPositionsCard } from './option-positions-card.tsx'
import { isUnauthorized, optionsQuery } from './options.queries.ts'
import { ChainSkeleton } from './options-skeleton.tsx'
import { SearchCard } from './search-card.tsx'

export interface OptionsPageProps {
  /** Ticker that is looked at; null until one was chosen. */
  ticker: string | null
  /** An expiry other than the nearest monthly one, or null. */
  expiry: string | null
  onTickerChange: (ticker: string) => void
  onExpiryChange: (expiry: string) => void
  portfolio: { id: string; name: string } | undefined
  selector: ReactNode
  positions: readonly Position[] | undefined
  /** Why there are no holdings to show. */
  holdingsObstacle?: ReactNode
  /** Shown while nothing is chosen and there is no portfolio. */
  firstRun?: ReactNode
  /** Undefined while it is not known whether the hint was dismissed. */
  hintShown: boolean
  onHintDismiss: () => void
  columns: readonly LadderColumnId[]
  onColumnsChange: (columns: readonly LadderColumnId[]) => void
}

/** Choose a holding or search; then the chain. */
export function OptionsPage(props: OptionsPageProps) {
  const { ticker, portfolio, positions } = props
  return (
    <div className="grid min-w-0 gap-4">
      {props.hintShown && (
        <Notice onDismiss={props.onHintDismiss}>
          <b className="font-semibold">Reading a chain.</b> Calls gain when the price rises, puts when it falls. Shaded
          rows are in the money. Higher IV means the market expects bigger moves, and a dearer hedge.
        </Notice>
      )}
      <div className="grid min-w-0 gap-4 max-sm:[&>*:last-child]:order-first lg:grid-cols-[minmax(0,1fr)_320px]">
        <HoldingsCard
          selector={props.selector}
          positions={positions}
          obstacle={props.holdingsObstacle}
          chosen={ticker}
          onChoose={props.onTickerChange}
        />
        <SearchCard ticker={ticker} onSearch={props.onTickerChange} />
      </div>
      {ticker === null ? (
        (props.firstRun ?? (
          <Card>
            <EmptyState
              icon={ChartNoAxesColumn}
              title="Choose a position or search for a ticker"
              text="You will see its option chain, how much it is expected to move, and unusual volume."
            />
          </Card>
        ))
      ) : (
        <Chain key={ticker} {...props} ticker={ticker} sharesHeld={countShares(positions ?? [], ticker)} />
      )}
      {portfolio && <OptionPositionsCard key={portfolio.id} portfolio={portfolio} onChoose={props.onTickerChange} />}
    </div>
  )
}

/** One ticker's chain in every state that it can be in. */
function Chain(props: OptionsPageProps & { ticker: string; sharesHeld: number }) {
  const { ticker } = props
  const answer = useQuery(optionsQuery(ticker))
  return (
    <Loaded
      query={answer}
      title="Unable to fetch options data"
      fallback="The server could not be reached. Try again."
      label={`Loading options of ${ticker}`}
      skeleton={<ChainSkeleton />}
      frame={(failure) => <Card>{failure}</Card>}
    >
      {(data) => {
        if (isUnauthorized(data)) return <Unauthorized />
        return data.options.length === 0 ? (
          <NoOptions chain={data} />
        ) : (
          <Found
            {...props}
            chain={data}
            refresh={{ isRunning: answer.isFetching, start: () => void answer.refetch() }}
          />
        )
      }}
    </Loaded>
  )
}

interface FoundProps extends OptionsPageProps {
  chain: OptionChain
  sharesHeld: number
  refresh: { isRunning: boolean; start: () => void }
}

function Found({ chain, ...props }: FoundProps) {
  return (
    <>
      {chain.stale && (
        <Notice>
          The market data provider did not answer. This chain was fetched earlier, at {formatInstant(chain.fetchedAt)}.
        </Notice>
      )}
      <ChainSection
        chain={chain}
        refresh={props.refresh}
        expiry={props.expiry}
        onExpiryChange={props.onExpiryChange}
        columns={props.columns}
        onColumnsChange={props.onColumnsChange}
        sharesHeld={props.sharesHeld}
      />
    </>
  )
}

function Unauthorized() {
  return (
    <Card>
      <StateMessage icon={Lock} title="Options Data Unavailable" text="Options data requires a paid Polygon plan" />
    </Card>
  )
}

function NoOptions({ chain }: { chain: OptionChain }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={`No options data available for ${chain.ticker}`}
        text="Try searching for a different ticker"
      />
    </Card>
  )
}
