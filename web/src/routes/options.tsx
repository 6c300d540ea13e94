// Tests: e2e/options.e2e.ts

import { toTicker } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { Loading } from '../components/ui/skeleton.tsx'
import { usePreferences } from '../features/account/preferences.queries.ts'
import { AskEntry } from '../features/ask/ask-entry.tsx'
import { COLUMNS_PREFERENCE, toChosenColumns } from '../features/options/ladder-columns.ts'
import { OptionsPage } from '../features/options/options-page.tsx'
import { OptionsSkeleton } from '../features/options/options-skeleton.tsx'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { positionsQuery } from '../features/portfolios/portfolios.queries.ts'
import { useSelectedPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import { PortfolioGate } from './-portfolio-gate.tsx'
import { useViewedPortfolios } from './-use-viewed-portfolios.ts'
import { WhatIfFrame } from './-what-if-frame.tsx'

interface OptionsSearch {
  ticker?: string | undefined
  expiry?: string | undefined
}

export const Route = createFileRoute('/options')({
  component: OptionsScreen,
  validateSearch: ({ ticker, expiry }: Record<string, unknown>): OptionsSearch => ({
    ticker: typeof ticker === 'string' ? toTicker(ticker) : undefined,
    expiry: typeof expiry === 'string' ? expiry : undefined,
  }),
})

const HINT = 'options-explainer'

/** Options Analysis. */
function OptionsScreen() {
  const { ticker = null, expiry = null } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const portfolios = useViewedPortfolios()
  const { selected, select } = useSelectedPortfolio(portfolios.data)
  const positions = useQuery({ ...positionsQuery(selected?.id ?? ''), enabled: selected !== undefined })
  const { preferences, update } = usePreferences()
  const dismissed = preferences?.dismissedHints
  // Stable, so that what they are given to is not drawn anew with each choice.
  const openTicker = useCallback(
    (next: string) => void navigate({ search: { ticker: next }, resetScroll: false }),
    [navigate],
  )
  const openExpiry = useCallback(
    (next: string) =>
      void navigate({ search: (before) => ({ ...before, expiry: next }), replace: true, resetScroll: false }),
    [navigate],
  )
  const hasNone = portfolios.data?.length === 0
  const failed =
    portfolios.error && !portfolios.data ? portfolios : positions.error && !positions.data ? positions : null
  return (
    <>
      <PageHead title="Options Analysis" subtitle="Near-term chains, implied volatility and unusual activity" />
      <Loading pending={portfolios.isPending} label="Loading Options Analysis" skeleton={<OptionsSkeleton />}>
        {() => (
          <WhatIfFrame viewed={selected}>
            {selected && (
              <AskEntry key={selected.id} screen="options" portfolioId={selected.id} ticker={ticker ?? undefined} />
            )}
            <OptionsPage
              ticker={ticker}
              expiry={expiry}
              onTickerChange={openTicker}
              onExpiryChange={openExpiry}
              portfolio={selected}
              selector={
                selected && (
                  <PortfolioSelector portfolios={portfolios.data ?? []} selectedId={selected.id} onSelect={select} />
                )
              }
              positions={positions.data}
              holdingsObstacle={
                failed ? (
                  <LoadFailure
                    title="Failed to load your positions"
                    fallback="The server could not be reached. The search still works."
                    query={failed}
                  />
                ) : hasNone ? (
                  <p className="text-body text-muted-foreground">
                    Upload a portfolio to list its tickers here. You can search for any other ticker.
                  </p>
                ) : undefined
              }
              firstRun={
                hasNone ? (
                  <PortfolioGate head={null} skeleton={null}>
                    {() => null}
                  </PortfolioGate>
                ) : undefined
              }
              // Until it is known what was dismissed, a hint that may have been is not shown.
              hintShown={dismissed?.includes(HINT) === false}
              onHintDismiss={() => dismissed && update({ dismissedHints: [...dismissed, HINT] })}
              columns={toChosenColumns(preferences?.columns[COLUMNS_PREFERENCE])}
              onColumnsChange={(columns) =>
                update({ columns: { ...preferences?.columns, [COLUMNS_PREFERENCE]: [...columns] } })
              }
            />
          </WhatIfFrame>
        )}
      </Loading>
    </>
  )
}
