// Tests: e2e/manage.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ImportsCard } from './imports-card.tsx'
import { importsQuery } from './portfolio-changes.queries.ts'
import { DeleteCard, ExportCard, RenameCard } from './portfolio-settings.tsx'
import { positionsQuery } from './portfolios.queries.ts'
import { PositionsEditor } from './positions-editor.tsx'

interface ManagePageProps {
  portfolio: Portfolio
  /** Splits to decide on, above everything else. */
  splitNotices: ReactNode
  /** Splits that were adjusted for. */
  splitsCard: ReactNode
  /** The way to a report. */
  reportCard: ReactNode
  /** Card of who may read it. */
  sharingCard: ReactNode
  /** Card of what each account may hold. */
  accountsCard: ReactNode
  /** The way to the groups. */
  groupsLink: ReactNode
  onDeleted: () => void
}

/** Everything that can be changed about one portfolio. */
export function ManagePage({
  portfolio,
  splitNotices,
  splitsCard,
  accountsCard,
  sharingCard,
  reportCard,
  groupsLink,
  onDeleted,
}: ManagePageProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-12">
      <div className="grid min-w-0 gap-4 lg:col-span-8">
        {splitNotices}
        <PositionsSection portfolioId={portfolio.id} />
      </div>
      <div className="grid min-w-0 gap-4 lg:col-span-4">
        <RenameCard portfolio={portfolio} groupsLink={groupsLink} />
        <ImportsSection portfolioId={portfolio.id} onPortfolioDeleted={onDeleted} />
        {accountsCard}
        {splitsCard}
        {reportCard}
        {sharingCard}
        <ExportCard portfolioId={portfolio.id} />
        <DeleteCard portfolio={portfolio} onDeleted={onDeleted} />
      </div>
    </div>
  )
}

function PositionsSection({ portfolioId }: { portfolioId: string }) {
  const positions = useQuery(positionsQuery(portfolioId))
  return (
    <Loaded
      query={positions}
      title="Failed to load positions"
      fallback="The server could not be reached. Your positions are safe."
      label="Loading positions"
      skeleton={<CardSkeleton title="Positions" />}
      frame={(failure) => <Card title="Positions">{failure}</Card>}
    >
      {(data) => <PositionsEditor portfolioId={portfolioId} positions={data} />}
    </Loaded>
  )
}

function ImportsSection(props: { portfolioId: string; onPortfolioDeleted: () => void }) {
  const imports = useQuery(importsQuery(props.portfolioId))
  return (
    <Loaded
      query={imports}
      title="Failed to load imports"
      label="Loading imports"
      skeleton={<CardSkeleton title="Imports" />}
      frame={(failure) => <Card title="Imports">{failure}</Card>}
    >
      {(data) => <ImportsCard {...props} imports={data} />}
    </Loaded>
  )
}

function CardSkeleton({ title }: { title: string }) {
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-2/3" />
      </div>
    </Card>
  )
}
