// Tests: e2e/groups.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { countOf } from '../../lib/format.ts'
import { isOwnPortfolio } from '../../lib/is-own-portfolio.ts'
import { GroupForm } from './group-form.tsx'

interface GroupsPageProps {
  /** Portfolios and groups, as they are listed. */
  portfolios: readonly Portfolio[]
  /** The way to a first portfolio. */
  uploadLink: ReactNode
}

/** Every group with its portfolios, and a form for a new one. */
export function GroupsPage({ portfolios, uploadLink }: GroupsPageProps) {
  const own = portfolios.filter(isOwnPortfolio)
  const groups = portfolios.filter(({ isGroup }) => isGroup)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-12">
      <div className="grid min-w-0 gap-4 lg:col-span-7">
        {groups.length === 0 && (
          <Card>
            <EmptyState
              icon={Layers}
              title="No groups yet"
              text="Name some of your portfolios together, such as Retirement. Every screen can then show them as one."
            />
          </Card>
        )}
        {groups.map((group) => (
          <Card key={group.id} title={group.name} description={describeGroup(group)}>
            <GroupForm group={group} portfolios={own} />
          </Card>
        ))}
      </div>
      <div className="min-w-0 lg:col-span-5">
        <Card title="New Group">
          {own.length === 0 ? (
            <EmptyState
              icon={Layers}
              title="No portfolios yet"
              text="Upload a portfolio. Then you can put it into a group."
              actions={uploadLink}
            />
          ) : (
            <GroupForm portfolios={own} />
          )}
        </Card>
      </div>
    </div>
  )
}

function describeGroup({ memberIds = [], positionCount }: Portfolio): string {
  if (memberIds.length === 0) return 'No portfolios are left in this group. Choose some, or delete it.'
  return `${countOf(memberIds.length, 'portfolio')}, ${countOf(positionCount, 'position')}`
}
