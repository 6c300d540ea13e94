import type { ImportedSource, SourcePosition } from '../imported-source.ts'
import { WIDELY_HELD } from '../widely-held-data.ts'
import { leaveOutAvatars } from './avatars.ts'
import { decodeImage } from './decode-image.ts'
import { findDecimalMark } from './figures.ts'
import { GlyphBank } from './glyph-bank.ts'
import { describeLines, findLines, findStatedTotals } from './image-lines.ts'
import { type ImageTask, refuseImage } from './image-reading.ts'
import { findInk } from './ink.ts'
import { findHabits } from './judged-figures.ts'
import { type Candidate, countComplete, type Layout, type LayoutContext } from './layout.ts'
import { readList } from './list-layout.ts'
import { findText, readRuns } from './read-cells.ts'
import { startRecogniser } from './recogniser.ts'
import { readTables } from './table-layout.ts'
import { toRows } from './text-rows.ts'
import { TickerDictionary } from './ticker-dictionary.ts'
import { toPosition } from './to-position.ts'

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
  const layout = findLayout({ cells: leaveOutAvatars(cells), dictionary, mark })
  const reader = { ink: found.ink, bank: new GlyphBank(found.ink, cells), recognise, mark }
  const rows = toRows(cells)
  const habits = findHabits(layout?.candidates ?? [], reader)
  const positions: SourcePosition[] = []
  for (const [index, candidate] of doubtMissingCosts(layout?.candidates ?? []).entries()) {
    const lines = findLines(candidate, rows)
    positions.push(await toPosition(candidate, lines, { dictionary, reader, habits }))
    tell('Checking figures', 70 + Math.floor((29 * index) / (layout?.candidates.length ?? 1)))
  }
  doubtLettersThatRepeat(positions)
  const none = refuseImage('No positions were recognised in this image.', CHOOSE)
  return {
    ...none,
    problems: positions.length === 0 ? none.problems : [],
    lines: describeLines(rows, layout, mark),
    positions,
    statedTotals: findStatedTotals(rows, positions, mark),
  }
}

/** Of the tickers that people hold few have one letter; where most have, they are rather initials in pictures. */
const FEWEST_INITIALS = 3

/**
 * A single letter at several holdings is a mark, such as an arrow, rather than the ticker of each; single letters at most
 * holdings are initials.
 */
function doubtLettersThatRepeat(positions: SourcePosition[]): void {
  const letters = positions.filter(({ ticker }) => ticker.length === 1).length
  const areInitials = letters >= FEWEST_INITIALS && letters >= 0.5 * positions.length
  for (const [index, position] of positions.entries()) {
    const { ticker, doubts } = position
    const isRepeated = positions.filter((other) => other.ticker === ticker).length > 1
    if (ticker.length > 1 || !(isRepeated || areInitials)) continue
    const reason = isRepeated
      ? `"${ticker}" stands at more than one holding of this image; it may be a mark beside the ticker.`
      : `"${ticker}" is one of many single letters in this image; it may be an initial beside the ticker.`
    positions[index] = {
      ...position,
      certainty: Math.min(position.certainty, 0.6),
      doubts: [...doubts, { field: 'ticker', reason }],
    }
  }
}

/** Where other positions of the image have a cost, one without it was not read, or is of another kind. */
function doubtMissingCosts(candidates: readonly Candidate[]): Candidate[] {
  const hasCost = ({ figures }: Candidate) => figures.avgCost !== undefined || figures.costTotal !== undefined
  const costDoubt = 'Other positions of this image have a cost; none was recognised here.'
  const isUsual = candidates.some(hasCost)
  return candidates.map((candidate) => (isUsual && !hasCost(candidate) ? { ...candidate, costDoubt } : candidate))
}

/** Tables whose columns have names before lists: a list is what is left when there are none. */
function findLayout(context: LayoutContext): Layout | undefined {
  const table = readTables(context)
  const list = readList(context)
  if (!table || !list) return table ?? list
  return countComplete(table) >= countComplete(list) ? table : list
}

const CHOOSE = 'Choose a screenshot that shows tickers and shares.'
