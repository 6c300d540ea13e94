import type { Fact, GroundedText, StreamStep, User } from '@ballast/contract'
import type { Curve } from '../src/components/charts/curve-chart.tsx'
import type { DonutSlice } from '../src/components/charts/donut-chart.tsx'
import type { LineSeries } from '../src/components/charts/line-chart.tsx'

// What the stories draw. Figures are made up, and look like real ones.

export const LISTED_USER: User = {
  id: '3f0c1e9e-7a0f-4a4e-9a1c-0d4f5b6a7c8d',
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.com',
  profileImageUrl: null,
  subscriptionTier: 'pro',
  discoveryTokens: 7,
  isAdmin: 0,
}

/** Weekdays from 2 March 2026 on. */
export const DAYS: readonly string[] = Array.from({ length: 60 }, (_, index) => {
  const day = new Date(Date.UTC(2026, 2, 2) + (Math.floor(index / 5) * 7 + (index % 5)) * 86_400_000)
  return day.toISOString().slice(0, 10)
})

const wave = (start: number, swing: number) =>
  DAYS.map((_, index) => Math.round(start * (1 + index / 400 + swing * Math.sin(index / 7))))

export const LINES: readonly LineSeries[] = [
  { id: 'portfolio', label: 'Portfolio', values: wave(190_000, 0.06), colour: 'var(--chart-1)', area: true },
  { id: 'spy', label: 'SPY', values: wave(190_000, 0.03), colour: 'var(--subtle-foreground)', dashed: true },
]
export const BROKEN_LINES: readonly LineSeries[] = LINES.map((line) => ({
  ...line,
  values: line.values.map((value, index) => (index > 20 && index < 30 ? null : value)),
}))

export const SLICES: readonly DonutSlice[] = [
  { key: 'tech', label: 'Technology', value: 120_000, percent: 60, text: '$120,000', colour: 'var(--sector-1)' },
  { key: 'health', label: 'Health Care', value: 50_000, percent: 25, text: '$50,000', colour: 'var(--sector-2)' },
  { key: 'energy', label: 'Energy', value: 30_000, percent: 15, text: '$30,000', colour: 'var(--sector-3)' },
]

export const CURVES: readonly Curve[] = [
  {
    id: 'expiry',
    label: 'At expiry',
    colour: 'var(--chart-1)',
    area: true,
    points: [60, 80, 100, 105, 130, 160].map((x) => ({ x, y: Math.max(0, x - 100) * 100 - 500 })),
  },
  {
    id: 'today',
    label: 'Today',
    colour: 'var(--subtle-foreground)',
    dashed: true,
    points: [60, 80, 100, 105, 130, 160].map((x) => ({ x, y: Math.max(0, x - 95) * 80 - 400 })),
  },
]

export const STEPS: readonly StreamStep[] = [
  { id: 'read', label: 'Reading positions', state: 'done', ms: 310 },
  { id: 'scan', label: 'Scanning assets', state: 'running', done: 43, total: 55 },
  { id: 'price', label: 'Pricing contracts', state: 'waiting' },
]
export const FAILED_STEPS: readonly StreamStep[] = STEPS.map((step) =>
  step.id === 'scan' ? { id: 'scan', label: 'Scanning assets', state: 'failed' } : step,
)

export const LOSS: Fact = {
  id: 'F9',
  key: 'shock.m20.profitPercent',
  label: 'Loss if the market falls by 20%',
  value: -24.67,
  unit: 'percent',
  decimals: 2,
  text: '−24.67%',
  formula: 'value × ((1 + move)^beta − 1)',
  inputs: [{ label: 'Move', value: '−20%' }],
  asOf: '2026-11-20T21:00:00.000Z',
  source: 'sample',
  simulated: true,
}
export const SENTENCE: GroundedText = [
  { text: 'If the market falls 20%, you would lose ' },
  { text: '24.67%', fact: 'F9' },
  { text: '.' },
]
