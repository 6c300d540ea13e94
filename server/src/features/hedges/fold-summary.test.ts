import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SUMMARY } from '../../advice/texts/sentence-kinds.ts'
import { plain, toPlainText } from '../../grounding/grounded-text.ts'
import { countSentences, listShown, say } from '../../grounding/sentence.ts'
import { after, foldSummary, MOST_SENTENCES, rank } from './fold-summary.ts'

const order = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 3 })), { maxLength: 12 })

test('at most five sentences are shown, the weightiest in their order, and nothing is lost', () => {
  fc.assert(
    fc.property(order, (drafts) => {
      const ranked = drafts.flatMap(([place, count], k) => {
        const words = Array.from({ length: count }, () => `Text ${k} costs 22.6% more.`)
        return rank(place, say(SUMMARY.fall, plain(words.join(' '))))
      })
      const folded = foldSummary(ranked)
      expect(folded.map(({ text }) => text)).toEqual(ranked.map(({ sentence }) => sentence.text))
      const shown = listShown(folded)
      expect(shown.reduce((sum, text) => sum + countSentences(text), 0)).toBeLessThanOrEqual(MOST_SENTENCES)
      for (const { must, isExtra } of folded) expect(must && isExtra).toBe(false)
      // What is folded would not fit beside what weighs as much or more.
      for (const [k, { isExtra, text }] of folded.entries()) {
        if (!isExtra) continue
        const heavier = folded.filter((one, j) => !one.isExtra && ranked[j]!.rank <= ranked[k]!.rank)
        const taken = heavier.reduce((sum, one) => sum + countSentences(one.text), 0)
        expect(taken + countSentences(text)).toBeGreaterThan(MOST_SENTENCES)
      }
    }),
  )
})

test('a shown sentence does not bring back the folded one that it followed', () => {
  const [first, second, third] = foldSummary([
    ...rank(0, say(SUMMARY.fall, plain('One. Two. Three. Four.'))),
    ...after(7, say(SUMMARY.rise, plain('Five. Six.'))),
    ...after(8, say(SUMMARY.selling, plain('Seven.'))),
  ])
  expect([first, second, third].map((one) => one!.isExtra)).toEqual([false, true, false])
  expect(third).toMatchObject({ follows: false, must: false })
  expect(toPlainText(first!.text)).toBe('One. Two. Three. Four.')
})
