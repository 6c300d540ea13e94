import type { Overview, Position, Prices, ShareBasis } from '@ballast/contract'
import { Briefcase } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { EmptyState, ErrorState } from '../../components/ui/state-message.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { AllocationCard } from './allocation-card.tsx'
import { toAllocationView } from './allocation-view.ts'
import { BasisToggle } from './basis-toggle.tsx'
import { OverviewSkeleton, PerformanceSkeleton } from './overview-skeleton.tsx'
import { PerformanceCard } from './performance-card.tsx'
import { chooseRowBasis, isSettled, toPositionRows } from './position-rows.ts'
import { PositionsCard } from './positions-card.tsx'
import { SectorCard } from './sector-card.tsx'
import { toSectorView } from './sector-view.ts'
import { SummaryCards } from './summary-cards.tsx'
import { toSummaryView } from './summary-view.ts'

// Few hold a Treasury itself.
const TreasuriesCard = lazy(async () => ({ default: (await import('./treasuries-card.tsx')).TreasuriesCard }))

/** A request as a screen looks at it: what came, what failed, how to ask again. */
export interface Loadable<T> {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  /** When `data` came, in milliseconds since 1970. */
  dataUpdatedAt: number
  refetch: () => unknown
}

interface OverviewPageProps {
  portfolioId: string
  positions: Loadable<Position[]>
  prices: Loadable<Prices>
  overview: Loadable<Overview>
  refreshing: boolean
  onRefresh: () => void
  sectorBasis: ShareBasis
  onSectorBasisChange: (basis: ShareBasis) => void
  /** Shows the options of a ticker. */
  onOpenTicker: (ticker: string) => void
  /** True for a group whose portfolios were all deleted. */
  isEmptyGroup?: boolean
  /** Next step for a portfolio without positions. */
  emptyActions: ReactNode
  /** Lead to where the risk is taken apart, and to what limits it. */
  riskLinks?: ReactNode
  /** Says what the portfolio is compared with, and changes it. */
  comparedWith?: ReactNode
}

/** Page of what one portfolio holds, is worth and risks. */
export function OverviewPage(props: OverviewPageProps) {
  const { positions } = props
  return (
    <Loaded
      query={positions}
      title="Failed to load positions"
      fallback="The server could not be reached. Your positions are safe."
      label="Loading positions"
      skeleton={<OverviewSkeleton />}
      frame={(failure) => <Card>{failure}</Card>}
    >
      {(data) => <LoadedOverview {...props} held={data} />}
    </Loaded>
  )
}

function LoadedOverview(props: OverviewPageProps & { held: readonly Position[] }) {
  const { held, prices, overview, sectorBasis, portfolioId } = props
  const isPhone = useIsPhone()
  const rows = useMemo(
    () => toPositionRows(held, prices.data, prices.error ? 'provider-down' : 'pending'),
    [held, prices.data, prices.error],
  )
  const summary = useMemo(() => toSummaryView(rows), [rows])
  const standing = useMemo(() => rows.filter((row) => !isSettled(row)), [rows])
  const basis = useMemo(() => chooseRowBasis(sectorBasis, standing), [standing, sectorBasis])
  const allocation = useMemo(() => toAllocationView(standing, basis), [standing, basis])
  const sectors = useMemo(() => toSectorView(standing, basis), [standing, basis])

  const positionsCard = (
    <PositionsCard
      portfolioId={portfolioId}
      rows={rows}
      prices={prices.data && { answer: prices.data, answeredAt: prices.dataUpdatedAt }}
      refreshing={props.refreshing}
      onRefresh={props.onRefresh}
      onOpenTicker={props.onOpenTicker}
      notice={prices.error && !prices.data && <PricesFailed prices={prices} />}
    />
  )
  if (held.length === 0) {
    return (
      <div className="grid gap-4">
        <Card>
          <EmptyState
            icon={Briefcase}
            title={props.isEmptyGroup ? 'No portfolios are left in this group' : 'No positions found in this portfolio'}
            text={
              props.isEmptyGroup
                ? 'Its portfolios were deleted. Choose others, or delete the group.'
                : 'Add positions by hand or upload a file.'
            }
            actions={props.emptyActions}
          />
        </Card>
        {positionsCard}
      </div>
    )
  }
  const performance = (
    <PerformanceSection overview={overview} riskLinks={props.riskLinks} comparedWith={props.comparedWith} />
  )
  return (
    <div className="grid min-w-0 gap-4">
      {isPhone && performance}
      <SummaryCards summary={summary} />
      {!isPhone && performance}
      <div className="grid min-w-0 gap-4 lg:grid-cols-12">
        {allocation.entries.length > 0 && (
          <div className="min-w-0 lg:col-span-4">
            <AllocationCard
              allocation={allocation}
              basisToggle={<BasisToggle wanted={sectorBasis} basis={basis} onChange={props.onSectorBasisChange} />}
              asOf={overview.data?.asOf ?? null}
              simulated={prices.data?.simulated ?? false}
            />
          </div>
        )}
        <div className={allocation.entries.length > 0 ? 'min-w-0 lg:col-span-8' : 'min-w-0 lg:col-span-12'}>
          {positionsCard}
        </div>
      </div>
      {overview.data?.rates && (
        <Suspense>
          <TreasuriesCard rates={overview.data.rates} />
        </Suspense>
      )}
      <SectorCard view={sectors} wanted={sectorBasis} onBasisChange={props.onSectorBasisChange} />
    </div>
  )
}

function PerformanceSection({
  overview,
  riskLinks,
  comparedWith,
}: Pick<OverviewPageProps, 'overview' | 'riskLinks' | 'comparedWith'>) {
  return (
    <Loaded
      query={overview}
      title="Failed to load performance and risk"
      fallback="The server could not be reached. Your positions are safe."
      label="Loading the figures"
      skeleton={<PerformanceSkeleton />}
      frame={(failure) => <Card title="Performance and risk">{failure}</Card>}
    >
      {(data) => <PerformanceCard overview={data} riskLinks={riskLinks} comparedWith={comparedWith} />}
    </Loaded>
  )
}

function PricesFailed({ prices }: { prices: Loadable<Prices> }) {
  return (
    <div className="border-t">
      <ErrorState
        title="Failed to load prices"
        text={`${toUserMessage(prices.error, 'The market data service did not answer.')} Values below are at cost.`}
        retrying={prices.isFetching}
        onRetry={() => void prices.refetch()}
        className="py-5"
      />
    </div>
  )
}
