import { expect, test } from 'vitest'
import { describeEvidence, describeOutcomes, listEvidenceParts } from './evidence-view.ts'

const DETAIL = {
  data: 1,
  resamples: 0.92,
  resampleCount: 500,
  windows: 8 / 9,
  windowCount: 9,
  within: 0.88,
  alternative: 0.12,
  calibrated: false,
  calibratedBy: null,
}

test('evidence is told in the words of the analysis, and counted for those of earlier versions', () => {
  const evidence = 'Helps in 92 of 100 histories, 8 of 9 crises.'
  expect(describeEvidence({ evidence, confidenceDetail: DETAIL })).toBe(evidence)
  const old = { ...DETAIL, within: null, alternative: null }
  expect(describeEvidence({ evidence: '', confidenceDetail: old })).toBe(
    'Its first action helps in 92 of 100 histories, 8 of 9 past stretches and crises, as an earlier version counted.',
  )
  expect(describeEvidence({ evidence: '', confidenceDetail: { ...old, resampleCount: 0 } })).toMatch(/^Too little/)
  expect(listEvidenceParts(old)).toEqual([])
})

test('its parts stand with what was counted, and no percentage', () => {
  const parts = listEvidenceParts(DETAIL)
  expect(parts.map(({ text }) => text)).toEqual(['88 of 100', '12 of 100', '100 of 100'])
  expect(listEvidenceParts({ ...DETAIL, alternative: null })).toHaveLength(2)
  expect(JSON.stringify(parts)).not.toContain('%')
})

test('it is called confidence only once outcomes stand behind it', () => {
  expect(describeOutcomes(DETAIL)).toMatch(/^This is not a chance of success/)
  expect(describeOutcomes({ ...DETAIL, calibrated: true, calibratedBy: 'record' })).toMatch(/^We call it confidence/)
  expect(describeOutcomes({ ...DETAIL, calibrated: true, calibratedBy: 'replay' })).toMatch(
    /^This is not a chance of success/,
  )
})
