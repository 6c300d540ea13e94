// Tests: options-page.test.tsx

import type { OptionChain, OptionContract, OptionExpiry } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { addToLegs, type Leg } from '../../components/options/strategy-view.ts'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading } from '../../components/ui/skeleton.tsx'
import { countOf } from '../../lib/format.ts'
import { ChainCard } from './chain-card.tsx'
import { findTwin, listExpiries, mergeExpiries, mergeOptions, pickOutOfTheMoney, toLadder } from './chain-view.ts'
import { ContractSheet } from './contract-sheet.tsx'
import { ExpiriesCard } from './expiries-card.tsx'
import { FigureCards } from './figure-cards.tsx'
import { ChosenQuotes } from './ladder-cells.tsx'
import type { LadderColumnId } from './ladder-columns.ts'
import { OpenInterestCard } from './open-interest-card.tsx'
import { isUnauthorized, optionsQuery } from './options.queries.ts'
import { LadderSkeleton } from './options-skeleton.tsx'
import { SmileCard } from './smile-card.tsx'
import { StrategyCard } from './strategy-card.tsx'
import { UnusualCard } from './unusual-card.tsx'

const STRATEGY_ID = 'strategy'

interface ChainSectionProps {
  chain: OptionChain
  refresh: { isRunning: boolean; start: () => void }
  expiry: string | null
  onExpiryChange: (expiry: string) => void
  columns: readonly LadderColumnId[]
  onColumnsChange: (columns: readonly LadderColumnId[]) => void
  sharesHeld: number
}

/** A chain with contracts: its figures, the ladder, what surrounds it, the strategy, the contract opened. */
export function ChainSection({ sharesHeld, ...props }: ChainSectionProps) {
  const chain = useMemo(() => ({ ...props.chain, expiries: [...listExpiries(props.chain)] }), [props.chain])
  const wanted =
    props.expiry !== null && chain.availableExpiries.includes(props.expiry) ? props.expiry : pickExpiry(chain)
  const isListed = chain.expiries.some(({ expiry, listed }) => expiry === wanted && listed)
  const further = useQuery({ ...optionsQuery(chain.ticker, wanted), enabled: !isListed })
  const furtherChain = further.data && !isUnauthorized(further.data) ? further.data : undefined
  const shown = isListed ? chain : furtherChain
  const options = useMemo(() => mergeOptions(chain, furtherChain), [chain, furtherChain])
  const expiries = useMemo(() => mergeExpiries(chain, furtherChain), [chain, furtherChain])
  const expiry = expiries.find((other) => other.expiry === wanted) ?? expiries[0]
  const [opened, setOpened] = useState<string | null>(null)
  const [legs, setLegs] = useState<readonly Leg[]>([])
  const [sharesIncluded, setSharesIncluded] = useState(false)
  const ladder = useMemo(
    () => toLadder(options, expiry?.expiry ?? '', chain.underlyingPrice),
    [options, expiry?.expiry, chain.underlyingPrice],
  )
  const chosen = useMemo(
    () => new Map(legs.map(({ contract, contracts }) => [contract.symbol, contracts > 0 ? 'buy' : 'sell'] as const)),
    [legs],
  )
  // The ladder first: what surrounds it is drawn after it, and may be interrupted.
  const later = useDeferredValue(expiry)
  if (!expiry || !later) return null
  const find = (symbol: string) => options.find((contract) => contract.symbol === symbol)
  const trade = (symbol: string, side: 'buy' | 'sell') => {
    const contract = find(symbol)
    const end = expiries.find((other) => other.expiry === contract?.expirationDate)
    if (contract && end)
      setLegs((before) => addToLegs(before, { contract, expiry: end, contracts: side === 'buy' ? 1 : -1 }))
  }
  const openStrike = (strike: number) => {
    const row = ladder.rows.find((other) => other.strike === strike)
    setOpened((row && pickOutOfTheMoney(row)?.symbol) ?? null)
  }
  const contract = opened === null ? undefined : find(opened)
  return (
    <div className="grid min-w-0 gap-4">
      <FigureCards chain={chain} expiry={expiry} />
      <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_320px] xl:items-start">
        <ChosenQuotes value={chosen}>
          <ChainCard
            chain={chain}
            expiry={expiry}
            ladder={ladder}
            refresh={{
              isRunning: props.refresh.isRunning || further.isFetching,
              start: () => {
                props.refresh.start()
                if (!isListed) void further.refetch()
              },
            }}
            expiries={expiries}
            onExpiryChange={props.onExpiryChange}
            columns={props.columns}
            onColumnsChange={props.onColumnsChange}
            onOpenStrike={openStrike}
            onOpenContract={setOpened}
            onTrade={trade}
            placeholder={shown ? undefined : <FurtherExpiry query={further} />}
            footer={
              <>
                <StrategyLine count={legs.length} />
                <ul className="mt-2 grid gap-1 border-t pt-3 text-label empty:hidden">
                  {chain.assumptions.map((assumption) => (
                    <li key={assumption}>{assumption}</li>
                  ))}
                </ul>
              </>
            }
          />
        </ChosenQuotes>
        <div className="grid min-w-0 content-start gap-4 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-1 md:max-lg:[&>*:last-child]:col-span-2">
          {legs.length > 0 && (
            <div id={STRATEGY_ID} className="col-span-full min-w-0 scroll-mt-[72px]">
              <StrategyCard
                chain={chain}
                // A refresh brings new quotes of the same contracts.
                legs={legs.map((leg) => ({ ...leg, contract: find(leg.contract.symbol) ?? leg.contract }))}
                onChange={(leg, by) => setLegs((before) => addToLegs(before, { ...leg, contracts: by }))}
                onClear={() => setLegs([])}
                sharesHeld={sharesHeld}
                sharesIncluded={sharesIncluded}
                onSharesIncludedChange={setSharesIncluded}
              />
            </div>
          )}
          <Surroundings chain={chain} options={options} expiry={later} onOpenContract={setOpened} />
        </div>
      </div>
      <ExpiriesCard chain={chain} onOpenExpiry={props.onExpiryChange} />
      {contract && (
        <ContractSheet
          chain={chain}
          contract={contract}
          twin={findTwin(options, contract)}
          expiry={expiries.find((other) => other.expiry === contract.expirationDate) ?? expiry}
          onOpenContract={setOpened}
          onTrade={trade}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

interface SurroundingsProps {
  chain: OptionChain
  options: readonly OptionContract[]
  expiry: OptionExpiry
  onOpenContract: (symbol: string) => void
}

const Surroundings = memo(function Surroundings({ chain, options, expiry, onOpenContract }: SurroundingsProps) {
  const ladder = useMemo(
    () => toLadder(options, expiry.expiry, chain.underlyingPrice),
    [options, expiry.expiry, chain.underlyingPrice],
  )
  return (
    <>
      <SmileCard chain={chain} options={options} expiry={expiry} />
      <OpenInterestCard chain={chain} ladder={ladder} expiry={expiry} />
      <UnusualCard chain={chain} onOpenContract={onOpenContract} />
    </>
  )
})

/** The listed expiry nearest to 30 days, where most of the interest is, rather than one that ends this week. */
function pickExpiry({ expiries, availableExpiries }: OptionChain): string {
  const listed = expiries.filter((expiry) => expiry.listed)
  const [best] = listed.toSorted((a, b) => Math.abs(a.days - 30) - Math.abs(b.days - 30))
  return best?.expiry ?? availableExpiries[0] ?? ''
}

interface FurtherExpiryProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

function FurtherExpiry({ query }: FurtherExpiryProps): ReactNode {
  if (query.error) {
    return (
      <LoadFailure
        title="Unable to fetch options data"
        fallback="The server could not be reached. The other expiries are still here."
        query={query}
      />
    )
  }
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Loading pending label="Loading the expiry" skeleton={<LadderSkeleton />}>
        {() => null}
      </Loading>
    </div>
  )
}

function StrategyLine({ count }: { count: number }) {
  return (
    <p role="status">
      {count === 0 ? (
        'Click a bid to sell or an ask to buy: the legs become a strategy.'
      ) : (
        <>
          {countOf(count, 'leg')} in the strategy.{' '}
          <a href={`#${STRATEGY_ID}`} className="font-medium text-primary hover:underline">
            Show the strategy
          </a>
        </>
      )}
    </p>
  )
}
