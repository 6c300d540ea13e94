import type { ImportReview, StreamStep } from '@ballast/contract'
import { expect, test } from 'vitest'
import { describeImages, describeProgress, toImageProgress } from './image-steps.ts'

const STEPS: readonly StreamStep[] = [
  { id: 'image-1', label: 'Read, 7 positions', state: 'done' },
  { id: 'image-2', label: 'b.png: Reading table', state: 'running', done: 64, total: 100 },
  { id: 'image-3', label: 'c.png', state: 'waiting' },
  { id: 'image-4', label: 'd.png', state: 'failed' },
  { id: 'check', label: 'Checking tickers', state: 'running' },
]

test.each([
  [0, 'a.png', { state: 'done', label: 'Read, 7 positions', percent: 100 }],
  [1, 'b.png', { state: 'running', label: 'Reading table, 64%', percent: 64 }],
  [2, 'c.png', { state: 'waiting', label: 'Waiting', percent: 0 }],
  [3, 'd.png', { state: 'failed', label: 'No positions were found in it', percent: 0 }],
  [4, 'e.png', undefined],
])('image %i, %s', (index, name, progress) => {
  expect(toImageProgress(STEPS, index, name)).toEqual(progress)
})

test('what is said aloud counts images and no other steps', () => {
  expect(describeProgress(STEPS, 4)).toBe('1 of 4 images read, 1 could not be read')
  expect(describeProgress([], 1)).toBe('0 of 1 image read')
})

test('what came of each image is counted by where its lines stand; one position may stand in two', () => {
  const lines = (...sources: number[]) => ({ lines: sources.map((source) => ({ source, line: 1 })) })
  const positions = [lines(0), lines(0, 2), lines(2)] as Parameters<typeof describeImages>[0]['positions']
  const sources = [0, 1, 3].map((place) => ({ name: 'Bild', place })) as ImportReview['sources']
  expect(describeImages({ positions, sources })).toEqual([
    'Read, 2 positions',
    'Read, 0 positions',
    undefined,
    'Read, 2 positions',
  ])
  expect(describeImages({ positions: [], sources: sources.slice(0, 1) })).toEqual(['Read, 0 positions'])
})
