import type { ImportedSource } from '../imported-source.ts'
import { WIDELY_HELD } from '../widely-held.ts'
import { decodeImage } from './decode/decode-image.ts'
import { findInk } from './decode/ink.ts'
import { findDecimalMark } from './figures/figures.ts'
import { type ImageTask, refuseImage } from './image-reading.ts'
import { readList } from './layout/list-layout.ts'
import { readTables } from './layout/table-layout.ts'
import { toRows } from './layout/text-rows.ts'
import { TickerDictionary } from './layout/ticker-dictionary.ts'
import { toWholeCells } from './layout/whole-cells.ts'
import { countComplete, type Layout, type LayoutContext } from './layout.ts'
import { GlyphBank } from './recognise/glyph-bank.ts'
import { findText, readRuns } from './recognise/read-cells.ts'
import { startRecogniser } from './recognise/recogniser.ts'
import { describeDebt, partDebt, type ReadPosition } from './verdict/debt-lines.ts'
import { doubtTickers, doubtUnusualCosts } from './verdict/doubt-positions.ts'
import { describeLines, findLines, findStatedTotals } from './verdict/image-lines.ts'
import { findHabits } from './verdict/judged-figures.ts'
import { keepHoldings } from './verdict/plausible-holdings.ts'
import { toPosition } from './verdict/to-position.ts'

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
  const read: ReadPosition[] = []
  for (const [index, candidate] of doubtUnusualCosts(layout?.candidates ?? []).entries()) {
    const lines = findLines(candidate, rows)
    read.push({ candidate, position: await toPosition(candidate, lines, { dictionary, reader, habits }) })
    tell('Checking figures', 70 + Math.floor((29 * index) / (layout?.candidates.length ?? 1)))
  }
  const { positions, outside, notes } = partDebt(read)
  const none = refuseImage('No positions were recognised in this image.', CHOOSE)
  return {
    ...none,
    problems: read.length === 0 ? none.problems : [],
    lines: describeDebt(describeLines(rows, layout, mark), notes),
    positions: doubtTickers(positions),
    statedTotals: findStatedTotals(
      rows,
      read.map(({ position }) => position),
      mark,
    ),
    valuesOutside: outside,
  }
}

/** Tables whose columns have names before lists: a list is what is left when there are none. */
function findLayout(context: LayoutContext): Layout | undefined {
  const table = readTables(context)
  const list = readList(context)
  if (!table || !list) return table ?? list
  return NAMED * countComplete(table, context.mark) >= countComplete(list, context.mark) ? table : list
}

/** Factor by which names of columns are believed before the look of figures. */
const NAMED = 1.2

const CHOOSE = 'Choose a screenshot that shows tickers and shares.'
