// Tests: ../../workers/image-reader.test.ts, ../../workers/image-reader.shared.test.ts

import type { ImportedSource, SourcePosition } from '../imported-source.ts'
import { WIDELY_HELD } from '../widely-held-data.ts'
import { decodeImage } from './decode-image.ts'
import { doubtMissingCosts, doubtTickers } from './doubt-positions.ts'
import { findDecimalMark } from './figures.ts'
import { GlyphBank } from './glyph-bank.ts'
import { describeLines, findLines, findStatedTotals } from './image-lines.ts'
import { type ImageTask, refuseImage } from './image-reading.ts'
import { findInk } from './ink.ts'
import { findHabits } from './judged-figures.ts'
import { countComplete, type Layout, type LayoutContext } from './layout.ts'
import { readList } from './list-layout.ts'
import { keepHoldings } from './plausible-holdings.ts'
import { findText, readRuns } from './read-cells.ts'
import { startRecogniser } from './recogniser.ts'
import { readTables } from './table-layout.ts'
import { toRows } from './text-rows.ts'
import { TickerDictionary } from './ticker-dictionary.ts'
import { toPosition } from './to-position.ts'
import { toWholeCells } from './whole-cells.ts'

/**
 * Reads the positions that one screenshot shows. Runs in a worker thread, keeps nothing of the image and writes none of
 * it anywhere.
 *
 * @returns a source without positions and with the reason when the image cannot be read
 */
export async function readImage({ bytes, instruments, progress }: ImageTask): Promise<ImportedSource> {
  const tell = (label: string, done: number) => progress?.postMessage({ label, done, total: 100 })
  tell('Opening image', 0)
  const image = await decodeImage(bytes).catch(() => undefined)
  if (!image) {
    return refuseImage('The image is damaged or cut off.', 'Take the screenshot again, or save it as PNG.')
  }
  tell('Finding text', 5)
  const found = await findText(findInk(image))
  if (!found) return refuseImage('This looks like a photograph, not like a screenshot of positions.', CHOOSE)
  const recognise = await startRecogniser()
  tell('Reading table', 10)
  const cells = await readRuns(found, recognise, (done) => {
    tell('Reading table', 10 + Math.floor((60 * done) / Math.max(1, found.runs.length)))
  })
  if (cells.length === 0) return refuseImage('There is no text in this image.', CHOOSE)
  const mark = findDecimalMark(cells.map(({ text }) => text))
  const dictionary = new TickerDictionary([...instruments, ...WIDELY_HELD])
  const context = { cells, dictionary, mark }
  const layout = keepHoldings(findLayout({ ...context, cells: toWholeCells(context, image.height) }), context)
  const reader = { ink: found.ink, bank: new GlyphBank(found.ink, cells), recognise, mark }
  const rows = toRows(cells)
  const habits = findHabits(layout?.candidates ?? [], reader)
  const positions: SourcePosition[] = []
  for (const [index, candidate] of doubtMissingCosts(layout?.candidates ?? []).entries()) {
    const lines = findLines(candidate, rows)
    positions.push(await toPosition(candidate, lines, { dictionary, reader, habits }))
    tell('Checking figures', 70 + Math.floor((29 * index) / (layout?.candidates.length ?? 1)))
  }
  const none = refuseImage('No positions were recognised in this image.', CHOOSE)
  return {
    ...none,
    problems: positions.length === 0 ? none.problems : [],
    lines: describeLines(rows, layout, mark),
    positions: doubtTickers(positions),
    statedTotals: findStatedTotals(rows, positions, mark),
  }
}

/** Tables whose columns have names before lists: a list is what is left when there are none. */
function findLayout(context: LayoutContext): Layout | undefined {
  const table = readTables(context)
  const list = readList(context)
  if (!table || !list) return table ?? list
  return NAMED * countComplete(table, context.mark) >= countComplete(list, context.mark) ? table : list
}

/** What the names of columns say is believed before what figures seem to be. */
const NAMED = 1.2

const CHOOSE = 'Choose a screenshot that shows tickers and shares.'
