// Tests: e2e/ai-analysis.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '../components/ui/notice.tsx'
import { AiAnalysisHead, AiAnalysisPage } from '../features/ai-analysis/ai-analysis-page.tsx'
import { ResultSkeleton } from '../features/ai-analysis/comprehensive-card.tsx'
import { AskEntry } from '../features/ask/ask-entry.tsx'
import { InlineChain } from '../features/options/inline-chain.tsx'
import { PortfolioSelector } from '../features/portfolios/portfolio-selector.tsx'
import { findChosen, pickPortfolio } from '../features/portfolios/use-selected-portfolio.ts'
import { PerformanceCard } from '../features/track-record/performance-card.tsx'
import { useCurrentUser } from '../lib/current-user.ts'
import { readLastSelectedPortfolioId, rememberSelectedPortfolio } from '../lib/selected-portfolio.ts'
import { PortfolioGate } from './-portfolio-gate.tsx'

export const Route = createFileRoute('/ai-analysis')({ component: AiAnalysisScreen })

/** AI-Powered Analysis. */
function AiAnalysisScreen() {
  return (
    <PortfolioGate
      head={<AiAnalysisHead />}
      emptyNote={<Notice className="mb-4">Please select a portfolio to analyze. Upload one first.</Notice>}
      skeleton={<ResultSkeleton />}
    >
      {(portfolios) => <FilledAnalysis portfolios={portfolios} />}
    </PortfolioGate>
  )
}

function FilledAnalysis({ portfolios }: { portfolios: readonly [Portfolio, ...Portfolio[]] }) {
  const [chosenId, setChosenId] = useState<string | null>(
    () => pickPortfolio(portfolios, readLastSelectedPortfolioId())?.id ?? null,
  )
  const selected = findChosen(portfolios, chosenId)
  const { data: user } = useCurrentUser()
  const select = (id: string) => {
    setChosenId(id || null)
    rememberSelectedPortfolio(id || null)
  }
  return (
    <AiAnalysisPage
      key={selected?.id}
      portfolioId={selected?.id ?? null}
      user={user ?? undefined}
      selector={
        <PortfolioSelector
          portfolios={portfolios}
          selectedId={selected?.id ?? ''}
          onSelect={select}
          emptyLabel="No portfolio"
        />
      }
      ask={selected && <AskEntry screen="ai-analysis" portfolioId={selected.id} />}
      performance={<PerformanceCard />}
      renderChain={({ ticker, expiry }) => <InlineChain ticker={ticker} expiry={expiry} />}
    />
  )
}
