// Tests: ai-analysis-page.test.tsx

import {
  DISCOVERY_SCAN,
  type Discovery,
  type DiscoveryRun,
  FEATURE_TERMS,
  type StreamStep,
  type User,
} from '@ballast/contract'
import { Radar, SearchX, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FactsProvider, Grounded } from '../../components/grounded-text.tsx'
import { TokenBadge } from '../../components/plans/token-badge.tsx'
import { StepStrip } from '../../components/step-strip.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf, formatInstant, formatTokens } from '../../lib/format.ts'
import { describeModelsPart } from '../../lib/model-note.ts'
import { DiscoveryDetails } from './discovery-details.tsx'
import { IdeaList } from './idea-card.tsx'
import { IdeaSheet } from './idea-sheet.tsx'
import type { Stored } from './load-run.ts'
import { describeEngine, measureProgress, toVerdict } from './run-view.ts'

interface DiscoveryCardProps {
  user: User | undefined
  /** Engine that would make a run, as far as it is known. */
  engine: string | undefined
  /** Without a portfolio there is nothing to relate anything to. */
  hasPortfolio: boolean
  run: { status: 'idle' | 'running' | 'done' | 'failed' | 'stopped'; steps: readonly StreamStep[] }
  stored: Stored<DiscoveryRun>
  /** Notice over the ideas when the last run gave none. */
  trouble: ReactNode
  onRun: () => void
  onStop: () => void
  renderChain: (idea: Discovery) => ReactNode
}

/** Options that are related to the portfolio by more than chance: the way to look for them, and those last found. */
export function DiscoveryCard(props: DiscoveryCardProps) {
  const { user, engine, hasPortfolio, run, stored, trouble, onRun, onStop, renderChain } = props
  const running = run.status === 'running'
  const paysTokens = user?.subscriptionTier === 'pro' && user.isAdmin !== 1
  const last = stored.value
  return (
    <section aria-labelledby="discovery-title" className="min-w-0 rounded-card border bg-card shadow-card">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 pt-4 pb-3 sm:px-5 sm:pt-[18px]">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <h2 id="discovery-title" className="text-title">
              Agentic Option Discovery
            </h2>
            <Badge tone="pro">PRO</Badge>
            {!running && last && (
              <span className="text-label text-muted-foreground">{formatInstant(last.createdAt)}</span>
            )}
            {!running && last && !last.isCurrent && <Badge tone="warning">Other positions</Badge>}
          </div>
          <p className="text-[13px] text-muted-foreground leading-[18px]">{describeScan(last, engine)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">
          {user && <TokenBadge user={user} suffix="left" />}
          {running ? (
            <Button key="stop" onClick={onStop} className="max-sm:grow">
              <Square aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button key="run" disabled={!hasPortfolio} onClick={onRun} className="max-sm:grow max-[349px]:px-1">
              <Radar aria-hidden="true" />
              Discover Opportunities
              {paysTokens && ` (${formatTokens(FEATURE_TERMS.agentic_discovery.tokenCost)})`}
            </Button>
          )}
        </div>
      </header>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4 sm:px-5 sm:pb-5">
        {(running || run.status === 'stopped' || (run.status === 'failed' && run.steps.length > 0)) && (
          <StepStrip
            label="Steps of the discovery"
            steps={run.steps}
            isRunning={running}
            percent={measureProgress(run.steps)}
            endNote={
              run.status === 'failed'
                ? 'The run failed at the step that is marked. A token that it had taken is given back.'
                : 'Stopped. Nothing of the run was kept, and a token that it had taken is given back.'
            }
          />
        )}
        {trouble}
        <Found stored={stored} running={running} isQuiet={Boolean(trouble)} renderChain={renderChain} />
      </div>
    </section>
  )
}

/** How much was really looked at, and who looked. */
function describeScan(run: DiscoveryRun | undefined, engine: string | undefined): string {
  if (!run) {
    const scope = `${DISCOVERY_SCAN.funds} funds and your ${DISCOVERY_SCAN.holdings} largest positions`
    return [scope, `${DISCOVERY_SCAN.days}-day correlation scan`, engine].filter(Boolean).join(' · ')
  }
  const { assets, universe, days } = run.scanned
  const looked = assets === universe ? `${assets} assets scanned` : `${assets} of ${universe} assets scanned`
  return [looked, `${days}-day correlation scan`, describeEngine(run), describeModelsPart(run)]
    .filter(Boolean)
    .join(' · ')
}

interface FoundProps {
  stored: Stored<DiscoveryRun>
  running: boolean
  /** Something else already says what is going on. */
  isQuiet: boolean
  renderChain: (idea: Discovery) => ReactNode
}

function Found({ stored, running, isQuiet, renderChain }: FoundProps) {
  if (stored.failed) {
    return (
      <LoadFailure
        title="Failed to load the last discovery"
        fallback="The server could not be reached. A new one can still be made."
        query={stored.failed}
      />
    )
  }
  if (stored.isAbsent) {
    if (running) return <PlaysSkeleton />
    if (isQuiet) return null
    return (
      <EmptyState
        icon={Radar}
        title="Find options that pay when your portfolio falls"
        text="We look for options that gain when your portfolio loses, or that are cheap compared with their own past. If we find none, it is free."
      />
    )
  }
  return (
    <Loading pending={!stored.value} label="Loading the last discovery" skeleton={<PlaysSkeleton />}>
      {() =>
        stored.value && (
          <div
            aria-busy={running || undefined}
            className={cn('min-w-0 transition-opacity duration-180', running && 'opacity-50')}
          >
            <DiscoveryResult key={stored.value.runId} run={stored.value} renderChain={renderChain} />
          </div>
        )
      }
    </Loading>
  )
}

/** A row of the widest screen. */
const SHOWN_IDEAS = 3

function DiscoveryResult({ run, renderChain }: { run: DiscoveryRun; renderChain: (idea: Discovery) => ReactNode }) {
  const [expandedId, setExpandedId] = useState<string | null>(null)
  const [analyzed, setAnalyzed] = useState<Discovery | null>(null)
  const list = {
    expandedId,
    onToggle: (id: string) => setExpandedId(id === expandedId ? null : id),
    onAnalyze: setAnalyzed,
    renderChain,
  }
  const shown = run.discoveries.slice(0, SHOWN_IDEAS)
  const others = run.discoveries.slice(SHOWN_IDEAS)
  return (
    <FactsProvider facts={run.facts} runId={run.runId}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {!run.isCurrent && (
          <Notice>Your positions have changed since this discovery. A new one uses them as they are now.</Notice>
        )}
        {run.stale && (
          <Notice>The market data service did not answer in full. This discovery uses what was fetched earlier.</Notice>
        )}
        {!run.charged && !run.isAdmin && run.engine.fallbackReason && run.discoveries.length > 0 && (
          <Notice>The configured model failed and the built-in engine answered, so the token was given back.</Notice>
        )}
        {run.discoveries.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title="No opportunities found"
            text={<Grounded text={run.summaryParts} />}
            className="py-6 [&>p:last-child]:max-w-[80ch]"
          />
        ) : (
          <p className="text-balance font-semibold text-[16px] leading-6 tracking-[-0.01em]">{toVerdict(run)}</p>
        )}
        {shown.length > 0 && <IdeaList {...list} ideas={shown} />}
        {others.length > 0 && (
          <Disclosure
            summary={`${countOf(others.length, 'more idea')}: ${others.map(({ ticker }) => ticker).join(', ')}`}
          >
            <IdeaList {...list} ideas={others} />
          </Disclosure>
        )}
        <DiscoveryDetails run={run} />
      </div>
      {analyzed && <IdeaSheet run={run} idea={analyzed} onClose={() => setAnalyzed(null)} />}
    </FactsProvider>
  )
}

export function PlaysSkeleton() {
  return (
    <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      <Skeleton className="h-[300px] rounded-tile" />
      <Skeleton className="h-[300px] rounded-tile max-md:hidden" />
      <Skeleton className="h-[300px] rounded-tile max-xl:hidden" />
    </div>
  )
}
