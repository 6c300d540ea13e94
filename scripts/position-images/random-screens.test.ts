import type { SourcePosition } from '@ballast/importers'
import { describe, expect, test } from 'vitest'
import { drawRandomScreen, LAYOUT_SETS, type RandomScreen, toLayoutSeed } from './random-screens.ts'
import { addScores, scoreReading } from './score-reading.ts'

const LAYOUTS = 60
const tuning = Array.from({ length: LAYOUTS }, (_, layout) => drawRandomScreen(toLayoutSeed('tuning', layout), 1))
const check = Array.from({ length: LAYOUTS }, (_, layout) => drawRandomScreen(toLayoutSeed('check', layout), 1))

/** Returns the look of a screen, whatever it holds. */
const toLook = ({ html, description, width, scale }: RandomScreen) =>
  [html.slice(0, html.indexOf('</style>')), description, width, scale].join()

describe('screens drawn by a grammar', () => {
  test('the same seeds draw the same screen, another picture other holdings in the same layout', () => {
    expect(drawRandomScreen(7, 3)).toEqual(drawRandomScreen(7, 3))
    const [one, other] = [drawRandomScreen(7, 3), drawRandomScreen(7, 4)]
    expect(toLook(one)).toBe(toLook(other))
    expect(one.positions).not.toEqual(other.positions)
  })

  test('layouts to tune by and layouts to check with have none in common', () => {
    const looks = [...tuning, ...check].map(toLook)
    expect(new Set(looks).size).toBe(looks.length)
    expect(LAYOUT_SETS.map((set) => toLayoutSeed(set, 0))).toEqual([0, 100_000])
  })

  test('all structures, cut edges, compression and turned pictures occur', () => {
    expect(new Set(tuning.map(({ structure }) => structure)).size).toBe(4)
    for (const screens of [tuning, check]) {
      expect(screens.some(({ isCut }) => isCut)).toBe(true)
      expect(screens.some(({ jpegQuality }) => jpegQuality !== null)).toBe(true)
      expect(screens.some(({ html }) => /rotate\(-?\d*\.?\d*[1-9]/.test(html))).toBe(true)
      expect(screens.some(({ html }) => html.includes('feTurbulence'))).toBe(true)
    }
  })

  test('what is to be read stands on the screen: each ticker, and its shares and cost as the language writes them', () => {
    for (const { html, positions } of tuning) {
      const text = html.slice(html.indexOf('<main>')).replaceAll(/\s/g, '')
      for (const { ticker, shares, avgCost, costTotal } of positions) {
        expect(text).toContain(ticker)
        for (const figure of [shares, avgCost, costTotal]) {
          const spellings = ['en-US', 'de-DE', 'fr-FR'].map((locale) =>
            figure?.toLocaleString(locale, { maximumFractionDigits: 6 }).replaceAll(/\s/g, ''),
          )
          expect(figure === null || spellings.some((spelling) => text.includes(spelling ?? ''))).toBe(true)
        }
      }
    }
  })
})

describe('the score of a reading', () => {
  const wanted = { ticker: 'KO', shares: 3, avgCost: 50, costTotal: null }
  const read = (position: Partial<SourcePosition>) =>
    ({ ticker: 'KO', shares: '3', avgCost: '50.00', certainty: 0.99, doubts: [], ...position }) as SourcePosition
  const score = (...positions: SourcePosition[]) => scoreReading([wanted], { positions })

  test('counts right cells, wrong ones that look sure, and doubts on right ones', () => {
    expect(score(read({}))).toMatchObject({ cells: 3, right: 3, wrongThoughSure: 0, doubtedRight: 0 })
    expect(score(read({ shares: '8' }))).toMatchObject({ right: 2, wrongThoughSure: 1 })
    const doubts = [{ field: 'ticker' as const, reason: 'Hard to read.' }]
    expect(score(read({ shares: '8', doubts }))).toMatchObject({ right: 2, wrongThoughSure: 0, doubtedRight: 1 })
  })

  test('a position too few or too many is three wrong cells', () => {
    expect(score()).toMatchObject({ cells: 3, right: 0, wrongThoughSure: 0 })
    expect(score(read({}), read({ ticker: 'BATS' }))).toMatchObject({ cells: 6, right: 3, wrongThoughSure: 3 })
    expect(addScores(score(), score(read({})))).toMatchObject({ pictures: 2, cells: 6, right: 3 })
  })

  test('a cost of which only the total is shown is right when it gives that total', () => {
    const total = { ...wanted, avgCost: null, costTotal: 100.01 }
    expect(scoreReading([total], { positions: [read({ avgCost: '33.3367' })] }).right).toBe(3)
    expect(scoreReading([total], { positions: [read({ avgCost: '33.33' })] }).right).toBe(2)
  })
})
