// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { memo, type ReactNode } from 'react'
import { FactsProvider } from '../../components/grounded-text.tsx'
import { Card, Folds } from '../../components/ui/card.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { BeforeAfterCard } from './before-after-card.tsx'
import { ConsideredCard } from './considered-card.tsx'
import { FrontierCard } from './frontier-card.tsx'
import { nameStrategy } from './hedge-view.ts'
import { LossMapCard } from './loss-map-card.tsx'
import { RiskCard } from './risk-card.tsx'
import { StrategyDeck } from './strategy-deck.tsx'
import { SummaryCard } from './summary-card.tsx'
import { Ticket, TicketCopy } from './ticket.tsx'
import { toCopiedTicket } from './ticket-text.ts'
import type { Choice } from './use-chosen-strategy.ts'
import { WhatIfCard } from './what-if-card.tsx'

interface HedgeResultProps {
  analysis: HedgeAnalysis
  running: boolean
  onRefresh: () => void
  choice: Choice
  /** Earlier analyses. */
  history: ReactNode
  /** Renders further actions for a ticket next to copying it. */
  ticketActions?: ((analysis: HedgeAnalysis, strategy: HedgeStrategy) => ReactNode) | undefined
  /** The ticket by account. */
  ticketSplit?: ((analysis: HedgeAnalysis, strategy: HedgeStrategy) => ReactNode) | undefined
}

/** A finished analysis: the answer, the strategies, the ticket of the chosen one; how it was found is folded. */
export const HedgeResult = memo(
  ({ analysis, running, onRefresh, choice, history, ticketActions, ticketSplit }: HedgeResultProps) => {
    const { strategy, choose, showTicket, ticket, isTicketOpen, setTicketOpen } = choice
    const isPhone = useIsPhone()
    return (
      <FactsProvider facts={analysis.facts} runId={analysis.analysisId}>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {!analysis.isCurrent && (
            <Notice>
              Your positions, or what your accounts may hold, have changed since. Refresh Analysis uses them as they are
              now.
            </Notice>
          )}
          {analysis.stale && (
            <Notice>The market data service did not answer. This analysis uses what was fetched earlier.</Notice>
          )}
          <SummaryCard analysis={analysis} running={running} onRefresh={onRefresh} onShowTicket={showTicket} />
          <StrategyDeck analysis={analysis} chosenId={strategy?.id} onChoose={choose} />
          {strategy && (
            <div className="grid min-w-0 gap-4 lg:grid-cols-2">
              <BeforeAfterCard analysis={analysis} strategy={strategy} />
              {!isPhone && (
                <div ref={ticket} tabIndex={-1} className="grid min-w-0 scroll-mt-20 rounded-card">
                  <Card
                    title="Ticket"
                    description={`${nameStrategy(analysis, strategy)}, ${strategy.type}`}
                    actions={
                      <>
                        {ticketActions?.(analysis, strategy)}
                        <TicketCopy ticket={toCopiedTicket(strategy)} fileDate={analysis.asOf.slice(0, 10)} />
                      </>
                    }
                  >
                    <Ticket analysis={analysis} strategy={strategy} split={ticketSplit?.(analysis, strategy)} />
                  </Card>
                </div>
              )}
            </div>
          )}
          <Folds title="Why, and how to check it">
            <RiskCard analysis={analysis} />
            {strategy && <LossMapCard analysis={analysis} strategy={strategy} />}
            {strategy && strategy.legs.length > 0 && (
              <WhatIfCard key={strategy.id} analysis={analysis} strategy={strategy} />
            )}
            <FrontierCard analysis={analysis} chosenId={strategy?.id} onChoose={choose} />
            <ConsideredCard considered={analysis.considered} />
            {history}
          </Folds>
        </div>
        {strategy && isPhone && (
          <Dialog
            open={isTicketOpen}
            onOpenChange={setTicketOpen}
            layout="sheet"
            title="Ticket"
            description={`${nameStrategy(analysis, strategy)}, ${strategy.type}`}
          >
            <div className="mb-4 flex flex-wrap justify-end gap-2">
              {ticketActions?.(analysis, strategy)}
              <TicketCopy ticket={toCopiedTicket(strategy)} fileDate={analysis.asOf.slice(0, 10)} />
            </div>
            <Ticket analysis={analysis} strategy={strategy} split={ticketSplit?.(analysis, strategy)} />
          </Dialog>
        )}
      </FactsProvider>
    )
  },
)
