// Tests: grounded-text.test.tsx

import {
  BENCHMARK_RETURNS,
  type MarketDataSource,
  METRIC_EXPLANATIONS,
  type MetricId,
  SOURCE_NAMES,
} from '@ballast/contract'
import type { ReactNode } from 'react'
import { cn } from '../lib/class-names.ts'
import { formatCount } from '../lib/format.ts'
import { SaveButton } from './save-button.tsx'
import { Popover } from './ui/popover.tsx'

/** Where the figures of a screen come from; the same for all of them. */
export interface FigureSource {
  /** "Nov 21, 2025 to Nov 20, 2026". */
  window: string
  /** Daily returns that entered. */
  observations: number
  /** The day of the prices that figures without a history come from. */
  asOf: string
  /** Benchmark of relative figures. */
  benchmark?: string
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
  /** Content of the button; the metric's name without it. */
  children?: ReactNode
  className?: string
}

/** The name of a figure that opens where the figure comes from: formula, inputs, window, observations, source. */
export function Explained({ metric, from, missing, children, className }: ExplainedProps) {
  const explanation = METRIC_EXPLANATIONS[metric]
  const { minimumObservations, whenMissing } = explanation
  const isTooFew = from.observations < minimumObservations
  const observations = [
    formatCount(from.observations),
    ...(minimumObservations > 1 ? [`at least ${minimumObservations} needed`] : []),
  ].join(', ')
  return (
    <ExplainedFigure
      explanation={explanation}
      missing={missing || (isTooFew ? whenMissing : null)}
      facts={[
        ...(minimumObservations === 0
          ? [{ name: 'Prices of', text: from.asOf }]
          : [
              { name: 'Window', text: from.window },
              { name: 'Observations', text: observations },
            ]),
        ...(from.benchmark && explanation.inputs.includes(BENCHMARK_RETURNS)
          ? [{ name: 'Benchmark', text: from.benchmark }]
          : []),
        { name: 'Source', text: from.source },
      ]}
      saveInputs={from.saveInputs}
      {...(className && { className })}
    >
      {children}
    </ExplainedFigure>
  )
}

/** How a figure comes about; the symbols of the formula are those of the inputs. */
export interface Explanation {
  name: string
  meaning: string
  formula: string
  inputs: readonly string[]
  convention: string | null
}

interface ExplainedFigureProps {
  explanation: Explanation
  /** Why there is no figure. */
  missing?: string | null
  /** When and where its inputs come from. */
  facts: readonly { name: string; text: string }[]
  saveInputs: () => Promise<void>
  children?: ReactNode
  className?: string
}

/** As `Explained`, for a figure whose explanation the screen itself puts together. */
export function ExplainedFigure({ children, className, ...details }: ExplainedFigureProps) {
  const { name } = details.explanation
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
      <ExplanationPanel {...details} />
    </Popover>
  )
}

function ExplanationPanel({
  explanation,
  missing,
  facts,
  saveInputs,
}: Omit<ExplainedFigureProps, 'children' | 'className'>) {
  const { name, meaning, formula, inputs, convention } = explanation
  return (
    <div className="grid gap-3 text-[13px] leading-[18px]">
      <div>
        <p className="text-title">{name}</p>
        <p className="text-muted-foreground">{meaning}</p>
      </div>
      {missing && <p className="rounded-control tint-warning px-3 py-2 text-warning">{missing}</p>}
      <p className="rounded-control bg-muted px-3 py-2 italic">{formula}</p>
      <ul className="grid gap-1 text-muted-foreground">
        {inputs.map((input) => (
          <li key={input}>{input}</li>
        ))}
      </ul>
      {convention && <p className="text-muted-foreground">{convention}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t pt-3">
        {facts.map(({ name: fact, text }) => (
          <Fact key={fact} name={fact}>
            {text}
          </Fact>
        ))}
      </dl>
      <SaveButton save={saveInputs} failure="Inputs not saved" className="justify-self-start">
        Download inputs (CSV)
      </SaveButton>
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

/** A market data source as people know it. */
export const nameSource = (source: MarketDataSource): string => SOURCE_NAMES[source]
