import type { Report } from '@ballast/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { ReportPage } from './report-page.tsx'

const REPORT: Report = {
  asOf: '2026-11-20T21:00:00.000Z',
  simulated: true,
  hidesAmounts: true,
  lead: 'If 2008 came again, this portfolio would lose about 40.0% [1] of its value.',
  sections: [
    {
      heading: 'What it could lose',
      sentences: ['This is a replay.'],
      table: { columns: ['Fall', 'Change'], rows: [['2008', '−40.0% [1]']] },
    },
  ],
  figures: [
    {
      number: 1,
      label: 'Change if 2008 came again',
      text: '−40.0%',
      value: -0.4,
      formula: 'Last value ÷ first value − 1',
      inputs: 'Closes',
      check: { kind: 'return', series: '2008' },
    },
    { number: 2, label: 'Cost', text: '1.5%', value: 0.015, formula: 'Cost ÷ value', inputs: 'A search', check: null },
  ],
  series: { 2008: [100, 55, 60] },
}

test('a report answers first, and its figures are computed again', () => {
  renderScreen(<ReportPage report={REPORT} />)
  expect(screen.getByText(REPORT.lead)).toBeTruthy()
  expect(screen.getByText(/Prices of Nov 20, 2026, all simulated/)).toBeTruthy()
  expect(screen.getByRole('table', { name: 'What it could lose' }).textContent).toContain('−40.0% [1]')
  expect(screen.getByText('Checked here')).toBeTruthy()
  expect(screen.getByText('Not checked here: its inputs are not in the report')).toBeTruthy()
})

test('a figure that comes out otherwise is named with the difference', () => {
  renderScreen(<ReportPage report={{ ...REPORT, series: { 2008: [100, 55, 70] } }} />)
  expect(screen.getByText(/^Differs: computed here as .30\.0%$/)).toBeTruthy()
})
