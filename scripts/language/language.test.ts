import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTestFile, listSourceFiles } from '../architecture/source-files.ts'
import { ROOT } from '../launch/repository.mjs'
import { computeGrade, countSyllables, splitSentences } from './grade.ts'
import { judge } from './rules.ts'
import { listDocumentTexts, listSourceTexts } from './texts.ts'

/** Hold what people type, names of companies and funds, or tables of data; none of it is a text of ours. */
const NOT_OURS = /(?<!tool-kinds)-data\.ts$|\/(?:vocabulary|templates|words|instrument-names)\.ts$/

/** Texts that others prescribe, each with the place where they do. */
const PRESCRIBED: readonly string[] = [
  // Product specification, section 6.
  'Access Denied: This page is only accessible to administrators.',
  // Product specification, section 2: the holdings card of Options, the holdings of a sector.
  'Your holdings',
  'Top holdings 7',
  // The product's tagline, as the title of a report.
  'What this portfolio could lose, and what it costs not to',
]

const sources = ['packages/contract/src', 'packages/importers/src', 'packages/quant/src', 'server/src', 'web/src']
  .flatMap(listSourceFiles)
  .filter(({ path }) => !isTestFile(path) && !NOT_OURS.test(path))

/** Documents that people read who use Ballast or run it; the others are for engineers. */
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...[
    'api',
    'asking',
    'assistants',
    'discovery',
    'guide',
    'importers',
    'methodology',
    'methodology-volatility',
    'metrics',
    'operations/README',
    'operations/backups',
    'options-and-hedges',
    'policies',
    'releasing',
    'scale',
    'security',
    'self-hosting',
    'start',
    'track-record',
  ].map((name) => `docs/${name}.md`),
]

const textOf = (code: string) => listSourceTexts({ path: 'a.tsx', text: code, imports: [] }).map(({ words }) => words)

describe('every text of the product', () => {
  const texts = sources.flatMap(listSourceTexts)

  test('is read at school, has a subject, and uses the words of the glossary', () => {
    expect(texts.length).toBeGreaterThan(4_000)
    const wrong = texts.filter(({ words }) => !PRESCRIBED.includes(words)).flatMap(judge)
    expect(wrong).toEqual([])
  })

  test('that is prescribed is still there', () => {
    const words = new Set(texts.map((text) => text.words))
    expect(PRESCRIBED.filter((one) => !words.has(one))).toEqual([])
  })
})

test('every doc comment begins with a noun, or with a verb', () => {
  const files = ['bench', 'e2e', 'packages', 'scripts', 'server/src', 'web'].flatMap(listSourceFiles)
  const wrong = files.filter(({ text }) => /\/\*\*\s+(?:\* )?(?:Of|Whose|None|What|Whether)\b/.test(text))
  expect(wrong.map(({ path: file }) => file)).toEqual([])
})

test('every document for users is as plain', () => {
  const texts = DOCUMENTS.flatMap((file) =>
    listDocumentTexts({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }),
  )
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.flatMap(judge)).toEqual([])
})

describe('a text', () => {
  test.each([
    ['const a = <A label="You lose it if it falls." />', ['You lose it if it falls.']],
    ['const a = <p>You lose <b>{loss}</b> if it falls.</p>', ['You lose 7 if it falls.']],
    [
      'const a = <p className="a b of the">{isLeft ? "You lose it all." : "You win."}</p>',
      ['You lose it all.', 'You win.'],
    ],
    ['const a = `<h1>Lost</h1><p>You lose <b>it</b> all.</p>`', ['You lose it all.']],
    ["const a = { key: 'stand-in', label: 'Stand-ins' }", ['Stand-ins']],
    ['throw new RangeError(`Of the two, one is wrong.`)', []],
    ['const a = sql`select a from the_table where it is there`', []],
  ])('of %s', (code, words) => {
    expect(textOf(code)).toEqual(words)
  })

  test('of a document is a paragraph, an item or a cell', () => {
    const text = '# Title\nIt is **one**\nparagraph.\n- [Item](a.md) `a`\n\n| A | B |\n|---|---|\n\n```sh\ncode\n```'
    expect(listDocumentTexts({ path: 'a.md', text })).toEqual([
      { place: 'a.md:1', words: 'Title' },
      { place: 'a.md:2', words: 'It is one paragraph.' },
      { place: 'a.md:4', words: 'Item `a`' },
      { place: 'a.md:6', words: 'A' },
      { place: 'a.md:6', words: 'B' },
    ])
  })

  test.each([
    ['Of the two, none is right.', ['begins without a subject']],
    ['Choose the stand-in.', ['“stand-in”, say “proxy”']],
    ['What do you think of it?', []],
    ['This is the cheapest hedge that keeps your loss within the limit.', []],
  ])('is judged: %s', (words, faults) => {
    expect(judge({ place: 'here', words })).toEqual(faults.map((fault) => `here: ${fault}: ${words}`))
  })
})

describe('the grade', () => {
  test.each([
    ['portfolio', 3],
    ['prices', 2],
    ['called', 1],
    ['table', 2],
    ['scores', 1],
    ['the', 1],
    ['NVDA', 1],
    ['factIds', 1],
    ['$66,400', 1],
  ])('counts the syllables of %s', (word, syllables) => {
    expect(countSyllables(word)).toBe(syllables)
  })

  test('finds a sentence that nobody would say aloud', () => {
    const words =
      'Diversification considerations notwithstanding, correlations of individual constituents deteriorate considerably.'
    expect(judge({ place: 'here', words })).toEqual([expect.stringMatching(/^here: grade 3\d/)])
  })

  test('is that of the formula', () => {
    // 6 words of one syllable: 0.39 × 6 + 11.8 − 15.59.
    expect(computeGrade('The cat sat on the mat.')).toBeCloseTo(-1.45, 2)
  })

  test('is given to each sentence', () => {
    expect(splitSentences('It fell vs. SPY. “Why?” It cost $1.50.')).toEqual([
      'It fell vs SPY.',
      '“Why?”',
      'It cost $1.50.',
    ])
  })
})
