// Tests: protection-card.test.tsx

import { Notice } from '../../components/ui/notice.tsx'
import { useAdoptLots } from './policies.queries.ts'

/** Asks if imported contracts are those of a policy, which are in the portfolio already. */
export function AdoptNotice({ policyId }: { policyId: string }) {
  const adopt = useAdoptLots(policyId)
  return (
    <Notice>
      <p>
        An import brought the same contracts that Ballast had added. Checks count them once, other screens twice. Are
        they this hedge?{' '}
        <button
          type="button"
          className="font-medium text-primary touch-target hover:underline"
          disabled={adopt.isPending}
          onClick={() => adopt.mutate(undefined)}
        >
          Yes, count them once
        </button>
      </p>
    </Notice>
  )
}
