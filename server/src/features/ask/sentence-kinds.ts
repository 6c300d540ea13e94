// Tests: ask.test.ts, ../facts/every-sentence.test.ts

import {
  type About,
  defineKinds,
  type Purpose,
  type Sentence,
  type SentenceKind,
  say,
} from '../../grounding/sentence.ts'
import { SAID } from './sentence-kinds-data.ts'

/** Sentences that any answer may use in place of its own. */
export const ASKING = defineKinds('ask', 'portfolio', {
  unknown: ['caveat', [], 'must'],
  uncomputable: ['caveat', [], 'must'],
  unanswered: ['caveat', [], 'must'],
  unclear: ['caveat', [], 'must'],
  notHeld: ['caveat', [], 'must'],
  unknownAccount: ['caveat', [], 'must'],
  noChain: ['caveat', [], 'must'],
  unpriced: ['caveat', [], 'must'],
  uncompared: ['caveat', [], 'must'],
  proxies: ['caveat', ['run_backtest'], 'must'],
  notReplayed: ['caveat', [], 'must'],
})

/** Parts of an answer, before it is known to which question. */
export const PARTS = defineKinds('answer', 'portfolio', {
  verdict: ['verdict', [], 'must'],
  evidence: ['evidence', []],
  comparison: ['comparison', []],
  caveat: ['caveat', [], 'must'],
  background: ['background', [], 'extra'],
})
type Part = keyof typeof PARTS

/** Kinds of sentences of answers, by question and part: `crisis.verdict`. */
export const ANSWER_KINDS: ReadonlyMap<string, SentenceKind> = new Map(
  Object.entries(SAID).flatMap(([about, questions]) =>
    Object.entries<Readonly<Partial<Record<Purpose, SentenceKind['facts']>>>>(questions).flatMap(([question, parts]) =>
      Object.entries(parts).map(([part, facts]): [string, SentenceKind] => {
        const id = `${question}.${part}`
        return [id, { ...PARTS[part as Part], id, about: about as About, facts }]
      }),
    ),
  ),
)

/** A sentence by the kind that it is of as the answer to a question. */
export function ofQuestion(question: string, sentence: Sentence): Sentence[] {
  const own = ANSWER_KINDS.get(`${question}.${sentence.purpose}`)
  return own && sentence.kind.startsWith('answer.') ? say(own, sentence.text) : [sentence]
}
