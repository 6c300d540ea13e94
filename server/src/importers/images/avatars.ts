import { centreOf, middleOf } from './grey-image.ts'
import type { TextCell } from './read-cells.ts'

/** A list has a picture beside each of its rows. */
const FEWEST_PICTURES = 3
/** Part of what stands in the column of pictures that is a single letter. */
const MOSTLY = 0.7
/** In heights of the letter: how far a picture reaches around it, and how far to the right its name begins. */
const REACH = 2.4
const TO_NAME = 6

/**
 * Leaves out the letters in round pictures beside names ("A" beside "AMZN"), with what else was read in these pictures.
 * A column of single letters is one of pictures when nearly each letter is the first one of a text at its right; of
 * tickers hardly any has a single letter.
 */
export function leaveOutAvatars(cells: readonly TextCell[]): readonly TextCell[] {
  const letters = cells.filter((cell) => /^[A-Za-z0]$/.test(cell.text) && hasNameBeside(cell, cells))
  for (const letter of letters) {
    const height = letter.capHeight
    const isInColumn = (cell: TextCell) => Math.abs(centreOf(cell) - centreOf(letter)) < height
    const column = letters.filter(isInColumn)
    const others = cells.filter((cell) => isInColumn(cell) && cell.capHeight > 0.7 * height && !column.includes(cell))
    if (column.length < FEWEST_PICTURES || column.length < MOSTLY * (column.length + others.length)) continue
    const isPicture = (cell: TextCell) =>
      cell.text.length <= 3 &&
      Math.abs(centreOf(cell) - centreOf(letter)) < REACH * height &&
      column.some((each) => Math.abs(middleOf(each) - middleOf(cell)) < REACH * height) &&
      (cell.text.length === 1 || cell.capHeight < 0.75 * height)
    return cells.filter((cell) => !isPicture(cell))
  }
  return cells
}

function hasNameBeside(letter: TextCell, cells: readonly TextCell[]): boolean {
  const height = letter.capHeight
  return cells.some(
    (cell) =>
      cell.text[0]?.toUpperCase().replace('0', 'O') === letter.text.toUpperCase().replace('0', 'O') &&
      cell.left > letter.right + 0.5 * height &&
      cell.left - letter.right < TO_NAME * height &&
      Math.abs(middleOf(cell) - middleOf(letter)) < 2 * height,
  )
}
