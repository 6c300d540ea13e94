import {
  type AiRunEntry,
  type ComprehensiveAnalysis,
  type Discovery,
  type MeteredFeature,
  runAgenticDiscovery,
  runComprehensiveAnalysis,
  type User,
} from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RefusalCard } from '../../components/plans/refusal-cards.tsx'
import { PageHead } from '../../components/shell/page-head.tsx'
import { Folds } from '../../components/ui/card.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { showError } from '../../components/ui/toast.tsx'
import { cn } from '../../lib/class-names.ts'
import { toPlanRefusal } from '../../lib/plan-refusal.ts'
import { usePaidRun } from '../../lib/refused-run.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useSteadyPending } from '../../lib/use-steady-pending.ts'
import { engineQuery, runsQuery, useComprehensiveRun, useDiscoveryRun } from './ai-analysis.queries.ts'
import { ComprehensiveCard } from './comprehensive-card.tsx'
import { ContextBadges } from './context-badges.tsx'
import { DiscoveryCard } from './discovery-card.tsx'
import { type Stored, useStoredRun } from './load-run.ts'
import { RunHistoryCard } from './run-history-card.tsx'
import { useRoomWhileFilling } from './use-room-while-filling.ts'

interface AiAnalysisPageProps {
  /** A page is of one portfolio: another one gets a page of its own, which begins without a result. Null for none. */
  portfolioId: string | null
  user: User | undefined
  selector: ReactNode
  /** The field on which one asks. */
  ask?: ReactNode
  /** The Historical Performance card. */
  performance: ReactNode
  /** The chain of an idea's ticker at its expiry. */
  renderChain: (idea: Discovery) => ReactNode
}

/** The whole portfolio read once, and what the market offers against it. */
export function AiAnalysisPage({ portfolioId, ...props }: AiAnalysisPageProps) {
  const engine = useQuery(engineQuery).data?.ai.engine
  return portfolioId === null ? (
    <PageOfNone {...props} engine={engine} />
  ) : (
    <PageOfOne {...props} engine={engine} portfolioId={portfolioId} />
  )
}

type PageProps = Omit<AiAnalysisPageProps, 'portfolioId'> & { engine: string | undefined }

const NONE_STORED: Stored<never> = { value: undefined, isAbsent: true, failed: null }
const IDLE = { status: 'idle', steps: [] } as const

function PageOfNone({ user, engine, selector, performance, renderChain }: PageProps) {
  const requirePortfolio = () =>
    showError({ title: 'Portfolio Required', description: 'Please select a portfolio to analyze' })
  return (
    <>
      <AiAnalysisHead />
      <Layout
        comprehensive={{
          stored: NONE_STORED,
          card: (
            <ComprehensiveCard
              selector={selector}
              run={IDLE}
              stored={NONE_STORED}
              trouble={null}
              onRun={requirePortfolio}
              onStop={doNothing}
            />
          ),
        }}
        discovery={{
          stored: NONE_STORED,
          card: (
            <DiscoveryCard
              user={user}
              engine={engine}
              hasPortfolio={false}
              run={IDLE}
              stored={NONE_STORED}
              trouble={null}
              onRun={requirePortfolio}
              onStop={doNothing}
              renderChain={renderChain}
            />
          ),
        }}
        performance={performance}
      />
    </>
  )
}

const doNothing = () => undefined

function PageOfOne({ portfolioId, ...props }: PageProps & { portfolioId: string }) {
  const { user, engine, selector, ask, performance, renderChain } = props
  const [opened, setOpened] = useState<Partial<Record<AiRunEntry['kind'], string>>>({})
  const list = useQuery(runsQuery(portfolioId))
  const comprehensive = useStoredRun('comprehensive', portfolioId, list, opened.comprehensive ?? null)
  const discovery = useStoredRun('discovery', portfolioId, list, opened.discovery ?? null)
  const analysisRun = useComprehensiveRun(portfolioId)
  const discoveryRun = useDiscoveryRun(portfolioId)
  const [filling, setFilling] = useState({ comprehensive: false, discovery: false })
  const analyze = async () => {
    setFilling((before) => ({ ...before, comprehensive: true }))
    const { result, error } = await analysisRun.start()
    setFilling((before) => ({ ...before, comprehensive: false }))
    if (result) setOpened((before) => ({ ...before, comprehensive: result.analysisId }))
    else if (error !== undefined) tellFailure(error, 'Analysis Failed', 'Failed to analyze portfolio')
  }
  const discover = async () => {
    setFilling((before) => ({ ...before, discovery: true }))
    const { result, error } = await discoveryRun.start()
    setFilling((before) => ({ ...before, discovery: false }))
    if (result) setOpened((before) => ({ ...before, discovery: result.runId }))
    else if (error !== undefined) tellFailure(error, 'Discovery Failed', 'Failed to discover opportunities')
  }
  const isMine = ({ body }: { body: { portfolioId: string } }) => body.portfolioId === portfolioId
  usePaidRun(runComprehensiveAnalysis, isMine, () => void analyze())
  usePaidRun(runAgenticDiscovery, isMine, () => void discover())
  return (
    <>
      <AiAnalysisHead analysis={comprehensive.value} />
      {ask}
      <Layout
        comprehensive={{
          stored: comprehensive,
          isFilling: filling.comprehensive,
          card: (
            <ComprehensiveCard
              selector={selector}
              run={analysisRun}
              stored={comprehensive}
              trouble={toTrouble('comprehensive_analysis', analysisRun.error, 'Failed to analyze portfolio')}
              onRun={() => void analyze()}
              onStop={analysisRun.stop}
            />
          ),
        }}
        discovery={{
          stored: discovery,
          isFilling: filling.discovery,
          card: (
            <DiscoveryCard
              user={user}
              engine={engine}
              hasPortfolio
              run={discoveryRun}
              stored={discovery}
              trouble={toTrouble('agentic_discovery', discoveryRun.error, 'Failed to discover opportunities')}
              onRun={() => void discover()}
              onStop={discoveryRun.stop}
              renderChain={renderChain}
            />
          ),
        }}
        performance={performance}
        history={
          <RunHistoryCard
            portfolioId={portfolioId}
            entries={list.data ?? []}
            shown={{ comprehensive: comprehensive.value, discovery: discovery.value }}
            onOpen={({ id, kind }) => setOpened((before) => ({ ...before, [kind]: id }))}
          />
        }
      />
    </>
  )
}

/** A failure that no plan would mend is told by a toast; where it happened it stands as long as it is true. */
function tellFailure(error: unknown, title: string, fallback: string): void {
  if (!toPlanRefusal(error)) showError({ title, description: toUserMessage(error, fallback) })
}

/** Returns the notice over the result after a run that gave none; null when nothing went wrong. */
function toTrouble(feature: MeteredFeature, error: unknown, fallback: string): ReactNode {
  if (error === undefined) return null
  const refusal = toPlanRefusal(error)
  if (refusal) return <RefusalCard feature={feature} refusal={refusal} bare />
  return <Notice>{toUserMessage(error, fallback)}</Notice>
}

interface Part {
  card: ReactNode
  stored: Stored<unknown>
  /** True from the beginning of a run until what it found is shown. */
  isFilling?: boolean
}

interface LayoutProps {
  comprehensive: Part
  discovery: Part
  performance: ReactNode
  history?: ReactNode
}

function Layout({ comprehensive, discovery, performance, history }: LayoutProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <p role="note" className="flex items-start gap-3 rounded-card border bg-muted/40 px-4 py-3 text-body sm:px-5">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span>
          <b className="font-semibold">For information only.</b>{' '}
          <span className="text-muted-foreground">
            Every figure is computed and links to its data. A model only chooses which sentences you see. Markets may
            not behave as in the past. Not investment advice.
          </span>
        </span>
      </p>
      <Filling {...comprehensive}>
        <Filling {...discovery}>
          {performance}
          {history && <Folds>{history}</Folds>}
        </Filling>
      </Filling>
    </div>
  )
}

/** A card that fills while one looks, and what follows it, which must not move in sight when it does. */
function Filling({ card, stored, isFilling = false, children }: Part & { children: ReactNode }) {
  const isUnknown = stored.value === undefined && !stored.isAbsent && !stored.failed
  // The card's skeleton stays a moment after the answer is there, and is of another height.
  const isSkeleton = useSteadyPending(isUnknown) || isUnknown
  const { follower, room } = useRoomWhileFilling(isFilling)
  return (
    <>
      <div className={cn('min-w-0', room === 'kept' && 'min-h-dvh')}>{card}</div>
      <div
        ref={follower}
        className={cn(
          'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4',
          isSkeleton && 'hidden',
          room === 'given-up' && 'invisible',
        )}
      >
        {children}
      </div>
    </>
  )
}

/** The head of the screen, with what the shown analysis draws on. */
export function AiAnalysisHead({ analysis }: { analysis?: ComprehensiveAnalysis | undefined }) {
  return (
    <PageHead
      title="AI-Powered Analysis"
      subtitle="One reading of your positions, correlations, options and backtests"
      actions={<ContextBadges analysis={analysis} />}
    />
  )
}
