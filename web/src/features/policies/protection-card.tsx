import type { Policy } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { formatShortDate } from '../../lib/format.ts'
import { AdoptNotice } from './adopt-notice.tsx'
import { CoverCard } from './cover-card.tsx'
import { policiesQuery, policyQuery } from './policies.queries.ts'
import { describeStand } from './policy-view.ts'
import { StateBadge } from './state-badge.tsx'

interface ProtectionCardProps {
  /** The portfolio, or those that a book stands for. */
  portfolioIds: readonly string[]
  /** Leads to the page of a policy. */
  renderPolicyLink: (policyId: string) => ReactNode
}

/** Where the owner stands with the hedges of a portfolio: a sentence, and the cover over time. */
export function ProtectionCard({ portfolioIds, renderPolicyLink }: ProtectionCardProps) {
  const policies = useQuery(policiesQuery)
  const open = policies.data?.filter((policy) => policy.status === 'open' && portfolioIds.includes(policy.portfolioId))
  const [chosenId, setChosenId] = useState<string | undefined>(undefined)
  const chosen = open?.find(({ id }) => id === chosenId) ?? open?.[0]
  if (policies.error && open === undefined) {
    return (
      <Card title="Protection">
        <LoadFailure
          title="Failed to load policies"
          fallback="The server could not be reached. Your policies are safe."
          query={policies}
        />
      </Card>
    )
  }
  return (
    <Loading pending={open === undefined} label="Loading your protection" skeleton={<ProtectionSkeleton />}>
      {() =>
        chosen && (
          <OneProtection
            policy={chosen}
            link={renderPolicyLink(chosen.id)}
            choice={
              open !== undefined &&
              open.length > 1 && (
                <ToggleGroup
                  label="Policy"
                  value={chosen.id}
                  onValueChange={setChosenId}
                  options={open.map(({ id, endsOn, legs }) => ({
                    value: id,
                    label: `${legs[0]?.underlying.replace(/^\^/, '') ?? ''} ${formatShortDate(endsOn)}`,
                  }))}
                />
              )
            }
          />
        )
      }
    </Loading>
  )
}

export function ProtectionSkeleton() {
  return <Skeleton className="h-[332px] rounded-card max-sm:h-[420px]" />
}

function OneProtection({ policy, link, choice }: { policy: Policy; link: ReactNode; choice: ReactNode }) {
  const found = useQuery(policyQuery(policy.id))
  const advice = policy.judgement?.advice
  return (
    <CoverCard
      policy={policy}
      history={found.data?.history ?? []}
      title={describeStand(policy)}
      description={`${policy.portfolioName}: ${policy.name}`}
      actions={<StateBadge policy={policy} />}
    >
      {policy.importedAgain && <AdoptNotice policyId={policy.id} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[13px]">
        <p>
          {advice && `${advice} `}
          {link}
        </p>
        {choice}
      </div>
    </CoverCard>
  )
}
