import type { StreamStep } from '@ballast/contract'
import { cn } from '../lib/class-names.ts'
import { countOf } from '../lib/format.ts'
import { announceSteps, describeStep, StepMark } from './step-list.tsx'
import { Progress } from './ui/progress.tsx'

interface StepStripProps {
  /** Names the list: "Steps of the discovery". */
  label: string
  steps: readonly StreamStep[]
  /** False once the work was stopped. */
  isRunning: boolean
  /** 0 to 100, measured from the steps. */
  percent: number
  /** Meaning of an end before its time, in words. */
  endNote: string
}

/** `, 43 of 55` of a step that counts something. */
function describeCount(step: StreamStep): string {
  return step.done === undefined || step.total === undefined ? '' : `, ${describeStep(step)}`
}

/** The steps of long work beside one another, with a bar of how far it is; on a phone the running one and a count. */
export function StepStrip({ label, steps, isRunning, percent, endNote }: StepStripProps) {
  const done = steps.filter(({ state }) => state === 'done').length
  const current = steps.find(({ state }) => state === 'running')
  return (
    <div className="rounded-tile border px-4 py-3">
      {isRunning && steps.length === 0 && <p className="text-[13px]">Starting</p>}
      {!isRunning && <p className="mb-2 text-[13px] text-muted-foreground">{endNote}</p>}
      <p aria-hidden="true" className="flex justify-between gap-3 text-[13px] sm:hidden">
        <span className="min-w-0 truncate font-medium">
          {current && isRunning && `${current.label}${describeCount(current)}`}
        </span>
        <span className="shrink-0 text-muted-foreground tabular">
          {done} of {countOf(steps.length, 'step')}
        </span>
      </p>
      <ol aria-label={label} className="flex flex-wrap gap-x-6 gap-y-2 max-sm:sr-only">
        {steps.map((step) => {
          const state = step.state === 'running' && !isRunning ? 'waiting' : step.state
          return (
            <li
              key={step.id}
              className={cn(
                'flex items-center gap-2 text-[13px]',
                state === 'waiting' && 'text-muted-foreground',
                state === 'running' && 'font-medium',
              )}
            >
              <StepMark state={state} />
              {step.label}
              <span className="text-label text-subtle-foreground tabular">{describeStep(step, isRunning)}</span>
            </li>
          )
        })}
      </ol>
      {isRunning && steps.length > 0 && (
        <Progress label={label.replace(/^Steps/, 'Progress')} percent={percent} className="mt-3" />
      )}
      <p role="status" className="sr-only">
        {announceSteps(steps, isRunning)}
      </p>
    </div>
  )
}
