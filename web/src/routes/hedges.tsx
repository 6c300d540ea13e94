// Tests: e2e/backtest.e2e.ts

import { analyzeHedges, type HedgeStrategy, type Portfolio } from '@ballast/contract'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { Notice } from '../components/ui/notice.tsx'
import { usePreferences } from '../features/account/preferences.queries.ts'
import { AskEntry } from '../features/ask/ask-entry.tsx'
import { TicketSplit } from '../features/brokerage-accounts/ticket-split.tsx'
import { findCrisis } from '../features/hedges/crisis-view.ts'
import { HedgesPage } from '../features/hedges/hedges-page.tsx'
import { HedgesSkeleton } from '../features/hedges/run-card.tsx'
import { AccountOrders } from '../features/hedges/ticket.tsx'
import { type FoundTicket, KeepTicket, KeepTicketDialog, PolicyProposals } from '../features/policies/keep-policy.tsx'
import { describeHedgingIndex } from '../features/portfolios/benchmark-presets.ts'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { TryTradesButton } from '../features/portfolios/try-trades-button.tsx'
import { useSelectedPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import type { Trade } from '../features/portfolios/what-if-form.ts'
import { TrySampleButton } from '../features/upload/try-sample-button.tsx'
import { useCurrentUser } from '../lib/current-user.ts'
import { isWhatIf } from '../lib/is-what-if.ts'
import { beginOnOpen } from '../lib/refused-run.ts'
import { PortfolioGate } from './-portfolio-gate.tsx'

interface HedgesSearch {
  /** Id of a past crisis to protect against; what is none is passed over. */
  crisis?: string | undefined
  /** Tickers, parted by commas, that alone may be sold or capped. */
  block?: string | undefined
}

export const Route = createFileRoute('/hedges')({
  component: HedgesScreen,
  // Which crises there are is known to the screen alone: this function is loaded with the first page.
  validateSearch: ({ crisis, block }: Record<string, unknown>): HedgesSearch => ({
    crisis: typeof crisis === 'string' ? crisis : undefined,
    block: typeof block === 'string' ? block : undefined,
  }),
})

/** AI Hedge Discovery. */
function HedgesScreen() {
  return (
    <PortfolioGate
      head={<Head />}
      emptyNote={<Notice className="mb-4">Upload a portfolio to find its hedges.</Notice>}
      skeleton={<HedgesSkeleton />}
    >
      {(portfolios) => <FilledHedges portfolios={portfolios} />}
    </PortfolioGate>
  )
}

function FilledHedges({ portfolios }: { portfolios: readonly [Portfolio, ...Portfolio[]] }) {
  const { selected = portfolios[0], select } = useSelectedPortfolio(portfolios)
  const search = Route.useSearch()
  const crisis = findCrisis(search.crisis)
  const { data: user } = useCurrentUser()
  const { preferences, update } = usePreferences()
  const navigate = useNavigate()
  const [placed, setPlaced] = useState<FoundTicket | null>(null)
  const hedgingIndex = describeHedgingIndex(selected.benchmark)
  const canKeep = !isWhatIf(selected.id) && selected.sharedBy === undefined
  const openPolicy = (policyId: string) => void navigate({ to: '/policies/$policyId', params: { policyId } })
  return (
    <>
      <Head actions={<PortfolioSelector portfolios={portfolios} selectedId={selected.id} onSelect={select} />} />
      <AskEntry key={selected.id} screen="hedges" portfolioId={selected.id} />
      {selected.isBook && (
        <Notice className="mb-4">
          This finds one hedge for {selected.isGroup ? 'the portfolios of this group' : 'all your portfolios'} together.
          Its ticket says what to place in which account.
        </Notice>
      )}
      {hedgingIndex && <Notice className="mb-4">{hedgingIndex}</Notice>}
      <div className="mb-4 grid gap-4 empty:hidden">
        {canKeep && <PolicyProposals key={selected.id} portfolioId={selected.id} onKept={openPolicy} />}
      </div>
      <HedgesPage
        key={`${selected.id} ${crisis ?? ''} ${search.block ?? ''}`}
        crisisId={crisis}
        block={search.block?.split(',')}
        portfolioId={selected.id}
        user={user ?? undefined}
        savedPrompt={preferences?.hedgePrompt ?? ''}
        trial={
          <TrySampleButton
            portfolios={portfolios}
            onSample={(portfolioId) => {
              beginOnOpen(analyzeHedges, { params: { portfolioId }, body: {} })
              select(portfolioId)
            }}
          />
        }
        onPromptSave={(hedgePrompt) => update({ hedgePrompt })}
        ticketSplit={(analysis, strategy) => (
          <TicketSplit
            key={strategy.id}
            portfolioId={selected.id}
            strategy={strategy}
            isReadOnly={selected.sharedBy !== undefined}
            renderTicket={(part) => (
              <AccountOrders {...part} strategy={strategy} fileDate={analysis.asOf.slice(0, 10)} />
            )}
          />
        )}
        ticketActions={(analysis, strategy) => (
          <>
            <TryTradesButton portfolioId={selected.id} trades={toTrades(strategy)} fees={strategy.cost.fees} />
            {canKeep && <KeepTicket ticket={{ analysis, strategy }} onPlaced={setPlaced} />}
          </>
        )}
      />
      {placed && (
        <KeepTicketDialog
          ticket={placed}
          {...(selected.isBook && { places: portfolios.filter(({ id }) => selected.memberIds?.includes(id)) })}
          onClose={() => setPlaced(null)}
          onKept={openPolicy}
        />
      )}
    </>
  )
}

/** Legs and shares of a ticket; what is to be traded in part of a share is not. */
function toTrades({ legs, trades }: HedgeStrategy): Trade[] {
  return [
    ...legs.map(({ symbol, contracts, premium, multiplier }) => {
      return { ticker: symbol, shares: contracts, price: premium, multiplier }
    }),
    ...trades.flatMap(({ ticker, shares, amount }) =>
      shares ? [{ ticker, shares, price: Math.abs(amount / shares), multiplier: 1 }] : [],
    ),
  ]
}

function Head({ actions }: { actions?: ReactNode }) {
  return (
    <PageHead
      title="AI Hedge Discovery"
      subtitle="Find what could hurt this portfolio, and what it costs to protect it"
      actions={actions}
    />
  )
}
