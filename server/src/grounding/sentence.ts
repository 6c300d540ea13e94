// Tests: compose-answer.test.ts

import type { GroundedText } from '@ballast/contract'
import type { FactGroup } from './fact-kinds.ts'
import { toPlainText } from './grounded-text.ts'

/** Purpose of a sentence. */
export type Purpose = 'verdict' | 'cost' | 'protection' | 'comparison' | 'evidence' | 'caveat' | 'order' | 'background'

/** Subject of a section's sentences. */
export type About = 'portfolio' | 'holding' | 'crisis' | 'strategy' | 'action' | 'idea'

/** Shown always, only when somebody chooses it, or unless somebody leaves it out. */
export type Shown = 'must' | 'extra' | 'usual'

/** A kind of sentence, a row of the catalogue. Its words are written where its figures are, in one phrasing or a few. */
export interface SentenceKind {
  /** `action.cost`: the same in every answer, and in every one that is stored. */
  id: string
  about: About
  purpose: Purpose
  /** First words of the kinds of facts that it may state. */
  facts: readonly FactGroup[]
  shown: Shown
}

/** Something that the engine says: one text of one or two sentences, shown whole or not at all. Plain data. */
export interface Sentence extends Omit<SentenceKind, 'id' | 'facts' | 'shown'> {
  /** Id of its kind; its text begins with it as well. */
  kind: string
  text: GroundedText
  must: boolean
  isExtra: boolean
  /** True if it makes sense only after the sentence before it in its list: "Cheaper still is …". */
  follows: boolean
}

type Row = readonly [purpose: Purpose, facts: readonly FactGroup[], shown?: Shown]

/** A part of the catalogue: kinds of sentences about one subject, by their names. */
export const defineKinds = <Name extends string>(area: string, about: About, rows: Readonly<Record<Name, Row>>) =>
  Object.fromEntries(
    Object.entries<Row>(rows).map(([name, [purpose, facts, shown = 'usual']]) => [
      name,
      { id: `${area}.${name}`, about, purpose, facts, shown },
    ]),
  ) as Readonly<Record<Name, SentenceKind>>

/** Sentences of one kind, one for each text; what is empty or no text is left out. */
export function say(
  { id, about, purpose, shown }: SentenceKind,
  ...texts: readonly (GroundedText | null | undefined | false | '')[]
): Sentence[] {
  const marks = { kind: id, about, purpose, must: shown === 'must', isExtra: shown === 'extra', follows: false }
  return texts.flatMap((text) => {
    const [first, ...rest] = text || []
    return first ? [{ ...marks, text: [{ ...first, sentence: id }, ...rest] }] : []
  })
}

/** A text of one kind that is always shown in its place. */
export const tell = (kind: SentenceKind, text: GroundedText): GroundedText =>
  say(kind, text).flatMap(({ text }) => text)

/** The same sentences where each makes sense only after the one before it. */
export const follow = (...said: readonly (readonly Sentence[])[]): Sentence[] =>
  said.flat().map((sentence) => ({ ...sentence, follows: true }))

/** The same sentences where the first stands by itself, and each other follows the one before it. */
export const chain = (...said: readonly (readonly Sentence[])[]): Sentence[] =>
  said.flat().map((sentence, place) => ({ ...sentence, follows: place > 0 }))

/** The texts that are shown while nobody chooses, in their order. */
export const listShown = (sentences: readonly Sentence[]): GroundedText[] =>
  sentences.filter(({ isExtra }) => !isExtra).map(({ text }) => text)

/** The texts that are shown only to whoever asks why: those that are not shown already, by themselves or behind a link. */
export function listFolded(sentences: readonly Sentence[], shown: readonly GroundedText[]): GroundedText[] {
  const words = shown.map(toPlainText)
  return sentences
    .map(({ text }) => text)
    .filter((text) => !words.some((one) => one.endsWith(toPlainText(text).slice(1))))
}

/** Full stops that end a sentence: those before a space or the end. */
export const countSentences = (text: GroundedText): number => toPlainText(text).match(/[.!?](?=\s|$)/g)?.length ?? 0
