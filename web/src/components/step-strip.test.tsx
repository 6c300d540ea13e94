import type { StreamStep } from '@ballast/contract'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StepStrip } from './step-strip.tsx'

const STEPS: readonly StreamStep[] = [
  { id: 'a', label: 'Reading positions', state: 'done', ms: 310 },
  { id: 'b', label: 'Scanning assets', state: 'running', done: 43, total: 55 },
  { id: 'c', label: 'Pricing contracts', state: 'waiting' },
]
const draw = (isRunning: boolean, steps = STEPS) =>
  render(
    <StepStrip label="Steps of the discovery" steps={steps} isRunning={isRunning} percent={59} endNote="Stopped." />,
  )

test('each step says how far it is, the bar how far the whole is', () => {
  draw(true)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Reading positions0.3 s',
    'Scanning assets43 of 55',
    'Pricing contractsWaiting',
  ])
  expect(screen.getByRole('progressbar', { name: 'Progress of the discovery' }).getAttribute('aria-valuenow')).toBe(
    '59',
  )
  expect(screen.getByRole('status').textContent).toBe('Scanning assets')
})

test('a phone has one line: the running step with its count, and how many are done', () => {
  draw(true)
  expect(screen.getByText('Scanning assets, 43 of 55')).toBeTruthy()
  expect(screen.getByText('1 of 3 steps')).toBeTruthy()
})

test('after a stop nothing runs any more, and it is said what that means', () => {
  draw(false)
  expect(screen.getByText('Stopped.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Reading positions0.3 s',
    'Scanning assetsStopped',
    'Pricing contractsNot begun',
  ])
  expect(screen.queryByText(/43 of 55/)).toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('before the first report it says that it starts', () => {
  draw(true, [])
  expect(screen.getByText('Starting')).toBeTruthy()
})
