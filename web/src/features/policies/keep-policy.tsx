// Tests: e2e/policies.e2e.ts

import type { HedgeAnalysis, HedgeStrategy, PolicyProposal } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { formatDate } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { PlacedDialog } from './placed-dialog.tsx'
import { proposalsQuery, useCreatePolicy } from './policies.queries.ts'
import { fromProposal, fromTicket, type PlacedForm } from './policy-view.ts'

interface KeepDialogProps {
  portfolioId: string
  initial: PlacedForm
  /** True where the portfolio does not hold the options yet. */
  addPositions: boolean
  places?: readonly { id: string; name: string }[] | undefined
  origin: { analysisId: string | null; strategyId: string | null }
  onClose: () => void
  onKept: (policyId: string) => void
}

/** Asks what was filled, and keeps it as a policy. */
export function KeepDialog({ portfolioId, initial, addPositions, places, origin, onClose, onKept }: KeepDialogProps) {
  const create = useCreatePolicy(portfolioId)
  const [positionsIn, setPositionsIn] = useState(places?.[0]?.id)
  return (
    <PlacedDialog
      title="I placed this hedge"
      description={
        addPositions
          ? 'Enter what your broker filled. Ballast adds the options to your portfolio and checks the hedge after every close.'
          : 'Your portfolio holds these options already. Ballast checks the hedge after every close.'
      }
      initial={initial}
      saving={create.isPending}
      problem={create.error ? toUserMessage(create.error, 'The policy could not be saved') : undefined}
      onSave={(terms) => {
        create.mutate(
          { ...terms, ...origin, addPositions, ...(positionsIn !== undefined && { positionsIn }) },
          { onSuccess: ({ id }) => onKept(id) },
        )
      }}
      onClose={onClose}
    >
      {places && (
        <Field label="Add the options to">
          <Select value={positionsIn} onChange={({ target }) => setPositionsIn(target.value)}>
            <Options of={places.map(({ id, name }) => [id, name])} />
          </Select>
        </Field>
      )}
    </PlacedDialog>
  )
}

/** A ticket of an analysis. */
export interface FoundTicket {
  analysis: HedgeAnalysis
  strategy: HedgeStrategy
}

/** Under a ticket: says that it was placed, which makes it a policy. */
export function KeepTicket({ ticket, onPlaced }: { ticket: FoundTicket; onPlaced: (ticket: FoundTicket) => void }) {
  const { legs, family } = ticket.strategy
  // What only closes options leaves nothing to watch.
  if (legs.length === 0 || family === 'close-options' || ticket.analysis.request.crisisId !== null) return null
  return (
    <Button size="sm" onClick={() => onPlaced(ticket)}>
      <ShieldCheck aria-hidden="true" />I placed this
    </Button>
  )
}

interface KeepTicketDialogProps {
  ticket: FoundTicket
  /** Where its options can be added, if the analysis is one of all portfolios as one. */
  places?: readonly { id: string; name: string }[]
  onClose: () => void
  onKept: (policyId: string) => void
}

/** Asks what of a ticket was filled. It stands beside the ticket, which moves when the window gets narrow. */
export function KeepTicketDialog({ ticket: { analysis, strategy }, ...props }: KeepTicketDialogProps) {
  return (
    <KeepDialog
      portfolioId={analysis.portfolioId}
      initial={fromTicket(analysis, strategy)}
      addPositions
      origin={{ analysisId: analysis.analysisId, strategyId: strategy.id }}
      {...props}
    />
  )
}

/** Options that are held and look like an earlier ticket: "Is this the hedge of Nov 20, 2026?" */
export function PolicyProposals({ portfolioId, onKept }: { portfolioId: string; onKept: (policyId: string) => void }) {
  const proposals = useQuery(proposalsQuery(portfolioId))
  const [chosen, setChosen] = useState<PolicyProposal | null>(null)
  return (
    <>
      {proposals.data?.map((proposal) => (
        <Notice key={`${proposal.analysisId} ${proposal.strategyId}`}>
          <p>
            Is this the hedge of {formatDate(proposal.madeAt.slice(0, 10))}? Your portfolio holds {proposal.instrument}.{' '}
            <button
              type="button"
              className="font-medium text-primary touch-target hover:underline"
              onClick={() => setChosen(proposal)}
            >
              Watch it as a policy
            </button>
          </p>
        </Notice>
      ))}
      {chosen && (
        <KeepDialog
          portfolioId={portfolioId}
          initial={fromProposal(chosen)}
          addPositions={false}
          origin={{ analysisId: chosen.analysisId, strategyId: chosen.strategyId }}
          onClose={() => setChosen(null)}
          onKept={onKept}
        />
      )}
    </>
  )
}
