import { describe, expect, test } from 'vitest'
import { failureOf, useYahoo } from '../testing/use-yahoo.ts'
import { makeChart } from '../testing/yahoo-stub.ts'

const bed = useYahoo()

describe('history', () => {
  test('bars and splits; holes are left out and the bar of today’s session as well', async () => {
    bed.stub.script.charts.set(
      'ACME',
      makeChart(
        'ACME',
        [
          ['2026-11-17', 100, 98],
          ['2026-11-18', null],
          ['2026-11-19', 51, 50],
          ['2026-11-20', 52, 52],
        ],
        {
          events: {
            splits: {
              a: { date: Date.parse('2026-11-19T14:30:00Z') / 1000, numerator: 2, denominator: 1, splitRatio: '2:1' },
            },
          },
          meta: {
            currentTradingPeriod: {
              regular: {
                start: Date.parse('2026-11-23T14:30:00Z') / 1000,
                end: Date.parse('2026-11-23T21:00:00Z') / 1000,
              },
            },
          },
        },
      ),
    )
    expect(await bed.yahoo.fetchDailyHistory('ACME', '2026-11-17')).toEqual({
      ticker: 'ACME',
      currency: 'USD',
      source: 'yahoo',
      dates: ['2026-11-17', '2026-11-19', '2026-11-20'],
      closes: Float64Array.of(100, 51, 52),
      adjustedCloses: Float64Array.of(98, 50, 52),
      splits: [{ date: '2026-11-19', ratio: 2 }],
    })
    expect(bed.stub.apiRequests().at(-1)?.searchParams.get('period1')).toBe(
      String(Date.parse('2026-11-17T00:00:00Z') / 1000),
    )
  })

  test('a session that is not over at the present instant has no close yet', async () => {
    const regular = { start: Date.parse('2026-11-20T14:30:00Z') / 1000, end: Date.parse('2026-11-20T21:00:00Z') / 1000 }
    bed.stub.script.charts.set(
      'ACME',
      makeChart(
        'ACME',
        [
          ['2026-11-19', 10],
          ['2026-11-20', 11],
        ],
        { meta: { currentTradingPeriod: { regular } } },
      ),
    )
    const during = bed.open({ clock: { now: () => new Date('2026-11-20T20:00:00Z') } })
    expect((await during.fetchDailyHistory('ACME', '2026-11-01')).dates).toEqual(['2026-11-19'])
  })

  test('a spike of one day is dropped; a lasting new level is kept', async () => {
    const days = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13'].map((day) => `2026-11-${day}`)
    bed.stub.script.charts.set(
      'SPIKE',
      makeChart(
        'SPIKE',
        days.map((date, index) => [date, index === 4 ? 2000 : 10]),
      ),
    )
    expect((await bed.yahoo.fetchDailyHistory('SPIKE', '2026-11-01')).dates).not.toContain('2026-11-06')
    bed.stub.script.charts.set(
      'LEVEL',
      makeChart(
        'LEVEL',
        days.map((date, index) => [date, index >= 3 ? 250 : 10]),
      ),
    )
    expect((await bed.yahoo.fetchDailyHistory('LEVEL', '2026-11-01')).dates).toEqual(days)
  })

  test.each([
    ['another symbol’s chart', makeChart('MSFT', [['2026-11-20', 1]]), 'bad-reply'],
    [
      'fewer closes than days',
      {
        ...(makeChart('ACME', [
          ['2026-11-19', 1],
          ['2026-11-20', 1],
        ]) as object),
        indicators: { quote: [{ close: [1] }] },
      },
      'bad-reply',
    ],
    [
      'no days at all',
      { meta: { symbol: 'ACME', currency: 'USD', gmtoffset: 0 }, indicators: { quote: [{}] } },
      'no-data',
    ],
    ['only holes', makeChart('ACME', [['2026-11-20', null]]), 'no-data'],
    ['another shape', { meta: 'none' }, 'bad-reply'],
  ])('%s is a failure', async (_case, chart, code) => {
    bed.stub.script.charts.set('ACME', chart)
    expect(await failureOf(bed.yahoo.fetchDailyHistory('ACME', '2026-11-01'))).toMatchObject({ code })
  })

  test('a symbol that Yahoo does not know is an unknown ticker, and that is final', async () => {
    expect(await failureOf(bed.yahoo.fetchDailyHistory('ZZZZ', '2026-11-01'))).toMatchObject({
      code: 'unknown-ticker',
      consequence: 'never',
    })
  })

  test('what a ticker holds stays inside its path segment', async () => {
    await failureOf(bed.yahoo.fetchDailyHistory('^GSPC', '2026-11-01'))
    expect(bed.stub.apiRequests().at(-1)?.pathname).toBe('/v8/finance/chart/%5EGSPC')
  })
})
