import { expect, test } from 'vitest'
import { describeLimitation, describeOutcomes, listConfidenceParts, summarizeConfidence } from './confidence-view.ts'

const DETAIL = {
  data: 1,
  resamples: 0.8,
  resampleCount: 500,
  windows: 1,
  windowCount: 9,
  calibrated: false,
  calibratedBy: null,
}

test('D, P and S stand with what they measured', () => {
  expect(summarizeConfidence(DETAIL)).toBe('D 100%, P 80%, S 100%')
  expect(listConfidenceParts(DETAIL).map(({ meaning }) => meaning)).toEqual([
    'of the value has a year of its own prices and a fresh one',
    'of 500 resampled histories speak for it, net of cost',
    'of 9 past windows and crises speak for it',
  ])
})

test.each([
  [{}, 'Limited by chance: it helps in 80% of resampled histories'],
  [{ data: 0.25, resamples: 0.9 }, 'Limited by the data: 25% of the value is covered'],
  // 0.5 + 0.5 × 1/3 = 0.67 is the smallest factor; √0.9 = 0.95.
  [{ data: 0.9, windows: 1 / 3 }, 'Limited by the past: 3 of 9 windows agree'],
  [{ resamples: 0.95 }, 'As high as Ballast states it'],
  [{ resamples: 0, resampleCount: 0 }, 'Limited by too little history'],
  [{ calibrated: true }, 'Corrected by how often such advice came true'],
])('what limits it: %j', (changes, words) => {
  expect(describeLimitation({ ...DETAIL, ...changes })).toBe(words)
})

test('says of every figure whether outcomes stand behind it', () => {
  expect(describeOutcomes(DETAIL)).toMatch(/^An estimate: no advice/)
  const byReplay = { ...DETAIL, calibrated: true, calibratedBy: 'replay' } as const
  expect(describeOutcomes(byReplay)).toContain('replayed for a sample portfolio')
  expect(describeLimitation(byReplay)).toBe('Corrected by the replay of past months')
  expect(describeOutcomes({ ...byReplay, calibratedBy: 'record' })).toContain('came true')
})
