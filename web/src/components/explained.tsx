import { METRIC_EXPLANATIONS, type MetricId } from '@ballast/contract'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from '../lib/class-names.ts'
import { formatCount } from '../lib/format.ts'
import { toUserMessage } from '../lib/to-user-message.ts'
import { Button } from './ui/button.tsx'
import { Popover } from './ui/popover.tsx'
import { showError } from './ui/toast.tsx'

/** Where the figures of a screen come from; the same for all of them. */
export interface FigureSource {
  /** "Nov 21, 2025 to Nov 20, 2026". */
  window: string
  /** Daily returns that entered. */
  observations: number
  /** The day of the prices that figures without a history come from. */
  asOf: string
  /** "Simulated market data", "Yahoo Finance". */
  source: string
  /** Saves the inputs from which a spreadsheet reproduces the figures. */
  saveInputs: () => Promise<void>
}

interface ExplainedProps {
  metric: MetricId
  from: FigureSource
  /** Why there is no figure, where the answer knows better than the general rule. */
  missing?: string | null
  /** What is pressed; the metric's name without it. */
  children?: ReactNode
  className?: string
}

/** The name of a figure that opens where the figure comes from: formula, inputs, window, observations, source. */
export function Explained({ metric, children, className, ...details }: ExplainedProps) {
  const { name } = METRIC_EXPLANATIONS[metric]
  return (
    <Popover
      align="start"
      label={`How ${name} is computed`}
      className="max-h-[var(--radix-popover-content-available-height)] w-[380px] overflow-y-auto"
      trigger={
        <button
          type="button"
          title="How this is computed"
          className={cn(
            'min-h-6 cursor-pointer rounded-badge text-left underline decoration-dotted decoration-input underline-offset-4 hover:decoration-current',
            className,
          )}
        >
          {children ?? name}
        </button>
      }
    >
      <Explanation metric={metric} {...details} />
    </Popover>
  )
}

function Explanation({ metric, from, missing }: ExplainedProps) {
  const { name, meaning, formula, inputs, minimumObservations, whenMissing, convention } = METRIC_EXPLANATIONS[metric]
  const isTooFew = from.observations < minimumObservations
  return (
    <div className="grid gap-3 text-[13px] leading-[18px]">
      <div>
        <p className="text-title">{name}</p>
        <p className="text-muted-foreground">{meaning}</p>
      </div>
      {(missing || isTooFew) && (
        <p className="rounded-control tint-warning px-3 py-2 text-warning">{missing || whenMissing}</p>
      )}
      <p className="rounded-control bg-muted px-3 py-2 italic">{formula}</p>
      <ul className="grid gap-1 text-muted-foreground">
        {inputs.map((input) => (
          <li key={input}>{input}</li>
        ))}
      </ul>
      {convention && <p className="text-muted-foreground">{convention}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t pt-3">
        {minimumObservations === 0 ? (
          <Fact name="Prices of">{from.asOf}</Fact>
        ) : (
          <>
            <Fact name="Window">{from.window}</Fact>
            <Fact name="Observations">
              {formatCount(from.observations)}
              {minimumObservations > 1 && `, at least ${minimumObservations} needed`}
            </Fact>
          </>
        )}
        <Fact name="Source">{from.source}</Fact>
      </dl>
      <SaveInputs save={from.saveInputs} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="tabular">{children}</dd>
    </>
  )
}

function SaveInputs({ save }: { save: () => Promise<void> }) {
  const [saving, setSaving] = useState(false)
  const onClick = async () => {
    setSaving(true)
    try {
      await save()
    } catch (error) {
      showError({
        title: 'Inputs not saved',
        description: toUserMessage(error, 'The server could not be reached. Try again.'),
      })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button size="sm" className="justify-self-start" busy={saving} onClick={() => void onClick()}>
      <Download aria-hidden="true" />
      Download inputs (CSV)
    </Button>
  )
}

const SOURCE_NAMES = { yahoo: 'Yahoo Finance', polygon: 'Polygon', sample: 'Simulated market data' } as const

/** A market data source as people know it. */
export function nameSource(source: keyof typeof SOURCE_NAMES): string {
  return SOURCE_NAMES[source]
}
