import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { SignedInUser } from '../../http/authentication.ts'
import { takePage } from './paging.ts'
import { quote, toPlainText, withPlainTexts } from './plain-text.ts'
import { defineTool, type ToolContext } from './tool.ts'

const context: ToolContext = {
  user: { id: 'u' } as SignedInUser,
  idempotencyKey: undefined,
  progress: { step() {}, partial() {} },
  signal: new AbortController().signal,
}

/** A tool that answers with whatever is given to it. */
const echo = (answer: { text: string; figure: number; hidden?: string }) =>
  defineTool({
    name: 'echo',
    title: 'Echo',
    description: 'Says what it is told.',
    scope: 'read:portfolios',
    input: z.strictObject({ times: z.number().int().max(9).optional() }),
    output: z.object({ text: z.string(), figure: z.number() }),
    load: async () => answer,
    summarise: ({ text }) => text,
  })

describe('a tool', () => {
  test('tells nothing that its output does not name, and figures as they are', async () => {
    const figure = 0.1 + 0.2
    const { content } = await echo({ text: 'x', figure, hidden: 'secret' }).run({}, context)
    expect(content).toEqual({ text: 'x', figure })
  })

  test('refuses arguments that do not fit, each by its name', async () => {
    const run = echo({ text: 'x', figure: 1 }).run({ times: 10, unknown: 1 }, context)
    await expect(run).rejects.toMatchObject({ fields: { status: 400, error: expect.stringContaining('"times"') } })
    await expect(run).rejects.toThrow('unknown')
  })

  test('cuts lists of what was left out, wherever they stand, and says how many there are', async () => {
    const tickers = Array.from({ length: 51 }, (_, index) => `T${index}`)
    const tool = defineTool({
      name: 'echo',
      title: 'Echo',
      description: 'Lists.',
      scope: 'read:portfolios',
      input: z.strictObject({}),
      output: z.object({
        unpriced: z.record(z.string(), z.string()),
        coverage: z.object({ missingHistory: z.array(z.string()) }),
        leftOut: z.array(z.string()),
        rows: z.array(z.string()),
      }),
      load: async () => ({
        unpriced: Object.fromEntries(tickers.map((ticker) => [ticker, 'unknown-ticker'])),
        coverage: { missingHistory: tickers },
        leftOut: tickers.slice(1),
        rows: tickers,
      }),
      summarise: () => 'Lists.',
    })
    const { content, summary } = await tool.run({}, context)
    expect(content).toMatchObject({
      shortened: { unpriced: 51, 'coverage.missingHistory': 51 },
      coverage: { missingHistory: tickers.slice(0, 50) },
      leftOut: tickers.slice(1),
      rows: tickers,
    })
    expect(Object.keys(content.unpriced as object)).toEqual(tickers.slice(0, 50))
    expect(summary).toBe('Lists. `unpriced` lists 50 of 51. `coverage.missingHistory` lists 50 of 51.')
    expect(() => tool.output.parse(content)).not.toThrow()
  })

  test('refuses an answer that nobody could read, and says how to ask for less', async () => {
    const run = echo({ text: 'x'.repeat(256 * 1024), figure: 1 }).run({}, context)
    await expect(run).rejects.toMatchObject({ fields: { status: 413, error: expect.stringContaining('`limit`') } })
  })
})

describe('texts', () => {
  test.each([
    ['plain words stay', 'Growth & Co. – 50 % “safe” 💹', 'Growth & Co. – 50 % “safe” 💹'],
    ['line ends become a space', 'a\r\nb\u2028c\td', 'a b c d'],
    ['text that turns direction is straightened', 'a\u202eb\u2066c\u200fd', 'abcd'],
    ['what cannot be seen goes', 'a\u200bb\ufeffc\u00add', 'abcd'],
    ['tags that spell hidden words go', 'a\u{e0049}\u{e0067}b', 'ab'],
    ['variation selectors, which can carry bytes, go', 'a\ufe0f\u{e0101}b', 'ab'],
    ['escapes go', '\u001b[31mred\u0007', '[31mred'],
    ['half of a pair is replaced', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_what, text, plain) => {
    expect(toPlainText(text)).toBe(plain)
  })

  test('a quoted name stays within its quotation marks, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const quoted = quote(name)
        expect(JSON.parse(quoted)).toBe(toPlainText(name))
        expect(quoted).not.toMatch(/[\n\r]/)
      }),
    )
  })

  test('making texts plain changes no figure and no shape', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('a', 'B', '9') }), (value) => {
        expect(withPlainTexts(value)).toEqual(value)
      }),
    )
  })
})

test('parts of a list join to the list', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.integer({ min: 1, max: 20 }), (items, limit) => {
      const seen: number[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const part: ReturnType<typeof takePage<number>> = takePage(items, { offset, limit })
        expect(part.page.total).toBe(items.length)
        seen.push(...part.items)
        offset = part.page.nextOffset
      }
      expect(seen).toEqual(items)
    }),
  )
})
