/** @module-tag full */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProviderFailure } from '../failures.ts'
import { sendJson } from '../testing/stub-server.ts'
import { useYahoo } from '../testing/use-yahoo.ts'
import { makeChart, makeQuote } from '../testing/yahoo-stub.ts'

const bed = useYahoo()

/** Damage to a text at a place: characters overwritten, taken out or put in. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 12 }),
  insertion: fc.constantFrom('', '0', '-', 'null', '1e999', '"', '{', ']', ',', 'NaN', 'x', '99999999', '\u0000'),
})

function spoil(text: string, { at, length, insertion }: { at: number; length: number; insertion: string }): string {
  const position = Math.floor(at * text.length)
  return text.slice(0, position) + insertion + text.slice(position + length)
}

function answerWith(text: string): void {
  bed.stub.script.intercept = (url, response) => {
    if (!url.pathname.includes('/finance/')) return false
    sendJson(response, 200, text)
    return true
  }
}

const isPositive = (value: number) => Number.isFinite(value) && value > 0

test('damaged quotes give a price above zero, no price, or a provider’s failure; never anything else', async () => {
  const whole = JSON.stringify({ quoteResponse: { result: [makeQuote('AAPL', 255.31)], error: null } })
  await fc.assert(
    fc.asyncProperty(damage, async (change) => {
      answerWith(spoil(whole, change))
      const answer = await bed.yahoo.fetchQuotes(['AAPL']).catch((error: unknown) => error)
      if (answer instanceof Error) {
        expect(answer).toBeInstanceOf(ProviderFailure)
        return
      }
      const { found, missing } = answer as Awaited<ReturnType<typeof bed.yahoo.fetchQuotes>>
      expect(found.size + missing.size).toBe(1)
      for (const { price, previousClose, currency } of found.values()) {
        expect(isPositive(price)).toBe(true)
        expect(previousClose === null || isPositive(previousClose)).toBe(true)
        expect(currency).toMatch(/^[A-Z]{3}$/)
      }
    }),
    { numRuns: 200 },
  )
})

test('damaged charts give ascending dates with closes above zero, or a provider’s failure; never anything else', async () => {
  const days = ['16', '17', '18', '19', '20'].map((day, index) => [`2026-11-${day}`, 100 + index, 99 + index] as const)
  const events = { splits: { a: { date: Date.parse('2026-11-18T14:30:00Z') / 1000, numerator: 4, denominator: 1 } } }
  const whole = JSON.stringify({ chart: { result: [makeChart('AAPL', days, { events })], error: null } })
  await fc.assert(
    fc.asyncProperty(damage, async (change) => {
      answerWith(spoil(whole, change))
      const answer = await bed.yahoo.fetchDailyHistory('AAPL', '2026-11-16').catch((error: unknown) => error)
      if (answer instanceof Error) {
        expect(answer).toBeInstanceOf(ProviderFailure)
        return
      }
      const { dates, closes, adjustedCloses, splits } = answer as Awaited<
        ReturnType<typeof bed.yahoo.fetchDailyHistory>
      >
      expect(dates).toEqual([...new Set(dates)].toSorted())
      expect([closes.length, adjustedCloses.length]).toEqual([dates.length, dates.length])
      expect([...closes, ...adjustedCloses, ...splits.map(({ ratio }) => ratio)].every(isPositive)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
