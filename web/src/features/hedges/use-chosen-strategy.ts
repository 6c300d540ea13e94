// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { pickStrategy } from './hedge-view.ts'

/** Which strategy of an analysis is looked at, and its ticket. */
export interface Choice {
  strategy: HedgeStrategy | undefined
  choose: (strategyId: string) => void
  /** Chooses and goes to the ticket. */
  showTicket: (strategyId: string) => void
  ticket: RefObject<HTMLDivElement | null>
  isTicketOpen: boolean
  setTicketOpen: (open: boolean) => void
}

/** The chosen strategy; another analysis begins with what it recommends. */
export function useChosenStrategy(analysis: HedgeAnalysis | undefined): Choice {
  const [chosen, setChosen] = useState<{ analysisId: string; strategyId: string } | null>(null)
  const [isTicketOpen, setTicketOpen] = useState(false)
  const ticket = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  return useMemo(() => {
    const choose = (strategyId: string) => {
      if (analysis) setChosen({ analysisId: analysis.analysisId, strategyId })
      // There is no place beside the cards on a phone: the ticket comes from below.
      if (isPhone) setTicketOpen(true)
    }
    const showTicket = (strategyId: string) => {
      choose(strategyId)
      ticket.current?.scrollIntoView({ block: 'start' })
      ticket.current?.focus({ preventScroll: true })
    }
    const chosenId = chosen?.analysisId === analysis?.analysisId ? (chosen?.strategyId ?? null) : null
    const strategy = analysis && pickStrategy(analysis, chosenId)
    return { strategy, choose, showTicket, ticket, isTicketOpen, setTicketOpen }
  }, [analysis, chosen, isTicketOpen, isPhone])
}
