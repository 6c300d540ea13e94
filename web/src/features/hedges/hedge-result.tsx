// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { type ReactNode, useRef, useState } from 'react'
import { FactsProvider } from '../../components/grounded-text.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { BeforeAfterCard } from './before-after-card.tsx'
import { ConsideredCard } from './considered-card.tsx'
import { FrontierCard } from './frontier-card.tsx'
import { nameStrategy, pickStrategy } from './hedge-view.ts'
import { LossMapCard } from './loss-map-card.tsx'
import { RiskCard } from './risk-card.tsx'
import { StrategyDeck } from './strategy-deck.tsx'
import { SummaryCard } from './summary-card.tsx'
import { Ticket, TicketCopy } from './ticket.tsx'
import { toCopiedTicket } from './ticket-text.ts'
import { WhatIfCard } from './what-if-card.tsx'

interface HedgeResultProps {
  analysis: HedgeAnalysis
  running: boolean
  onRefresh: () => void
  /** What can be done with a ticket besides copying it. */
  ticketActions?: ((analysis: HedgeAnalysis, strategy: HedgeStrategy) => ReactNode) | undefined
}

/** A finished analysis: the answer, the risk, the strategies, and everything about the chosen one. */
export function HedgeResult({ analysis, running, onRefresh, ticketActions }: HedgeResultProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [ticketOpen, setTicketOpen] = useState(false)
  const isPhone = useIsPhone()
  const strategy = pickStrategy(analysis, chosenId)
  const choose = (strategyId: string) => {
    setChosenId(strategyId)
    // There is no place beside the cards on a phone: the ticket comes from below.
    if (isPhone) setTicketOpen(true)
  }
  const ticket = useRef<HTMLDivElement>(null)
  const showTicket = (strategyId: string) => {
    choose(strategyId)
    ticket.current?.scrollIntoView({ block: 'start' })
    ticket.current?.focus({ preventScroll: true })
  }
  return (
    <FactsProvider facts={analysis.facts} runId={analysis.analysisId}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {!analysis.isCurrent && (
          <Notice>Your positions have changed since this analysis. Refresh Analysis uses them as they are now.</Notice>
        )}
        {analysis.stale && (
          <Notice>The market data service did not answer. This analysis uses what was fetched earlier.</Notice>
        )}
        <SummaryCard analysis={analysis} onShowTicket={showTicket} />
        <RiskCard analysis={analysis} running={running} onRefresh={onRefresh} />
        <StrategyDeck analysis={analysis} chosenId={strategy?.id} onChoose={choose} />
        {strategy && (
          <>
            <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
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
                    <Ticket analysis={analysis} strategy={strategy} />
                  </Card>
                </div>
              )}
            </div>
            <LossMapCard analysis={analysis} strategy={strategy} />
            {strategy.legs.length > 0 && <WhatIfCard key={strategy.id} analysis={analysis} strategy={strategy} />}
          </>
        )}
        <FrontierCard analysis={analysis} chosenId={strategy?.id} onChoose={choose} />
        <ConsideredCard considered={analysis.considered} />
      </div>
      {strategy && isPhone && (
        <Dialog
          open={ticketOpen}
          onOpenChange={setTicketOpen}
          layout="sheet"
          title="Ticket"
          description={`${nameStrategy(analysis, strategy)}, ${strategy.type}`}
        >
          <div className="mb-4 flex flex-wrap justify-end gap-2">
            {ticketActions?.(analysis, strategy)}
            <TicketCopy ticket={toCopiedTicket(strategy)} fileDate={analysis.asOf.slice(0, 10)} />
          </div>
          <Ticket analysis={analysis} strategy={strategy} />
        </Dialog>
      )}
    </FactsProvider>
  )
}
