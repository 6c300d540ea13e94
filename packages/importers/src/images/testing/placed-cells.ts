import { WIDELY_HELD } from '../../widely-held.ts'
import { TickerDictionary } from '../layout/ticker-dictionary.ts'
import type { FigureRole, Layout, LayoutContext } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'

const LETTER = 0.6
const BLANK = 0.5
const GAP = 0.1

/** A piece of text as it may stand in an image: letters of equal width, blanks between the words. */
export function placeText(text: string, left: number, top: number, capHeight = 20): TextCell {
  const glyphs: TextCell['glyphs'][number][] = []
  const words: { text: string; certainty: number; left: number; right: number }[] = []
  let at = left
  for (const word of text.split(' ')) {
    const start = at
    for (const letter of word) {
      const isMark = /[.,]/.test(letter)
      const width = Math.round((isMark ? 0.15 : LETTER) * capHeight)
      const height = isMark ? Math.round(0.15 * capHeight) : capHeight
      glyphs.push({ left: at, top: top + capHeight - height, right: at + width, bottom: top + capHeight, pixels: 9 })
      at += width + Math.round(GAP * capHeight)
    }
    words.push({ text: word, certainty: 0.95, left: start, right: at })
    at += Math.round(BLANK * capHeight)
  }
  const right = Math.max(...glyphs.map((glyph) => glyph.right))
  return { left, top, right, bottom: top + capHeight, capHeight, glyphs, words, text, certainty: 0.95 }
}

/** Rows of cells below each other: of each row the texts, at the given columns; an empty text leaves its column free. */
export function placeRows(rows: readonly (readonly string[])[], columns: readonly number[], pitch = 60): TextCell[] {
  return rows.flatMap((texts, row) =>
    texts.flatMap((text, column) => (text === '' ? [] : [placeText(text, columns[column] ?? 0, 100 + row * pitch)])),
  )
}

/** Context to read a layout with: the securities that many hold, and a decimal point. */
export function toContext(cells: readonly TextCell[], mark: LayoutContext['mark'] = 'point'): LayoutContext {
  return { cells, mark, dictionary: DICTIONARY }
}

/** Ticker, shares and cost of each holding, as texts of the image. */
export function summarise(layout: Layout | undefined) {
  return (layout?.candidates ?? []).map(({ security, figures }) => {
    const read = (role: FigureRole) => figures[role]?.pick(figures[role].cell.text)
    return [security.ticker, read('quantity'), read('avgCost') ?? read('costTotal')]
  })
}

const OTHERS = [
  ...['AAPL Apple', 'MSFT Microsoft', 'AMT American Tower', 'V Visa', 'T AT&T', 'F Ford Motor', 'O Realty Income'],
  ...['BRK.B Berkshire Hathaway', 'AMZN Amazon', 'NFLX Netflix', 'KO Coca-Cola', 'IWM iShares Russell 2000'],
].map((line) => ({ ticker: line.split(' ')[0] ?? '', name: line.split(' ').slice(1).join(' ') }))

const DICTIONARY = new TickerDictionary([...OTHERS, ...WIDELY_HELD])
