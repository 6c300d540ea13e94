// Tests: protection-card.test.tsx, e2e/policies.e2e.ts

import type { Policy } from '@ballast/contract'
import { Badge } from '../../components/ui/badge.tsx'
import { STATES } from './policy-view.ts'

/** The state in a word; a closed policy has none. */
export function StateBadge({ policy }: { policy: Pick<Policy, 'status' | 'judgement'> }) {
  if (policy.status === 'closed') return <Badge tone="secondary">Closed</Badge>
  if (policy.judgement === null) return null
  const { name, tone } = STATES[policy.judgement.state]
  return <Badge tone={tone}>{name}</Badge>
}
