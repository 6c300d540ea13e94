/**
 * Measures the reading of screenshots on screens that a random grammar draws: right cells, cells that are wrong without
 * a doubt beside them, and doubts on right cells, by structure.
 * `node scripts/measure-position-images.ts tuning|check [layouts] [pictures of each] [folder that keeps the pictures]`
 * Layouts are a count, or numbers and ranges such as `7,500-549`.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readImage } from '@ballast/importers/images'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGUMENTS } from '../e2e/support/chromium-arguments.ts'
import { listKnownInstruments } from '../server/src/market-data/known-instruments.ts'
import { photograph } from './position-images/photograph.ts'
import { drawRandomScreen, LAYOUT_SETS, toLayoutSeed } from './position-images/random-screens.ts'
import { addScores, EMPTY_SCORE, type Score, scoreReading } from './position-images/score-reading.ts'
import { findOrInstallChromium } from './test/chromium.ts'

const [name = 'tuning', layouts = '20', pictures = '1', folder] = process.argv.slice(2)
const set = LAYOUT_SETS.find((known) => known === name)
if (!set) throw new Error(`Say which layouts: ${LAYOUT_SETS.join(' or ')}.`)
if (folder !== undefined) await mkdir(folder, { recursive: true })

const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: CHROMIUM_ARGUMENTS })
const instruments = listKnownInstruments()
const scores = new Map<string, Score>()
const began = process.cpuUsage()
const ranges = /^\d+$/.test(layouts) ? [`0-${Number(layouts) - 1}`] : layouts.split(',')
const numbers = ranges.flatMap((range) => {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
})
for (let picture = 1; picture <= Number(pictures); picture++) {
  for (const layout of numbers) await measure(layout, picture)
}
await browser.close()
print()
// The recogniser would keep the process alive.
process.exit()

async function measure(layout: number, picture: number): Promise<void> {
  const screen = drawRandomScreen(toLayoutSeed(set ?? 'tuning', layout), picture)
  const { bytes, positions } = await photograph(screen, browser)
  const source = await readImage({ bytes, instruments, progress: undefined })
  const score = scoreReading(positions, source)
  const title = `${name}-${layout}-${picture}`
  const type = screen.jpegQuality === null ? 'png' : 'jpg'
  if (folder !== undefined) await writeFile(path.join(folder, `${title}.${type}`), bytes)
  for (const key of ['all', screen.structure]) scores.set(key, addScores(scores.get(key) ?? EMPTY_SCORE, score))
  if (score.right === score.cells && score.wrongThoughSure === 0) return
  console.log(`${title} ${score.right}/${score.cells} ${screen.description}`)
  for (const line of score.wrong) console.log(`    ${line}`)
}

function print(): void {
  console.log(
    '| Structure | Pictures | Cells | Right | Wrong without a doubt | Doubts on right cells |\n|---|---|---|---|---|---|',
  )
  for (const [key, { pictures: count, cells, right, wrongThoughSure, doubtedRight }] of [...scores].sort()) {
    const percent = (of: number, all: number) => (all === 0 ? '–' : `${((100 * of) / all).toFixed(1)} %`)
    console.log(
      `| ${key} | ${count} | ${cells} | ${percent(right, cells)} | ${wrongThoughSure} | ${percent(doubtedRight, right)} |`,
    )
  }
  const { user, system } = process.cpuUsage(began)
  console.log(
    `${((user + system) / 1e6 / Math.max(1, scores.get('all')?.pictures ?? 1)).toFixed(2)} s of processor time a picture`,
  )
}
