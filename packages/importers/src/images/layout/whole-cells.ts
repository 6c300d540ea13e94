import { mendLabels } from '../figures/labels.ts'
import { type LayoutContext, withoutRules } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { leaveOutAvatars, leaveOutPictures } from './avatars.ts'
import { leaveOutBullets } from './bullets.ts'
import { cutExchange, leaveOutExchanges } from './exchanges.ts'
import { partGluedRows } from './glued-rows.ts'
import { partNamedTickers } from './named-tickers.ts'
import { joinOptionTerms } from './option-terms.ts'
import { readSingleShares } from './single-shares.ts'
import { joinWrappedLines } from './wrapped-lines.ts'

/**
 * The pieces of text that say something, each whole: without pictures, bullets and what the edge of the image cuts off,
 * rows that were read as one piece parted, and what was wrapped into a second line joined. Where a share is listed is no part of
 * a position.
 *
 * @param height of the image
 */
export function toWholeCells({ cells, dictionary, mark }: LayoutContext, height: number): readonly TextCell[] {
  // What the lower edge of the image cuts through is not there to be read.
  const shown = cells
    .filter(({ bottom }) => bottom < height - 1)
    .map((cell) => ({ ...cell, text: withoutRules(cell.text) }))
  const listed = leaveOutExchanges(shown).map(cutExchange)
  const text = leaveOutAvatars(leaveOutPictures(partGluedRows(mendLabels(listed), mark)), dictionary)
  const whole = joinOptionTerms(joinWrappedLines(leaveOutBullets(text, mark)))
  return readSingleShares(partNamedTickers({ cells: whole, dictionary }))
}
