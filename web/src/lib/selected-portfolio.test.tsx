import { beforeEach, expect, test } from 'vitest'
import { readLastSelectedPortfolioId, rememberSelectedPortfolio } from './selected-portfolio.ts'

beforeEach(() => localStorage.clear())

test('the last portfolio is remembered under its specified key and can be forgotten', () => {
  expect(readLastSelectedPortfolioId()).toBeNull()
  rememberSelectedPortfolio('p1')
  expect({ ...localStorage }).toEqual({ lastSelectedPortfolioId: 'p1' })
  expect(readLastSelectedPortfolioId()).toBe('p1')
  rememberSelectedPortfolio(null)
  expect(localStorage).toHaveLength(0)
})
