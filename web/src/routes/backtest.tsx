// Tests: e2e/backtest.e2e.ts

import { type Portfolio, toPortfolioId } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Info, Shield } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { Button } from '../components/ui/button.tsx'
import { Card } from '../components/ui/card.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { Notice } from '../components/ui/notice.tsx'
import { Loading } from '../components/ui/skeleton.tsx'
import { AskEntry } from '../features/ask/ask-entry.tsx'
import { scenariosQuery } from '../features/backtest/backtest.queries.ts'
import { BacktestPage } from '../features/backtest/backtest-page.tsx'
import { BacktestSkeleton } from '../features/backtest/backtest-skeleton.tsx'
import { findCrisis } from '../features/hedges/crisis-view.ts'
import { BenchmarkButton } from '../features/portfolios/benchmark-button.tsx'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { findChosen, pickPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import { readLastSelectedPortfolioId, rememberSelectedPortfolio } from '../lib/selected-portfolio.ts'
import { PortfolioGate } from './-portfolio-gate.tsx'

const HistoryCard = lazy(async () => ({ default: (await import('../features/history/history-card.tsx')).HistoryCard }))

export const Route = createFileRoute('/backtest')({ component: BacktestScreen })

/** Backtesting Simulations. */
function BacktestScreen() {
  return (
    <>
      <PageHead
        title="Backtesting Simulations"
        subtitle="Test portfolio performance under various market scenarios"
        actions={
          <Button asChild variant="ghost">
            <Link to="/backtest-transparency">
              <Info aria-hidden="true" />
              How Calculations Work
            </Link>
          </Button>
        }
      />
      <PortfolioGate
        head={null}
        emptyNote={<Notice className="mb-4">Please select a portfolio to run backtests</Notice>}
        skeleton={<BacktestSkeleton />}
      >
        {(portfolios) => <FilledBacktest portfolios={portfolios} />}
      </PortfolioGate>
    </>
  )
}

function FilledBacktest({ portfolios }: { portfolios: readonly [Portfolio, ...Portfolio[]] }) {
  const { selected, select } = useStoredPortfolio(portfolios)
  const scenarios = useQuery(scenariosQuery)
  if (scenarios.error && !scenarios.data) {
    return (
      <Card>
        <LoadFailure
          title="Failed to load scenarios"
          fallback="The server could not be reached. Your portfolios are safe."
          query={scenarios}
        />
      </Card>
    )
  }
  return (
    <>
      {selected && <AskEntry key={selected.id} screen="backtest" portfolioId={selected.id} />}
      <Loading pending={scenarios.data === undefined} label="Loading scenarios" skeleton={<BacktestSkeleton />}>
        {() => (
          <>
            <BacktestPage
              portfolio={selected}
              comparedWith={selected && <BenchmarkButton portfolio={selected} />}
              selector={
                <PortfolioSelector
                  portfolios={portfolios}
                  selectedId={selected?.id ?? ''}
                  onSelect={(id) => select(id || null)}
                  emptyLabel="No portfolio"
                />
              }
              scenarios={scenarios.data ?? []}
              renderAction={renderHedgeLink}
            />
            {/* Not beside the skeleton, which is lower than the page: it would be pushed down in sight. */}
            {selected && (
              <div className="mt-4">
                <Suspense>
                  <HistoryCard
                    key={toPortfolioId(selected.id)}
                    portfolioId={selected.id}
                    isReadOnly={selected.sharedBy !== undefined}
                  />
                </Suspense>
              </div>
            )}
          </>
        )}
      </Loading>
    </>
  )
}

/** From a crisis that hurt to what protects against it. */
function renderHedgeLink(scenarioId: string): ReactNode {
  const crisis = findCrisis(scenarioId)
  return (
    crisis && (
      <Button asChild variant="outline">
        <Link to="/hedges" search={{ crisis }}>
          <Shield aria-hidden="true" />
          Hedge Against This
        </Link>
      </Button>
    )
  )
}

/** The portfolio last chosen in this browser; without one the first, which is remembered. Clearing forgets it. */
function useStoredPortfolio(portfolios: readonly [Portfolio, ...Portfolio[]]) {
  const [chosenId, setChosenId] = useState<string | null>(
    () => pickPortfolio(portfolios, readLastSelectedPortfolioId())?.id ?? null,
  )
  useEffect(() => rememberSelectedPortfolio(chosenId), [chosenId])
  return { selected: findChosen(portfolios, chosenId), select: setChosenId }
}
