import { DISCOVERY_SCAN } from '@ballast/contract'
import { expect, test } from 'vitest'
import { DISCOVERY_UNIVERSE } from './watched-tickers.ts'

test('the universe is as large as the screen says before anything was scanned, and names nothing twice', () => {
  expect(DISCOVERY_UNIVERSE).toHaveLength(DISCOVERY_SCAN.funds)
  expect(new Set(DISCOVERY_UNIVERSE).size).toBe(DISCOVERY_SCAN.funds)
})
