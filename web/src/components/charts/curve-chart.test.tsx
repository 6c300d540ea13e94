import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CurveChartDrawing } from './curve-chart-drawing.tsx'

const chart = (
  <CurveChartDrawing
    label="Profit at expiry"
    height={200}
    formatX={(x) => `price ${x}`}
    formatXTick={String}
    formatY={(y) => `$${y}`}
    formatYTick={String}
    marks={[
      { x: 110, label: 'Now', tone: 'primary' },
      { x: 500, label: 'Far away', tone: 'subtle' },
    ]}
    curves={[
      {
        id: 'line',
        label: 'Profit',
        colour: 'var(--chart-1)',
        area: true,
        points: [
          { x: 100, y: -5 },
          { x: 120, y: 15 },
        ],
      },
      { id: 'dots', label: 'Quotes', colour: 'var(--chart-2)', style: 'dots', points: [{ x: 110, y: 4 }] },
    ]}
  />
)

test('the keyboard walks the places of all curves; a line is read between its points, dots are not', () => {
  render(chart)
  const figure = screen.getByRole('application', { name: /^Profit at expiry/ })
  fireEvent.keyDown(figure, { key: 'Home' })
  expect(screen.getByRole('status').textContent).toBe('price 100: Profit $-5')
  fireEvent.keyDown(figure, { key: 'ArrowRight' })
  // Half of the way from −5 to 15.
  expect(screen.getByRole('status').textContent).toBe('price 110: Profit $5, Quotes $4')
  fireEvent.keyDown(figure, { key: 'Escape' })
  expect(screen.getByRole('status').textContent).toBe('')
})

test('gain and loss are filled apart, and a mark beyond the axis is left out', () => {
  const { container } = render(chart)
  expect(container.querySelectorAll('path[fill="var(--gain)"]')).toHaveLength(1)
  expect(container.querySelectorAll('path[fill="var(--loss)"]')).toHaveLength(1)
  expect(container.textContent).toContain('Now')
  expect(container.textContent).not.toContain('Far away')
})
