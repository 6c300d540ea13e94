import type { Box } from '../decode/grey-image.ts'
import type { Glyph } from './glyphs.ts'

/** A piece of text as it stands in the image, such as a cell of a table. */
export interface TextCell extends Box {
  text: string
  /** 0 to 1, as the recogniser says of itself. */
  certainty: number
  capHeight: number
  glyphs: readonly Glyph[]
  words: readonly { text: string; certainty: number; left: number; right: number }[]
  /** The lines that it takes, when there are several. */
  lines?: readonly TextCell[]
}
