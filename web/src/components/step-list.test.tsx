import type { StreamStep } from '@ballast/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../test-screen.tsx'
import { describeStep, StepList } from './step-list.tsx'

const STEPS: StreamStep[] = [
  { id: 'positions', label: 'Reading positions', state: 'done', ms: 420 },
  { id: 'chains', label: 'Loading option chains', state: 'running', done: 3, total: 4 },
  { id: 'search', label: 'Searching', state: 'waiting' },
]

test.each([
  [STEPS[0], '0.4 s'],
  [STEPS[1], '3 of 4'],
  [STEPS[2], 'Waiting'],
  [{ id: 'a', label: 'A', state: 'running' }, 'Running'],
  [{ id: 'a', label: 'A', state: 'failed' }, 'Failed'],
] as const)('a step ends with what is known of it', (step, text) => {
  expect(describeStep(step as StreamStep)).toBe(text)
})

test('the running step is said aloud; after a stop nothing runs', () => {
  const { rerender } = renderScreen(<StepList label="Steps" steps={STEPS} isRunning={true} />)
  expect(screen.getByRole('status').textContent).toBe('Loading option chains')
  rerender(<StepList label="Steps" steps={STEPS} isRunning={false} />)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByText('3 of 4')).toBeNull()
  expect(screen.queryByText('Waiting')).toBeNull()
})
