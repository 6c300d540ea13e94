import { describe, expect, test } from 'vitest'
import { formatIsoDate, parseIsoDate } from './civil-day.ts'
import { findCustomWindow, findScenarioWindow, getScenario, SCENARIOS } from './scenarios.ts'

/** Every weekday from 2019-12-30 to 2026-11-20. */
const weekdays = Int32Array.from(
  Array.from(
    { length: parseIsoDate('2026-11-20') - parseIsoDate('2019-12-30') + 1 },
    (_, i) => parseIsoDate('2019-12-30') + i,
  ).filter(
    // day 0 was a Thursday
    (day) => (day + 4) % 7 !== 0 && (day + 4) % 7 !== 6,
  ),
)
const dates = (window: ReturnType<typeof findScenarioWindow>) =>
  window.status === 'ok'
    ? [formatIsoDate(weekdays[window.first]!), formatIsoDate(weekdays[window.last]!)]
    : window.status

test('ids are unique, dates exist and are in order, and the first is the default', () => {
  expect(new Set(SCENARIOS.map(({ id }) => id)).size).toBe(20)
  expect(SCENARIOS[0]!.id).toBe('recent-6m')
  for (const scenario of SCENARIOS) {
    if (scenario.kind === 'historical') expect(parseIsoDate(scenario.end)).toBeGreaterThan(parseIsoDate(scenario.start))
  }
})

test.each([
  // as published, rounded to a tenth of a percent
  ['dotcom-2000', -49.1],
  ['gfc-2007', -56.8],
  ['lehman-2008', -39.9],
  ['recovery-2009', 79.9],
  ['debt-ceiling-2011', -18.3],
  ['china-oil-2015', -14.2],
  ['volmageddon-2018', -10.2],
  ['q4-2018', -19.8],
  ['covid-2020', -33.9],
  ['covid-recovery-2020', 67.9],
  ['bear-2022', -25.4],
  ['carry-2024', -8.5],
  ['tariff-2025', -18.9],
])('%s: the index returned %d %%', (id, percent) => {
  const scenario = getScenario(id)
  expect(scenario.kind === 'historical' ? 100 * scenario.indexReturn : null).toBeCloseTo(percent, 1)
})

test('an unknown id is answered with the known ones', () => {
  expect(() => getScenario('crash')).toThrow('scenario "crash" is not known; use one of recent-6m,')
})

describe('windows', () => {
  test('historical: from its first to its last close', () => {
    expect(dates(findScenarioWindow(getScenario('covid-2020'), weekdays))).toEqual(['2020-02-19', '2020-03-23'])
  })

  test('rolling: from the last close on or before the same day, so many months earlier', () => {
    expect(dates(findScenarioWindow(getScenario('recent-6m'), weekdays))).toEqual(['2026-05-20', '2026-11-20'])
    // 2025-11-20 was a Thursday; 2023-11-20 a Monday; 2021-11-20 a Saturday, so the Friday before
    expect(dates(findScenarioWindow(getScenario('recent-5y'), weekdays))).toEqual(['2021-11-19', '2026-11-20'])
    expect(dates(findScenarioWindow(getScenario('ytd'), weekdays))).toEqual(['2025-12-31', '2026-11-20'])
  })

  test('a history that begins too late is said so', () => {
    expect(dates(findScenarioWindow(getScenario('gfc-2007'), weekdays))).toBe('late-start')
    expect(dates(findScenarioWindow(getScenario('recent-10y'), weekdays))).toBe('late-start')
    expect(dates(findScenarioWindow(getScenario('recent-1y'), new Int32Array(0)))).toBe('too-short')
  })

  test('custom windows need five closes and two dates in order', () => {
    expect(dates(findCustomWindow('2024-06-01', '2024-06-10', weekdays))).toEqual(['2024-06-03', '2024-06-10'])
    expect(dates(findCustomWindow('2024-06-03', '2024-06-06', weekdays))).toBe('too-short')
    expect(dates(findCustomWindow('2027-01-01', '2027-06-06', weekdays))).toBe('too-short')
    expect(() => findCustomWindow('1997-12-31', '2024-06-06', weekdays)).toThrow('1998-01-02 or later')
    expect(() => findCustomWindow('2024-06-06', '2024-06-06', weekdays)).toThrow(
      'end is "2024-06-06"; expected a date after',
    )
    expect(() => findCustomWindow('soon', '2024-06-06', weekdays)).toThrow('date is "soon"')
  })
})
