// Tests: ticker-dictionary.test.ts

/** Characters that the recogniser takes for one another. */
const LOOK_ALIKE = ['0OQDC', '1IL7JT', '5S', '8B', '2Z', '6GC', '4A', 'VYU', 'MN', 'PRF', 'EF', 'XK', 'BE', 'QO']
/** Letters so thin that they run into their neighbours and are passed over. */
export const THIN_LETTERS = 'IJL1'
const LEAST_NEARLY = 3

/** True if letters are those of a ticker, but for one of three or more, some that look alike, or a thin one that was lost. */
export function isNearly(letters: string, ticker: string): boolean {
  if (letters === ticker) return true
  if (lookAlikeDistance(letters, ticker) <= Math.min(2, letters.length - 1)) return true
  if (letters.length === ticker.length && letters.length >= LEAST_NEARLY) {
    return [...letters].filter((letter, at) => letter !== ticker[at]).length === 1
  }
  return [...ticker].some(
    (letter, at) => THIN_LETTERS.includes(letter) && ticker.slice(0, at) + ticker.slice(at + 1) === letters,
  )
}

/** How many characters differ, each by another that looks alike; 9 when they differ otherwise. */
export function lookAlikeDistance(text: string, ticker: string): number {
  if (text.length !== ticker.length) return 9
  let distance = 0
  for (let index = 0; index < text.length; index++) {
    const a = text[index] ?? ''
    const b = ticker[index] ?? ''
    if (a === b) continue
    if (!LOOK_ALIKE.some((group) => group.includes(a) && group.includes(b))) return 9
    distance++
  }
  return distance
}
