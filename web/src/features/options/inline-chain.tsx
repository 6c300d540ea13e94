// Tests: e2e/options.e2e.ts, e2e/options.phone.e2e.ts

import type { OptionChain } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Lock, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading } from '../../components/ui/skeleton.tsx'
import { EmptyState, StateMessage } from '../../components/ui/state-message.tsx'
import { ChainCard } from './chain-card.tsx'
import { findTwin, listExpiries, mergeExpiries, mergeOptions, pickOutOfTheMoney, toLadder } from './chain-view.ts'
import { ContractSheet } from './contract-sheet.tsx'
import { DEFAULT_COLUMNS, type LadderColumnId } from './ladder-columns.ts'
import { isUnauthorized, optionsQuery } from './options.queries.ts'
import { LadderSkeleton } from './options-skeleton.tsx'

interface InlineChainProps {
  ticker: string
  /** The expiry that is shown first, listed among the near ones or not. */
  expiry: string
}

/** The chain of a ticker inside another screen: its ladder and its contracts, without what surrounds them. */
export function InlineChain({ ticker, expiry }: InlineChainProps) {
  const [wanted, setWanted] = useState(expiry)
  const [columns, setColumns] = useState<readonly LadderColumnId[]>(DEFAULT_COLUMNS)
  const [opened, setOpened] = useState<string | null>(null)
  const near = useQuery(optionsQuery(ticker))
  const nearChain = near.data && !isUnauthorized(near.data) ? near.data : undefined
  const isListed = nearChain?.expiries.some((other) => other.expiry === wanted && other.listed) ?? true
  const further = useQuery({ ...optionsQuery(ticker, wanted), enabled: nearChain !== undefined && !isListed })
  const furtherChain = further.data && !isUnauthorized(further.data) ? further.data : undefined
  const known = useMemo(
    () => nearChain && merge(nearChain, isListed ? undefined : furtherChain),
    [nearChain, furtherChain, isListed],
  )
  const failed = near.error && !near.data ? near : further.error && !further.data ? further : null
  if (failed) {
    return (
      <Card>
        <LoadFailure
          title="Unable to fetch options data"
          fallback="The server could not be reached. Try again."
          query={failed}
        />
      </Card>
    )
  }
  if (near.data && isUnauthorized(near.data)) {
    return (
      <Card>
        <StateMessage icon={Lock} title="Options Data Unavailable" text="Options data requires a paid Polygon plan" />
      </Card>
    )
  }
  if (nearChain && nearChain.options.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title={`No options data available for ${ticker}`}
          text="Try searching for a different ticker"
        />
      </Card>
    )
  }
  const isPending = known === undefined || (!isListed && furtherChain === undefined)
  return (
    <Loading pending={isPending} label={`Loading options of ${ticker}`} skeleton={<LadderSkeleton />}>
      {() => {
        const end = known?.expiries.find((other) => other.expiry === wanted) ?? known?.expiries[0]
        if (!known || !end) return null
        const ladder = toLadder(known.options, end.expiry, known.chain.underlyingPrice)
        const contract = known.options.find(({ symbol }) => symbol === opened)
        const ownExpiry = contract && known.expiries.find((other) => other.expiry === contract.expirationDate)
        return (
          <>
            <ChainCard
              chain={known.chain}
              expiry={end}
              ladder={ladder}
              refresh={{
                isRunning: near.isFetching || further.isFetching,
                start: () => {
                  void near.refetch()
                  if (!isListed) void further.refetch()
                },
              }}
              expiries={known.expiries}
              onExpiryChange={setWanted}
              columns={columns}
              onColumnsChange={setColumns}
              onOpenStrike={(strike) => {
                const row = ladder.rows.find((other) => other.strike === strike)
                setOpened((row && pickOutOfTheMoney(row)?.symbol) ?? null)
              }}
              onOpenContract={setOpened}
              onTrade={setOpened}
              rowsInSight={ROWS_IN_SIGHT}
              footer={
                <ButtonLink
                  size="sm"
                  className="justify-self-start"
                  to="/options"
                  search={{ ticker, expiry: end.expiry }}
                >
                  Open on the Options screen
                </ButtonLink>
              }
            />
            {contract && ownExpiry && (
              <ContractSheet
                chain={known.chain}
                contract={contract}
                twin={findTwin(known.options, contract)}
                expiry={ownExpiry}
                onOpenContract={setOpened}
                onClose={() => setOpened(null)}
              />
            )}
          </>
        )
      }}
    </Loading>
  )
}

/** Few enough that the cards above stay in reach. */
const ROWS_IN_SIGHT = 11

function merge(near: OptionChain, further: OptionChain | undefined) {
  const chain = { ...near, expiries: [...listExpiries(near)] }
  return { chain, options: mergeOptions(chain, further), expiries: mergeExpiries(chain, further) }
}
