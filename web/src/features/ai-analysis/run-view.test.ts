import type { StreamStep } from '@ballast/contract'
import { describe, expect, test } from 'vitest'
import {
  compareAnalyses,
  compareDiscoveries,
  describeDuration,
  describeEngine,
  describeVerification,
  measureProgress,
  pickRun,
  settleSteps,
  toVerdict,
} from './run-view.ts'
import { makeAnalysis, makeDiscovery, makeEntry, PUT_PLAY, TEST_ANALYSIS } from './test-runs.ts'

const step = (changes: Partial<StreamStep>): StreamStep => ({ id: 'a', label: 'A', state: 'waiting', ...changes })

describe('which run is shown', () => {
  const entries = [makeEntry({ id: 'd2', kind: 'discovery' }), makeEntry({ id: 'c2' }), makeEntry({ id: 'c1' })]

  test('the newest of its kind, unless an earlier one was opened', () => {
    expect(pickRun(entries, 'comprehensive', null)).toBe('c2')
    expect(pickRun(entries, 'comprehensive', 'c1')).toBe('c1')
    expect(pickRun(entries, 'discovery', null)).toBe('d2')
  })

  test('one that is gone, or of another kind, is not', () => {
    expect(pickRun(entries, 'comprehensive', 'd2')).toBe('c2')
    expect(pickRun([], 'discovery', 'd2')).toBeNull()
  })
})

describe('progress', () => {
  test('each step counts alike, the running one by what it counted', () => {
    const steps = [step({ state: 'done' }), step({ state: 'running', done: 13, total: 52 }), step({}), step({})]
    // (1 + 13/52) / 4
    expect(measureProgress(steps)).toBeCloseTo(31.25, 9)
    expect(measureProgress([])).toBe(0)
  })

  test('a count that was exceeded never makes more than a whole step', () => {
    expect(measureProgress([step({ state: 'running', done: 9, total: 3 })])).toBe(100)
    expect(measureProgress([step({ state: 'running', done: 0, total: 0 })])).toBe(0)
  })

  test('when the answer is there, every step is done', () => {
    expect(settleSteps([step({ state: 'done', ms: 5 }), step({ state: 'running' })])).toEqual([
      step({ state: 'done', ms: 5 }),
      step({ state: 'done' }),
    ])
  })

  test('the duration is that of all steps', () => {
    expect(describeDuration([step({ state: 'done', ms: 1_250 }), step({ state: 'done', ms: 300 })])).toBe('1.6 s')
    expect(describeDuration([])).toBeNull()
  })
})

describe('who answered and how it was checked', () => {
  test('the engine says why it stood in for a model', () => {
    expect(describeEngine(TEST_ANALYSIS)).toBe('Built-in quantitative engine')
    const engine = {
      kind: 'built-in',
      name: 'Built-in quantitative engine',
      fallbackReason: 'The language model could not be reached.',
    } as const
    expect(describeEngine({ engine })).toBe('Built-in quantitative engine (The language model could not be reached)')
  })

  test('what happened to sentences is counted, and what did not happen is not mentioned', () => {
    const verification = { checked: 14, repaired: 1, dropped: 2, fallback: 0 }
    expect(describeVerification({ verification })).toBe(
      '14 sentences checked against the facts, 1 figure tied to its fact, 2 sentences dropped',
    )
    expect(describeVerification({ verification: { checked: 1, repaired: 0, dropped: 0, fallback: 1 } })).toBe(
      '1 sentence checked against the facts, 1 section written by the built-in engine instead',
    )
    for (const verification of [
      { checked: 0, repaired: 0, dropped: 0, fallback: 0 },
      { chosen: 0, dropped: 0, added: 0, fallback: 0 },
    ]) {
      expect(describeVerification({ verification })).toBe(
        'every sentence is the built-in engine’s, with its figures put in from their facts',
      )
    }
    expect(describeVerification({ verification: { chosen: 12, dropped: 1, added: 2, fallback: 1 } })).toMatch(
      /, the model chose 12 sentences, 2 sentences added that must not be missing, 1 item of its answer thrown away, 1 section in the engine’s own order$/,
    )
  })
})

describe('comparing', () => {
  test('analyses by what they recommend and how sure they are', () => {
    const rows = compareAnalyses(
      TEST_ANALYSIS,
      makeAnalysis({ recommendation: 'Hold.', evidence: 'Helps in 51 of 100 histories.', actions: [] }),
    )
    expect(rows.find(({ label }) => label === 'Recommendation')?.values).toEqual([
      TEST_ANALYSIS.recommendation,
      'Hold.',
    ])
    expect(rows.find(({ label }) => label === 'Evidence')?.values[1]).toBe('Helps in 51 of 100 histories.')
    expect(rows.find(({ label }) => label === 'Actions')?.values[1]).toBe('None')
  })

  test('discoveries by what they found', () => {
    const rows = compareDiscoveries(makeDiscovery(), makeDiscovery({ discoveries: [] }))
    expect(rows.find(({ label }) => label === 'Hedges')?.values).toEqual(['XLK put, VXX call', 'None'])
  })
})

test('the verdict on a discovery counts what protects, long shots, and what is cheap', () => {
  const { scanned } = makeDiscovery()
  const hedge = { ...PUT_PLAY, type: 'hedge' as const, insideNoise: true }
  const shot = { ...PUT_PLAY, type: 'tail-risk' as const, insideNoise: false, mispricing: 12 }
  expect(toVerdict({ scanned, discoveries: [hedge, hedge] })).toBe(
    `We scanned ${scanned.assets} assets. 2 options would pay when your portfolio falls. No option looks cheap.`,
  )
  expect(toVerdict({ scanned, discoveries: [hedge, shot] })).toBe(
    `We scanned ${scanned.assets} assets. 1 option would pay when your portfolio falls. 1 option is a long shot and would not protect it. 1 of them looks cheap.`,
  )
})
