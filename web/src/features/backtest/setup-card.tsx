// Tests: backtest-page.test.tsx

import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/select.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { BASES, type BacktestOptions, REBALANCINGS } from './backtest-options.ts'

interface SetupCardProps {
  /** The choice of the portfolio; the screen knows which there are. */
  selector: ReactNode
  /** Says what the portfolio is compared with, and changes it. */
  comparedWith: ReactNode
  options: BacktestOptions
  onChange: (options: BacktestOptions) => void
  /** Why it cannot be run now, or `null`. */
  obstacle: string | null
  running: boolean
  onRun: () => void
}

/** Choice of the portfolio and how it is held, and the button that begins. */
export function SetupCard({ selector, comparedWith, options, onChange, obstacle, running, onRun }: SetupCardProps) {
  return (
    <Card title="Select Portfolio" className="h-full" contentClassName="grid content-start gap-3.5 print:grid-cols-3">
      {selector}
      {comparedWith}
      <Field label="Invested">
        <Select
          value={options.basis}
          onChange={(event) => {
            const basis = BASES.find(({ value }) => value === event.target.value)
            if (basis) onChange({ ...options, basis: basis.value })
          }}
        >
          {BASES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Rebalanced">
        <Select
          value={options.rebalance}
          onChange={(event) => {
            const rebalance = REBALANCINGS.find(({ value }) => value === event.target.value)
            if (rebalance) onChange({ ...options, rebalance: rebalance.value })
          }}
        >
          {REBALANCINGS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        label="Own data only, no proxies"
        checked={options.ownDataOnly}
        onCheckedChange={(ownDataOnly) => onChange({ ...options, ownDataOnly })}
      />
      <Button
        variant="primary"
        disabled={obstacle !== null}
        busy={running}
        busyLabel="Running Simulation..."
        onClick={onRun}
      >
        <Play aria-hidden="true" />
        Run Backtest
      </Button>
      {obstacle && <p className="text-label text-muted-foreground">{obstacle}</p>}
    </Card>
  )
}
