/** One byte a pixel, row by row. */
export interface GreyImage {
  width: number
  height: number
  pixels: Uint8Array
}

/** Pixel bounds; `right` and `bottom` are the first column and row outside. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const widthOf = ({ left, right }: Box) => right - left
export const heightOf = ({ top, bottom }: Box) => bottom - top
export const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2
export const centreOf = ({ left, right }: Box) => (left + right) / 2

/** The smallest box around all of them; boxes must not be empty. */
export function boxAround(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

/** How far two boxes share rows, as a fraction of the lower one of them. */
export function sharedRows(a: Box, b: Box): number {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return shared / Math.max(1, Math.min(heightOf(a), heightOf(b)))
}

/** Middle value, the upper one of two; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
