import type { Box } from '../decode/grey-image.ts'
import type { Glyph } from './glyphs.ts'

/** Neighbouring text of one line, such as a cell of a table. */
export interface TextRun extends Box {
  /** Pixels from the top of a capital letter or digit to the line it stands on, about. */
  capHeight: number
  glyphs: readonly Glyph[]
}

/** A piece of text as it stands in the image, such as a cell of a table. */
export interface TextCell extends TextRun {
  text: string
  /** 0 to 1, as the recogniser says of itself. */
  certainty: number
  words: readonly { text: string; certainty: number; left: number; right: number }[]
  /** The lines that it takes, when there are several. */
  lines?: readonly TextCell[]
  /** Down to where a line below it goes that was left out, such as the name of an exchange. */
  reach?: number
}
