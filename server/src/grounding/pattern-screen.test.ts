import { expect, test } from 'vitest'
import { screenFor } from './pattern-screen.ts'

const MANY = Array.from({ length: 50 }, (_, place) => new RegExp(`\\bword${place}x\\b|\\bno${place}(?:y|z)`))
const screen = screenFor([
  /\b(?:free|cheap) (?:lunch|money)\b|\bcheap[^|)]cost\b|(?<!not )\bsafe\b/,
  /n['’]t lose|\brisk\b(?! premium)/i,
  /[(|]sic[)|]|\\\|/,
  ...MANY,
])

test.each([
  'a free lunch',
  'cheap(cost',
  'it is SAFE',
  'you can’t lose',
  'the risk',
  '(sic)',
  'x|sic|',
  'a \\| b',
  'word0x',
  'word49x',
  'no7z',
])('finds in "%s" what one of its patterns finds', (text) => {
  expect(screen(text)).toBe(true)
})

test.each(['', 'not safe', 'unsafe', 'a risk premium', 'cheap|cost', 'sic', 'sword7x', 'word7xy', 'uno7z'])(
  'passes "%s", in which none of them finds anything',
  (text) => {
    expect(screen(text)).toBe(false)
  },
)
