import { type LedgerEntry, PLANS } from '@ballast/contract'
import { LedgerTable } from '../../src/components/plans/ledger-table.tsx'
import { PlanCard } from '../../src/components/plans/plan-card.tsx'
import { RefusalCard } from '../../src/components/plans/refusal-cards.tsx'
import { TokenBadge } from '../../src/components/plans/token-badge.tsx'
import { Button } from '../../src/components/ui/button.tsx'
import { LISTED_USER } from '../figures.ts'
import type { Stories } from '../stories.ts'

const entry = { at: '2026-11-20T15:00:00Z', pool: 'monthly', feature: null, amountPaid: null } as const
const ENTRIES: readonly LedgerEntry[] = [
  { ...entry, sequence: 2, kind: 'use', tokens: -1, balanceAfter: 6, label: 'Hedge analysis' },
  { ...entry, sequence: 1, kind: 'monthly-grant', tokens: 7, balanceAfter: 7, label: 'Tokens of the month' },
]

export const stories: Stories = {
  Plans: () => (
    <div className="grid gap-4 md:grid-cols-2">
      <PlanCard plan={PLANS.free} headingLevel="h3" action={<Button className="w-full">Get Started Free</Button>} />
      <PlanCard
        plan={PLANS.pro}
        headingLevel="h3"
        action={
          <Button variant="primary" className="w-full">
            Start PRO Trial
          </Button>
        }
      />
    </div>
  ),
  'Tokens left': () => (
    <div className="flex gap-3">
      <TokenBadge user={LISTED_USER} suffix="left" />
      <TokenBadge user={{ ...LISTED_USER, discoveryTokens: 0 }} />
      <TokenBadge user={{ ...LISTED_USER, isAdmin: 1 }} />
    </div>
  ),
  'Needs PRO': () => <RefusalCard feature="hedge_analysis" refusal={{ kind: 'upgrade', message: undefined }} />,
  'No tokens left': () => (
    <RefusalCard feature="agentic_discovery" refusal={{ kind: 'purchase', message: undefined }} />
  ),
  Ledger: () => <LedgerTable label="Tokens" entries={ENTRIES} onMore={() => undefined} loadingMore={false} />,
  'Ledger, last page': () => (
    <LedgerTable label="Tokens, all of them" entries={ENTRIES} onMore={undefined} loadingMore={false} />
  ),
}
