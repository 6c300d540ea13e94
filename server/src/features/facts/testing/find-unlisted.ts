import type { Fact, GroundedText } from '@ballast/contract'
import * as advice from '../../../advice/texts/sentence-kinds.ts'
import type { SentenceKind } from '../../../grounding/sentence.ts'
import { ANSWER_KINDS, ASKING } from '../../ask/sentence-kinds.ts'

/** Every kind of sentence, by its id. */
export const CATALOGUE: ReadonlyMap<string, SentenceKind> = new Map([
  ...[...Object.values(advice), ASKING].flatMap((kinds) =>
    Object.values<SentenceKind>(kinds).map((kind) => [kind.id, kind] as const),
  ),
  ...ANSWER_KINDS,
])

/** Texts of no kind of the catalogue, sentences of one that it does not have, and figures that their kind does not state. */
export function findUnlisted(texts: readonly GroundedText[], facts: ReadonlyMap<string, Fact>): string[] {
  return texts.flatMap((parts) => {
    let kind: SentenceKind | undefined
    const [{ text: first, sentence: opening } = { text: '' }] = parts
    if (opening === undefined) return [`"${first}" opens a text of no kind`]
    return parts.flatMap(({ text, fact, sentence }) => {
      if (sentence !== undefined) kind = CATALOGUE.get(sentence)
      if (sentence !== undefined && sentence !== 'fact' && kind === undefined)
        return [`"${text}" is of no kind: ${sentence}`]
      const [group = ''] = facts.get(fact ?? '')?.kind?.split('.') ?? []
      const isStated = group === '' || kind === undefined || (kind.facts as readonly string[]).includes(group)
      return isStated ? [] : [`${kind?.id} does not state ${group}: "${text}"`]
    })
  })
}
