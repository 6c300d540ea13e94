// Tests: ticket-split.test.tsx

import { type CallOutput, type HedgeStrategy, MOST_SPLIT_LEGS, namePosition, type splitTicket } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { formatNumber } from '../../lib/format.ts'
import { AccountForm, AccountHint, nameAccount } from './account-form.tsx'
import { splitQuery } from './brokerage-accounts.queries.ts'

/** Part of a ticket that goes into one account. */
export interface AccountTicket extends Pick<HedgeStrategy, 'legs' | 'trades'> {
  name: string
}

interface TicketSplitProps {
  portfolioId: string
  strategy: HedgeStrategy
  /** True for accounts of another user, who alone says what they may hold. */
  isReadOnly?: boolean
  /** The orders of an account, and the ways to copy them. */
  renderTicket: (ticket: AccountTicket) => ReactNode
}

type Split = CallOutput<typeof splitTicket>

/** A ticket by account, where there are several: what to place in each, what fits in none, and what they may hold. */
export function TicketSplit({ portfolioId, strategy, isReadOnly = false, renderTicket }: TicketSplitProps) {
  const split = useQuery(splitQuery(portfolioId, strategy))
  if (strategy.legs.length === 0 && strategy.trades.length === 0) return null
  // Options are closed where they are held.
  if (strategy.family === 'close-options') return null
  if (strategy.legs.length > MOST_SPLIT_LEGS) {
    return (
      <p className="border-t pt-4 text-[13px] leading-[18px]">
        A ticket of so many options is not split over accounts. Place each put in the account where its shares are.
      </p>
    )
  }
  if (split.error && !split.data) {
    return <LoadFailure title="Failed to split the ticket" fallback="The server could not be reached." query={split} />
  }
  return (
    <Loading
      pending={split.isPending}
      label="Splitting the ticket"
      skeleton={<Skeleton className="h-[120px] w-full" />}
    >
      {() =>
        split.data &&
        split.data.accounts.length > 1 && (
          <ByAccount split={split.data} strategy={strategy} isReadOnly={isReadOnly} renderTicket={renderTicket} />
        )
      }
    </Loading>
  )
}

function ByAccount({
  split,
  strategy,
  isReadOnly,
  renderTicket,
}: { split: Split } & Omit<TicketSplitProps, 'portfolioId'>) {
  const isGroup = new Set(split.accounts.map(({ portfolioId }) => portfolioId)).size > 1
  const accounts = split.accounts.map((account) => ({ ...account, name: nameAccount(account, isGroup) }))
  const used = accounts.filter(({ legs, trades }) => legs.length > 0 || trades.length > 0)
  const unknown = accounts.filter(({ level }) => level === null)
  return (
    <section aria-label="By account" className="grid min-w-0 gap-4 border-t pt-4">
      <h3 className="text-title">By Account</h3>
      {used.map(({ name, legs, trades }) => (
        <div key={name}>
          {renderTicket({
            name,
            trades,
            legs: legs.flatMap(({ leg, contracts }) => {
              const of = strategy.legs[leg]
              return of ? [{ ...of, contracts }] : []
            }),
          })}
        </div>
      ))}
      {split.unplaced.length > 0 && (
        <div className="grid gap-1 text-[13px] leading-[18px]">
          <h4 className="font-semibold">Fits in No Account</h4>
          <ul className="grid list-disc gap-1 pl-4">
            {split.unplaced.map(({ leg, ticker, quantity, reason }) => (
              <li key={`${leg} ${ticker}`}>
                {nameRest(quantity, ticker)}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unknown.length > 0 && !isReadOnly && (
        <div className="grid gap-3">
          <h4 className="font-semibold text-[13px]">What may your accounts hold?</h4>
          {unknown.map((account) => (
            <AccountForm key={`${account.portfolioId} ${account.account}`} account={account} name={account.name} />
          ))}
          <AccountHint />
        </div>
      )}
    </section>
  )
}

function nameRest(quantity: number | null, ticker: string): string {
  const name = namePosition(ticker)
  if (quantity === null) return name
  return `${quantity < 0 ? 'Sell' : 'Buy'} ${formatNumber(Math.abs(quantity), { decimals: Number.isInteger(quantity) ? 0 : 2 })} × ${name}`
}
