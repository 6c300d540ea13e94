// Tests: ai-analysis-page.test.tsx

import type { ComprehensiveAnalysis, StreamStep } from '@ballast/contract'
import { Check, Sparkles, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { OverResult } from '../../components/over-result.tsx'
import { StepStrip } from '../../components/step-strip.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatInstant } from '../../lib/format.ts'
import { ComprehensiveResult } from './comprehensive-result.tsx'
import type { Stored } from './load-run.ts'
import { describeDuration, measureProgress, settleSteps } from './run-view.ts'

interface ComprehensiveCardProps {
  selector: ReactNode
  run: { status: 'idle' | 'running' | 'done' | 'failed' | 'stopped'; steps: readonly StreamStep[] }
  stored: Stored<ComprehensiveAnalysis>
  /** Notice over the result when the last run gave none: the way to PRO, or what went wrong. */
  trouble: ReactNode
  onRun: () => void
  onStop: () => void
}

/** One recommendation for the whole portfolio: the way to ask for it, its steps, and the last one. */
export function ComprehensiveCard({ selector, run, stored, trouble, onRun, onStop }: ComprehensiveCardProps) {
  const running = run.status === 'running'
  const analysis = stored.value
  const shownSteps = <Steps status={run.status} steps={run.steps} />
  const duration = run.status === 'done' ? describeDuration(run.steps) : null
  return (
    <section aria-labelledby="comprehensive-title" className="min-w-0 rounded-card border bg-card shadow-card">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h2 id="comprehensive-title" className="text-title">
            Comprehensive analysis
          </h2>
          {duration && (
            <Badge tone="gain">
              <Check aria-hidden="true" />
              Done in {duration}
            </Badge>
          )}
          {!running && analysis && (
            <span className="text-label text-muted-foreground">{formatInstant(analysis.createdAt)}</span>
          )}
          {!running && analysis && !analysis.isCurrent && <Badge tone="warning">Other positions</Badge>}
        </div>
        <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">
          {selector}
          {running ? (
            <Button key="stop" onClick={onStop} className="max-sm:w-full">
              <Square aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button key="run" variant="primary" onClick={onRun} className="max-sm:w-full">
              <Sparkles aria-hidden="true" />
              Run AI Analysis
            </Button>
          )}
        </div>
      </header>
      {!(running && analysis) && shownSteps}
      {trouble && <div className="p-4 sm:px-5">{trouble}</div>}
      <OverResult isShown={running && analysis !== undefined} steps={shownSteps}>
        <Result
          stored={stored}
          running={running}
          steps={run.status === 'done' ? settleSteps(run.steps) : []}
          isQuiet={running || Boolean(trouble)}
        />
      </OverResult>
    </section>
  )
}

const END_NOTES = {
  stopped: 'Stopped. Nothing of the run was kept.',
  failed: 'The run failed at the step that is marked. Nothing of it was kept.',
} as const

function Steps({ status, steps }: ComprehensiveCardProps['run']) {
  if (status === 'idle' || status === 'done' || (status === 'failed' && steps.length === 0)) return null
  return (
    <div className="border-b px-4 py-4 sm:px-5">
      <StepStrip
        label="Steps of the analysis"
        steps={steps}
        isRunning={status === 'running'}
        percent={measureProgress(steps)}
        endNote={END_NOTES[status === 'failed' ? 'failed' : 'stopped']}
      />
    </div>
  )
}

interface ResultProps {
  stored: Stored<ComprehensiveAnalysis>
  running: boolean
  steps: readonly StreamStep[]
  isQuiet: boolean
}

function Result({ stored, running, steps, isQuiet }: ResultProps) {
  if (stored.failed) {
    return (
      <LoadFailure
        title="Failed to load the last analysis"
        fallback="The server could not be reached. A new analysis can still be made."
        query={stored.failed}
      />
    )
  }
  if (stored.isAbsent) {
    if (isQuiet) return null
    return (
      <EmptyState
        icon={Sparkles}
        title="One reading of the whole portfolio"
        text="Run AI Analysis looks at your whole portfolio. It answers with one recommendation, the reasons for it, and what to do."
      />
    )
  }
  return (
    <Loading pending={!stored.value} label="Loading the last analysis" skeleton={<ResultSkeleton />}>
      {() =>
        stored.value && (
          <div
            aria-busy={running || undefined}
            className={cn('min-w-0 transition-opacity duration-180', running && 'opacity-50')}
          >
            <ComprehensiveResult key={stored.value.analysisId} analysis={stored.value} steps={steps} />
          </div>
        )
      }
    </Loading>
  )
}

/** Blocks in the geometry of a result. */
export function ResultSkeleton() {
  return (
    <div className="grid content-start gap-5 px-6 py-5">
      <Skeleton className="h-14 max-w-[560px]" />
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-5" />
      ))}
      <div className="grid gap-3 md:grid-cols-3">
        <Skeleton className="h-[190px] rounded-tile" />
        <Skeleton className="h-[190px] rounded-tile" />
        <Skeleton className="h-[190px] rounded-tile max-md:hidden" />
      </div>
    </div>
  )
}
