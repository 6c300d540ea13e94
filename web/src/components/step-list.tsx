import type { StreamStep } from '@ballast/contract'
import { Check, X } from 'lucide-react'
import { cn } from '../lib/class-names.ts'
import { formatNumber } from '../lib/format.ts'
import { Spinner } from './ui/spinner.tsx'

interface StepListProps {
  /** Names the list: "Steps of the analysis". */
  label: string
  steps: readonly StreamStep[]
  /** False once the work was stopped: what ran then is not running any more. */
  isRunning: boolean
}

/** The steps of long work as the server reports them: done with its seconds, running with its count, waiting. */
export function StepList({ label, steps, isRunning }: StepListProps) {
  return (
    <>
      <ol aria-label={label} className="grid gap-2.5">
        {steps.map((step) => {
          const state = step.state === 'running' && !isRunning ? 'waiting' : step.state
          return (
            <li
              key={step.id}
              className={cn('flex items-center gap-3 text-body', state === 'waiting' && 'text-muted-foreground')}
            >
              <StepMark state={state} />
              <span className="min-w-0 flex-1">{step.label}</span>
              <span className="text-label text-subtle-foreground tabular">{describeStep(step, isRunning)}</span>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {announceSteps(steps, isRunning)}
      </p>
    </>
  )
}

export function StepMark({ state }: { state: StreamStep['state'] }) {
  return (
    <span aria-hidden="true" className="grid size-5 shrink-0 place-items-center [&_svg]:size-4">
      {state === 'done' && <Check className="text-gain" />}
      {state === 'failed' && <X className="text-destructive" />}
      {state === 'running' && <Spinner />}
      {state === 'waiting' && <span className="size-1.5 rounded-full bg-subtle-foreground" />}
    </span>
  )
}

/** `0.4 s`, `3 of 4`, `Waiting`: what stands at the end of a step's line. Once the work has ended, nothing waits. */
export function describeStep({ state, done, total, ms }: StreamStep, isRunning = true): string {
  if (state === 'done') return ms === undefined ? 'Done' : `${formatNumber(ms / 1_000, { decimals: 1 })} s`
  if (state === 'failed') return 'Failed'
  if (!isRunning) return state === 'running' ? 'Stopped' : 'Not begun'
  if (state === 'running') return done === undefined || total === undefined ? 'Running' : `${done} of ${total}`
  return 'Waiting'
}

/** The step that runs now, for those who listen; each is said once. */
export function announceSteps(steps: readonly StreamStep[], isRunning: boolean): string {
  const running = isRunning ? steps.findLast(({ state }) => state === 'running') : undefined
  return running ? running.label : ''
}
