// Tests: backtest-page.test.tsx

import { type BacktestScenario, CUSTOM_SCENARIO, EARLIEST_BACKTEST_DATE, MARKET_INDEX } from '@ballast/contract'
import { RadioGroup } from 'radix-ui'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { formatPercentChange } from '../../lib/format.ts'
import { type BacktestOptions, describePeriod, groupScenarios } from './backtest-options.ts'

interface ScenarioCardProps {
  scenarios: readonly BacktestScenario[]
  options: BacktestOptions
  onChange: (options: BacktestOptions) => void
  rangeFault: string | null
}

/** The periods to choose from, each with the course of the benchmark. */
export function ScenarioCard({ scenarios, options, onChange, rangeFault }: ScenarioCardProps) {
  const chosen = scenarios.find(({ id }) => id === options.scenarioId)
  return (
    <Card
      title="Scenario"
      description={`${scenarios.length} periods, each with the course of ${MARKET_INDEX}`}
      className="h-full"
      contentClassName="grid gap-3"
    >
      <RadioGroup.Root
        aria-label="Scenario"
        value={options.scenarioId}
        onValueChange={(scenarioId) => onChange({ ...options, scenarioId })}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
      >
        {groupScenarios(scenarios).map(({ name, members }) => (
          <section key={name} aria-label={name} className="not-has-data-[state=checked]:print:hidden min-w-0">
            <p aria-hidden="true" className="mb-1 text-label text-muted-foreground">
              {name}
            </p>
            <div className="grid gap-2 max-sm:-mx-4 max-sm:snap-x max-sm:scroll-px-4 max-sm:auto-cols-[212px] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-4">
              {members.map((scenario) => (
                <ScenarioTile key={scenario.id} scenario={scenario} />
              ))}
            </div>
          </section>
        ))}
      </RadioGroup.Root>
      {options.scenarioId === CUSTOM_SCENARIO && (
        <CustomRange options={options} onChange={onChange} fault={rangeFault} />
      )}
      {chosen && (
        <p className="text-[13px] text-muted-foreground leading-[18px]">
          <b className="font-semibold text-foreground">{chosen.name}.</b> {chosen.description}
          {chosen.indexReturnPercent !== null &&
            ` The S&P 500 index itself went ${formatPercentChange(chosen.indexReturnPercent, 1)}, without dividends.`}
        </p>
      )}
    </Card>
  )
}

function ScenarioTile({ scenario }: { scenario: BacktestScenario }) {
  return (
    <RadioGroup.Item
      value={scenario.id}
      className="group flex min-h-[52px] snap-start items-center gap-2 rounded-tile border px-3 py-1.5 text-left transition-colors duration-120 hover:bg-accent/45 data-[state=checked]:border-primary data-[state=checked]:tint-primary"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-balance font-semibold text-[13px] leading-[18px]">{scenario.name}</span>
        <span className="block text-caption text-muted-foreground">{describePeriod(scenario)}</span>
      </span>
      <span className="grid shrink-0 justify-items-end">
        {scenario.spark && (
          <Sparkline
            values={scenario.spark}
            className="h-5 w-12 lg:max-xl:w-10 [&>path]:stroke-subtle-foreground group-data-[state=checked]:[&>path]:stroke-primary"
          />
        )}
        {scenario.indexReturnPercent !== null && (
          <span className="font-medium text-caption tabular">
            S&P {formatPercentChange(scenario.indexReturnPercent, 0)}
          </span>
        )}
      </span>
    </RadioGroup.Item>
  )
}

interface CustomRangeProps extends Pick<ScenarioCardProps, 'options' | 'onChange'> {
  fault: string | null
}

function CustomRange({ options, onChange, fault }: CustomRangeProps) {
  const isOpen = !options.start || !options.end
  return (
    <div className="grid max-w-[420px] gap-3 sm:grid-cols-2">
      <Field label="First day">
        <Input
          type="date"
          min={EARLIEST_BACKTEST_DATE}
          value={options.start}
          onChange={(event) => onChange({ ...options, start: event.target.value })}
        />
      </Field>
      <Field label="Last day" error={isOpen ? undefined : (fault ?? undefined)}>
        <Input
          type="date"
          min={EARLIEST_BACKTEST_DATE}
          value={options.end}
          onChange={(event) => onChange({ ...options, end: event.target.value })}
        />
      </Field>
    </div>
  )
}
