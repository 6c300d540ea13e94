import { METRIC_EXPLANATIONS } from '@ballast/contract'
import { CopyLink } from '../../src/components/copy-link.tsx'
import { CoverageChip } from '../../src/components/coverage-chip.tsx'
import { EarlierRun } from '../../src/components/earlier-runs.tsx'
import { Explained, type FigureSource } from '../../src/components/explained.tsx'
import { Formula, Fraction } from '../../src/components/formula.tsx'
import { FactsProvider, Grounded } from '../../src/components/grounded-text.tsx'
import { OverResult } from '../../src/components/over-result.tsx'
import { StepList } from '../../src/components/step-list.tsx'
import { StepStrip } from '../../src/components/step-strip.tsx'
import { FAILED_STEPS, LOSS, SENTENCE, STEPS } from '../figures.ts'
import type { Stories } from '../stories.ts'

const FROM: FigureSource = {
  window: 'Nov 21, 2025 to Nov 20, 2026',
  observations: 251,
  asOf: 'Nov 20, 2026',
  source: 'Simulated market data',
  saveInputs: async () => undefined,
}
const RUN = {
  name: 'the discovery',
  badge: '4 ideas',
  createdAt: '2026-11-20T15:00:00Z',
  isCurrent: true,
  simulated: true,
  summary: 'Four options on related assets are dearer than their fair band.',
  isShown: false,
  isCompared: false,
  onOpen: () => undefined,
  onCompare: () => undefined,
}
const [metric] = Object.keys(METRIC_EXPLANATIONS) as [keyof typeof METRIC_EXPLANATIONS]

export const stories: Stories = {
  'Figure that explains itself': () => <Explained metric={metric} from={FROM} />,
  'Figure with too few days': () => <Explained metric={metric} from={{ ...FROM, observations: 3 }} />,
  'Sentence with a figure': () => (
    <FactsProvider facts={[LOSS]}>
      <p>
        <Grounded text={SENTENCE} />
      </p>
    </FactsProvider>
  ),
  'Covers all positions': () => <CoverageChip covers={{ covered: 14, positions: 14, leftOut: [] }} />,
  'Leaves positions out': () => (
    <CoverageChip
      covers={{
        covered: 12,
        positions: 14,
        leftOut: [
          { ticker: 'XYZ', reason: 'no-price' },
          { ticker: 'NEW', reason: 'no-price' },
        ],
      }}
    />
  ),
  'Link to copy': () => <CopyLink url="https://ballast.example.com/r/abc" hint="It is shown only now. Copy it." />,
  'Steps under way': () => <StepList label="Steps of the analysis" steps={STEPS} isRunning />,
  'Steps that failed': () => <StepList label="Steps that failed" steps={FAILED_STEPS} isRunning={false} />,
  'Strip of steps': () => (
    <StepStrip label="Steps of the discovery" steps={STEPS} isRunning percent={59} endNote="Stopped." />
  ),
  'Strip of steps, stopped': () => (
    <StepStrip
      label="Steps of the stopped discovery"
      steps={STEPS}
      isRunning={false}
      percent={59}
      endNote="You stopped it. Nothing was charged."
    />
  ),
  'Steps over the last result': () => (
    <OverResult isShown steps={<StepList label="Steps of the new run" steps={STEPS} isRunning={true} />}>
      <p className="min-h-60 opacity-50">{RUN.summary}</p>
    </OverResult>
  ),
  'Earlier runs': () => (
    <ul>
      <EarlierRun {...RUN} />
      <EarlierRun {...RUN} name="the shown discovery" isShown isCurrent={false} />
    </ul>
  ),
  Formula: () => (
    <Formula spoken="Beta equals covariance over variance">
      β = <Fraction over="cov(r, m)" under="var(m)" />
    </Formula>
  ),
}
