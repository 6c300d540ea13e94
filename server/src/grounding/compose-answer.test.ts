import type { GroundedText } from '@ballast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeAnswer } from './compose-answer.ts'
import { FactLedger } from './fact-ledger.ts'
import { ground, plain, toPlainText } from './grounded-text.ts'
import { LINKS, linkTo } from './link-words.ts'
import { chain, defineKinds, type Sentence, say } from './sentence.ts'
import { createPool, type PooledSentence } from './sentence-pool.ts'

const newLedger = () => new FactLedger({ asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true })
const wordsOf = (texts: readonly GroundedText[] = []) => texts.map(toPlainText).join(' ')

const KINDS = defineKinds('a', 'portfolio', {
  verdict: ['verdict', [], 'must'],
  cost: ['cost', []],
  caveat: ['caveat', [], 'must'],
  why: ['background', [], 'extra'],
})

/** Sentences A. to H. with any marks. */
const sentences = fc
  .array(fc.record({ must: fc.boolean(), isExtra: fc.boolean(), follows: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((marks) =>
    marks.map(({ must, isExtra, follows }, place): Sentence => {
      const text = plain(`${String.fromCharCode(65 + place)}.`)
      const kind = `S${place + 1}`
      return { kind, about: 'portfolio', purpose: 'evidence', text, must, isExtra: isExtra && !must, follows }
    }),
  )
const item = fc.oneof(
  fc.integer({ min: 0, max: 10 }).map((number) => `S${number}`),
  fc.constantFrom(...LINKS),
  fc.constantFrom('F1', 'F2', '', 'S1 ', 's1', '__proto__', 'You cannot lose.'),
)

describe('whatever is chosen', () => {
  test('only sentences of the section are shown, each once, what must be shown among them, none before what it follows', () => {
    fc.assert(
      fc.property(sentences, fc.array(item, { maxLength: 14 }), (own, chosen) => {
        const pool = createPool({ one: { sentences: own } })
        const pooled = pool.get('one')?.sentences ?? []
        const { sections, composition } = composeAnswer(pool, new Map([['one', chosen]]), newLedger())
        const places = (sections.one ?? []).map((text) => {
          const last = toPlainText(text).at(-2) ?? ''
          return last.charCodeAt(0) - 65
        })
        for (const place of places) expect(pooled[place]).toBeDefined()
        expect(new Set(places).size).toBe(places.length)
        for (const [place, { must }] of pooled.entries()) if (must) expect(places).toContain(place)
        if (composition.chosen > 0) {
          for (const [at, place] of places.entries()) {
            const leader = pooled[place]?.after
            if (leader) expect(places.slice(0, at)).toContain(pooled.indexOf(leader))
          }
        }
      }),
    )
  })

  test('a choice without a fault is followed exactly', () => {
    fc.assert(
      fc.property(sentences, fc.infiniteStream(fc.nat()), (own, numbers) => {
        const pool = createPool({ one: { sentences: own } })
        const pooled = [...(pool.get('one')?.sentences ?? [])]
        // Any order in which nothing stands before what it follows, without some that need not be shown.
        const chosen: PooledSentence[] = []
        for (let left = pooled; left.length > 0; ) {
          const ready = left.filter(({ after }) => after === null || chosen.includes(after))
          const next = ready[numbers.next().value % Math.max(1, ready.length)]
          if (next === undefined) break
          left = left.filter((one) => one !== next)
          if (next.must || numbers.next().value % 3 > 0) chosen.push(next)
        }
        fc.pre(chosen.length > 0)
        const ids = chosen.map(({ id }) => id)
        const { sections, composition } = composeAnswer(pool, new Map([['one', ids]]), newLedger())
        expect(sections.one).toEqual(chosen.map(({ text }) => text))
        expect(composition).toEqual({ chosen: ids.length, dropped: 0, added: 0, fallback: 0 })
      }),
    )
  })
})

describe('a section', () => {
  const five = [
    ...say(KINDS.verdict, plain('One.')),
    ...chain(say(KINDS.cost, plain('Two.'), plain('Three.'))),
    ...say(KINDS.caveat, plain('Four.')),
    ...say(KINDS.why, plain('Five.')),
  ]
  const compose = (chosen: readonly string[], least = 0) => {
    const pool = createPool({ one: { sentences: five, least } })
    const { sections, composition } = composeAnswer(pool, new Map([['one', chosen]]), newLedger())
    return [wordsOf(sections.one), composition] as const
  }

  test.each([
    [['a.why'], 'One. Four. Five.', { chosen: 1, dropped: 0, added: 2, fallback: 0 }],
    [['a.caveat', 'a.verdict'], 'Four. One.', { chosen: 2, dropped: 0, added: 0, fallback: 0 }],
    [['a.cost', 'a.cost.2'], 'One. Two. Three. Four.', { chosen: 2, dropped: 0, added: 2, fallback: 0 }],
    [['a.cost.2', 'a.cost', 'a.why'], 'One. Two. Four. Five.', { chosen: 2, dropped: 1, added: 2, fallback: 0 }],
    [['a.why', 'a.why'], 'One. Four. Five.', { chosen: 1, dropped: 1, added: 2, fallback: 0 }],
    [['a.why', 'a.nine', 'a.eight'], 'One. Two. Three. Four.', { chosen: 0, dropped: 2, added: 0, fallback: 1 }],
    [[], 'One. Two. Three. Four.', { chosen: 0, dropped: 0, added: 0, fallback: 0 }],
  ] as const)('of which %j is chosen', (chosen, words, counts) => {
    expect(compose(chosen)).toEqual([words, counts])
  })

  test('has as many as it needs', () => {
    expect(compose(['a.why'], 4)[0]).toBe('One. Two. Four. Five.')
  })
})

describe('a fact', () => {
  const ledger = newLedger()
  const add = (key: string, inputs: readonly string[] = []) =>
    ledger.add({
      key,
      label: `Cost of ${key}`,
      value: 5,
      unit: 'usd',
      formula: 'x',
      inputs: inputs.map((one) => ledger.get(one)),
    })
  add('own.a')
  add('other.b')
  add('calc.add(F1,F1)', ['own.a', 'own.a'])
  add('calc.add(F1,F2)', ['own.a', 'other.b'])

  test('is stated by its label in the section of its subject, and so is what is computed from such facts alone', () => {
    const pool = createPool({
      one: { sentences: say(KINDS.cost, plain('One.')), states: ['own.'] },
    })
    const { sections, composition } = composeAnswer(
      pool,
      new Map([['one', ['a.cost', 'F1', 'F2', 'F3', 'F4']]]),
      ledger,
    )
    expect(wordsOf(sections.one)).toBe('One. Cost of own.a: $5. Cost of calc.add(F1,F1): $5.')
    expect(sections.one?.[1]).toContainEqual({ text: '$5', fact: 'F1' })
    expect(composition).toEqual({ chosen: 3, dropped: 2, added: 0, fallback: 0 })
  })
})

describe('a link', () => {
  const ledger = newLedger()
  const fact = ledger.add({ key: 'a', label: 'A', value: 5, unit: 'usd', formula: 'x' })

  test.each([
    ['but', ground`If it falls, ${fact} is lost.`, 'But if it falls, $5 is lost.'],
    ['for comparison', plain('Selling costs less.'), 'For comparison, selling costs less.'],
    ['but', plain('NVDA falls.'), 'NVDA falls.'],
    ['but', plain('A is a ticker.'), 'A is a ticker.'],
    ['and', plain('But it lasts.'), 'But it lasts.'],
    ['and', ground`${fact} is lost.`, '$5 is lost.'],
  ] as const)('%s', (link, text, words) => {
    expect(toPlainText(linkTo(link, text))).toBe(words)
  })

  test('stands between the two sentences that it was put between, and nowhere else', () => {
    const own = [...say(KINDS.cost, plain('One.'), plain('If so, two.')), ...say(KINDS.caveat, plain('It lasts.'))]
    const pool = createPool({ one: { sentences: own } })
    const compose = (chosen: readonly string[]) =>
      wordsOf(composeAnswer(pool, new Map([['one', chosen]]), ledger).sections.one)
    expect(compose(['a.cost', 'but', 'a.cost.2', 'a.caveat'])).toBe('One. But if so, two. It lasts.')
    expect(compose(['but', 'a.cost.2', 'and', 'also', 'a.caveat', 'still'])).toBe('If so, two. Also, it lasts.')
    // What is added between them would be linked instead.
    expect(compose(['a.cost.2', 'but', 'a.cost'])).toBe('If so, two. It lasts. One.')
  })

  test('gives no reason', () => {
    expect(LINKS.length).toBeLessThanOrEqual(20)
    expect(LINKS.join(' ')).not.toMatch(/\b(?:so|thus|hence|therefore|because|since|as|consequently|why)\b/)
  })
})
