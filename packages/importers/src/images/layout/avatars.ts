// Tests: whole-cells.test.ts

import { centreOf, heightOf, middleOf, widthOf } from '../decode/grey-image.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import type { TickerDictionary } from './ticker-dictionary.ts'

/** A list has a picture beside each of its rows. */
const FEWEST_PICTURES = 3
/** Part of what stands in the column of pictures that is an initial. */
const MOSTLY = 0.6
/** In heights of the letter: how far a picture reaches around it, and how far to the right its name begins. */
const REACH = 2.4
const TO_NAME = 6
const INITIALS = /^[A-Za-z0]{1,3}$/

/**
 * Leaves out the letters in round pictures beside names ("A" beside "AMZN", "AM" beside "American Tower"), with what else
 * was read in these pictures. A column of short words is one of pictures when nearly each is the beginning of a text at
 * its right, or the initials of one; and when they are more than single letters, only where tickers stand at their right.
 */
export function leaveOutAvatars(cells: readonly TextCell[], dictionary: TickerDictionary): readonly TextCell[] {
  const letters = cells.filter((cell) => INITIALS.test(cell.text) && namesBeside(cell, cells).length > 0)
  const columns = letters.filter((letter, at) => letters.findIndex((other) => isInColumn(letter, other)) === at)
  // Cards beside each other have a picture each.
  const pictures = columns.flatMap((first) => {
    const column = letters.filter((letter) => isInColumn(first, letter))
    const others = cells.filter(
      (cell) => isInColumn(first, cell) && !column.includes(cell) && isNextToText(cell, first, cells),
    )
    const isMixed = column.length < MOSTLY * (column.length + others.length)
    const areLonger = column.some(({ text }) => text.length > 1) && !standBesideTickers(column, cells, dictionary)
    return isMixed || areLonger ? [] : column
  })
  if (pictures.length < FEWEST_PICTURES) return cells
  const isPicture = (cell: TextCell) =>
    cell.text.length <= 3 &&
    pictures.some(
      (each) =>
        Math.abs(centreOf(cell) - centreOf(each)) < REACH * each.capHeight &&
        Math.abs(middleOf(each) - middleOf(cell)) < REACH * each.capHeight &&
        (cell.text.length === 1 || isInColumn(each, cell) || cell.capHeight < 0.75 * each.capHeight),
    )
  return cells.filter((cell) => !isPicture(cell))
}

const isInColumn = (letter: TextCell, cell: TextCell) => Math.abs(centreOf(cell) - centreOf(letter)) < letter.capHeight

/** True if a piece of text stands where a picture would, with a name at its right: labels below pictures do not. */
const isNextToText = (cell: TextCell, { capHeight }: TextCell, cells: readonly TextCell[]) =>
  cell.capHeight > 0.7 * capHeight && besides(cell, cells).some(({ text }) => /\p{L}{2}/u.test(text))

/** In heights: how far a picture's name begins at its right, and how much lower its letters are. */
const BESIDE = 3.5
const LOWER = 0.75
const SQUARE = { narrowest: 0.6, widest: 1.6 }

/** Leaves out pictures that were read as letters: a column of what is as wide as high, each beside a smaller text. */
export function leaveOutPictures(cells: readonly TextCell[]): readonly TextCell[] {
  const pictures = cells.filter((cell) => {
    const aspect = widthOf(cell) / heightOf(cell)
    const isSquare = aspect > SQUARE.narrowest && aspect < SQUARE.widest
    return isSquare && cell.text.length <= 3 && cells.some((other) => isNameOfPicture(cell, other))
  })
  const isBelow = (one: TextCell, other: TextCell) => Math.abs(centreOf(one) - centreOf(other)) < 0.3 * heightOf(one)
  return cells.filter((cell) => {
    if (!pictures.includes(cell)) return true
    const column = cells.filter((other) => isBelow(cell, other) && heightOf(other) > LOWER * heightOf(cell))
    const alike = column.filter((other) => pictures.includes(other))
    return alike.length < FEWEST_PICTURES || alike.length < MOSTLY * column.length
  })
}

const isNameOfPicture = (picture: TextCell, cell: TextCell) =>
  cell.text.length > picture.text.length &&
  cell.left >= picture.right &&
  cell.left - picture.right < BESIDE * heightOf(picture) &&
  cell.capHeight < LOWER * heightOf(picture) &&
  cell.bottom > picture.top &&
  cell.top < picture.bottom

/** Texts at the right of letters that begin with them, or whose words do. */
function namesBeside(letter: TextCell, cells: readonly TextCell[]): TextCell[] {
  const initials = toPlain(letter.text)
  const isTickerInLine = (cell: TextCell) =>
    /^[A-Z.]{1,5}$/.test(cell.text) &&
    cell.left > letter.right &&
    Math.abs(middleOf(cell) - middleOf(letter)) < 0.6 * letter.capHeight
  const texts = [...besides(letter, cells), ...cells.filter(isTickerInLine)]
  return texts.filter(({ text }) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
    const ofWords = words.map((word) => word[0] ?? '').join('')
    const isOfTicker = words.some((word) => /^[A-Z]{1,5}$/.test(word) && word.startsWith(initials))
    return isOfTicker || toPlain(text).startsWith(initials) || toPlain(ofWords).startsWith(initials)
  })
}

const besides = (letter: TextCell, cells: readonly TextCell[]) =>
  cells.filter(
    (cell) =>
      cell.left > letter.right + 0.5 * letter.capHeight &&
      cell.left - letter.right < TO_NAME * letter.capHeight &&
      Math.abs(middleOf(cell) - middleOf(letter)) < 2.2 * letter.capHeight,
  )

function standBesideTickers(
  column: readonly TextCell[],
  cells: readonly TextCell[],
  dictionary: TickerDictionary,
): boolean {
  const isTicker = ({ text }: TextCell) =>
    /^[A-Z]{1,5}(?![A-Za-z])/.test(text) && dictionary.findIn(text, true)?.isKnown
  return column.filter((letter) => besides(letter, cells).some(isTicker)).length >= 0.5 * column.length
}

const toPlain = (text: string) => text.toUpperCase().replaceAll('0', 'O')
