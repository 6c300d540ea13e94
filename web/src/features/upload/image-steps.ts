import type { ImportReview, StreamStep } from '@ballast/contract'
import { countOf } from '../../lib/format.ts'

/** How far the reading of one image is. */
export interface ImageProgress {
  state: StreamStep['state']
  /** `Reading table, 64%`, `Read, 7 positions`, or why it failed. */
  label: string
  /** 0 to 100, as measured. */
  percent: number
}

/** Words for an image where the server names it and nothing more. */
const WORDS: Readonly<Record<StreamStep['state'], string>> = {
  waiting: 'Waiting',
  running: 'Reading table',
  done: 'Read',
  failed: 'No positions were found in it',
}

/**
 * The progress of an image by its place among those sent; `undefined` before the server has said anything of it.
 *
 * @param name of the image, which its label may begin with and which stands beside it already
 */
export function toImageProgress(steps: readonly StreamStep[], index: number, name: string): ImageProgress | undefined {
  const step = steps.find(({ id }) => id === `image-${index + 1}`)
  if (!step) return undefined
  const { state, done = 0, total = 0 } = step
  const rest = step.label.startsWith(name) ? step.label.slice(name.length).replace(/^:\s*/, '') : step.label
  const label = rest || WORDS[state]
  const percent = state === 'done' ? 100 : total > 0 ? Math.round((100 * done) / total) : 0
  return { state, label: state === 'running' && percent > 0 ? `${label}, ${percent}%` : label, percent }
}

/**
 * `Read, 7 positions`: what came of each image, by its place among those that were sent, once all are read; nothing for one
 * that was sent twice.
 */
export function describeImages({
  positions,
  sources,
}: Pick<ImportReview, 'positions' | 'sources'>): (string | undefined)[] {
  const counts = sources.map(() => 0)
  for (const { lines } of positions) {
    for (const source of new Set(lines.map((line) => line.source))) counts[source] = (counts[source] ?? 0) + 1
  }
  const words: (string | undefined)[] = []
  for (const [source, { place = source }] of sources.entries()) {
    words[place] = `Read, ${countOf(counts[source] ?? 0, 'position')}`
  }
  return words
}

/** `2 of 3 images read`: said aloud as it changes, unlike every percent. */
export function describeProgress(steps: readonly StreamStep[], imageCount: number): string {
  const images = steps.filter(({ id }) => id.startsWith('image-'))
  const read = images.filter(({ state }) => state === 'done').length
  const failed = images.filter(({ state }) => state === 'failed').length
  const failures = failed > 0 ? `, ${failed} could not be read` : ''
  return `${read} of ${imageCount} ${imageCount === 1 ? 'image' : 'images'} read${failures}`
}
