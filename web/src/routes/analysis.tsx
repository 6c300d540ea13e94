// Tests: e2e/analysis.e2e.ts

import { ApiError, type Portfolio, toPortfolioId } from '@ballast/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Shield } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { ButtonLink } from '../components/ui/button-link.tsx'
import { Card } from '../components/ui/card.tsx'
import { Loaded } from '../components/ui/loaded.tsx'
import { usePreferences } from '../features/account/preferences.queries.ts'
import { AskEntry } from '../features/ask/ask-entry.tsx'
import { AnalysisPage } from '../features/correlation/analysis-page.tsx'
import { AnalysisSkeleton } from '../features/correlation/analysis-skeleton.tsx'
import { correlationQuery, lowerRiskQuery, NO_LIMITS } from '../features/correlation/correlation.queries.ts'
import { BenchmarkButton } from '../features/portfolios/benchmark-button.tsx'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { useSelectedPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import { isOwnPortfolio } from '../lib/is-own-portfolio.ts'
import { isWhatIf } from '../lib/is-what-if.ts'
import { PortfolioGate } from './-portfolio-gate.tsx'

// Many read the screen and never look at the proposals: the browser fetches them after everything else.
const LowerRiskCard = lazy(async () => ({
  default: (await import('../features/correlation/lower-risk-card.tsx')).LowerRiskCard,
}))

export const Route = createFileRoute('/analysis')({ component: AnalysisScreen })

/** Correlation & Risk Analysis. */
function AnalysisScreen() {
  return (
    <PortfolioGate head={<Head />} skeleton={<AnalysisSkeleton />}>
      {(portfolios) => <FilledAnalysis portfolios={portfolios} />}
    </PortfolioGate>
  )
}

function FilledAnalysis({ portfolios }: { portfolios: readonly [Portfolio, ...Portfolio[]] }) {
  const { selected = portfolios[0], select } = useSelectedPortfolio(portfolios)
  const analysis = useQuery(correlationQuery(selected.id))
  // It takes longest: the analysis above it is read meanwhile.
  usePrefetchQuery(lowerRiskQuery(selected.id, NO_LIMITS))
  const { preferences, update } = usePreferences()
  return (
    <>
      <Head actions={<PortfolioSelector portfolios={portfolios} selectedId={selected.id} onSelect={select} />} />
      <AskEntry key={selected.id} screen="analysis" portfolioId={selected.id} />
      <Loaded
        query={analysis}
        title={
          analysis.error instanceof ApiError
            ? 'Failed to load correlation analysis'
            : 'Failed to fetch correlation analysis'
        }
        fallback="The server could not be reached. Your positions are safe."
        label="Computing the analysis"
        skeleton={<AnalysisSkeleton />}
        frame={(failure) => <Card>{failure}</Card>}
      >
        {(data) => (
          <div key={toPortfolioId(selected.id)} className="grid min-w-0 gap-4">
            <AnalysisPage
              portfolioId={selected.id}
              analysis={data}
              comparedWith={<BenchmarkButton portfolio={selected} />}
              lookThrough={preferences?.sectorLookThrough ?? false}
              onLookThroughChange={(sectorLookThrough) => update({ sectorLookThrough })}
              renderBlockAction={renderHedgeLink}
              addPositions={
                isOwnPortfolio(selected) && !isWhatIf(selected.id) ? <AddPositions portfolioId={selected.id} /> : null
              }
            />
            {data.tickers.length >= 2 && (
              <Suspense>
                <LowerRiskCard portfolioId={selected.id} analysis={data} />
              </Suspense>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** To a hedge that leaves everything outside of the block as it is. */
function renderHedgeLink(tickers: readonly string[]): ReactNode {
  return (
    <ButtonLink size="sm" className="w-fit" to="/hedges" search={{ block: tickers.join(',') }}>
      <Shield aria-hidden="true" />
      Hedge this block
    </ButtonLink>
  )
}

function AddPositions({ portfolioId }: { portfolioId: string }) {
  return (
    <ButtonLink to="/portfolios/$portfolioId" params={{ portfolioId }}>
      Add positions
    </ButtonLink>
  )
}

function Head({ actions }: { actions?: ReactNode }) {
  return (
    <PageHead
      title="Correlation & Risk Analysis"
      subtitle="How your positions move together, and against the market"
      actions={actions}
    />
  )
}
