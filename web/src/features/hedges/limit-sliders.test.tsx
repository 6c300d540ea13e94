/** @module-tag full */
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeEntry, TEST_ANALYSIS } from './test-hedges.ts'
import { ANALYZE, LIST, renderHedges, STORED, TWO_POSITIONS } from './test-hedges-page.tsx'

test('two sliders price another limit while they move, and the search takes what they say', async () => {
  const { sent } = await renderHedges({ [LIST]: [makeEntry()], [STORED]: TEST_ANALYSIS, [ANALYZE]: TEST_ANALYSIS })
  const limit = await screen.findByRole('slider', { name: 'Most I want to lose' })
  const figures = () => screen.getByText('Costs now').closest('dl')!.textContent
  await vi.waitFor(() => expect(figures()).toContain('$4,610'))
  expect(screen.queryByRole('button', { name: /^Find this hedge/ })).toBeNull()
  fireEvent.change(limit, { target: { value: '10' } })
  expect(figures()).not.toContain('$4,610')
  expect(limit.getAttribute('aria-valuetext')).toMatch(/^10\.0% · \$/)
  fireEvent.change(screen.getByRole('slider', { name: 'If the market falls' }), { target: { value: '30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find this hedge (1 token)' }))
  await vi.waitFor(() =>
    expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ limitPercent: 10, shockPercent: 30 }),
  )
})

test('a request for a block keeps everything else, with options on single names', async () => {
  const { sent } = await renderHedges(TWO_POSITIONS, { block: ['NVDA'] })
  const keep = await screen.findByLabelText<HTMLInputElement>('Never sell or cap')
  await vi.waitFor(() => expect(keep.value).toBe('KO'))
  fireEvent.click(await screen.findByRole('button', { name: /^Analyze Portfolio/ }))
  await vi.waitFor(() =>
    expect(sent.find(({ call }) => call === ANALYZE)?.body).toEqual({ keep: ['KO'], underlyings: 'single-names' }),
  )
})
