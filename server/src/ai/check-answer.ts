// Tests: hostile-answers.test.ts, analyst-model.test.ts

import type { GroundedText, Verification } from '@ballast/contract'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import { joinTexts } from '../grounding/grounded-text.ts'
import { type VerifiedSentence, type VerifiedText, verifyText } from '../grounding/verify-text.ts'
import type { SectionTask, WritingTask } from './analyst-model.ts'
import type { ModelAnswer } from './answer-form.ts'
import { expectationsOf } from './expectations.ts'

/** The sections of an answer as they were checked; `null` where none came, or none in the right form. */
export type CheckedAnswer = Readonly<Record<string, VerifiedText | null>>

const NO_FACT = 'speaks of no fact'
const ECHO = 'repeats its instructions or its data'

/** Checks every section that a model wrote. */
export function checkAnswer(task: WritingTask, ledger: FactLedger, answer: ModelAnswer): CheckedAnswer {
  const { isEcho, contextOf } = expectationsOf(task, ledger)
  const entries = Object.entries(task.sections).map(([id, section]) => {
    const text = answer.sections.get(id)
    const checked = text === undefined ? null : refuseEchoes(verifyText(text, contextOf(section)), isEcho)
    return [id, checked] as const
  })
  return Object.fromEntries(entries)
}

function refuseEchoes(checked: VerifiedText, isEcho: (sentence: string) => boolean): VerifiedText {
  const echoes = checked.kept.filter(({ text }) => isEcho(text))
  if (echoes.length === 0) return checked
  const kept = checked.kept.filter((sentence) => !echoes.includes(sentence))
  const rejected = [...checked.rejected, ...echoes.map(({ text }) => ({ text, faults: [ECHO] }))]
  return { parts: joinTexts(kept.map(({ parts }) => parts)), kept, rejected }
}

/** What is to be mended, for the model; empty when all is well. */
export function listFaults({ sections }: WritingTask, checked: CheckedAnswer): string[] {
  return Object.entries(sections).flatMap(([id, section]) => {
    const text = checked[id]
    if (!text) return [`${JSON.stringify(id)}: is missing, not a text, or too long`]
    const faults = text.rejected.map(
      ({ text: sentence, faults: all }) => `"${sentence.slice(0, 300)}": ${all.join('; ')}`,
    )
    if (!speaksAsItsDraft(text, section)) faults.push(NO_FACT)
    return faults.map((fault) => `${JSON.stringify(id)}: ${fault}`)
  })
}

/** Of two tries at each section, the one with fewer faults. */
export function chooseBetter(first: CheckedAnswer, second: CheckedAnswer): CheckedAnswer {
  const countFaults = (text: VerifiedText | null | undefined) =>
    text ? text.rejected.length + (text.kept.length === 0 ? 1 : 0) : Number.POSITIVE_INFINITY
  return Object.fromEntries(
    Object.keys(first).map((id) => {
      const [a, b] = [first[id] ?? null, second[id] ?? null]
      return [id, countFaults(b) < countFaults(a) ? b : a]
    }),
  )
}

export interface Settled {
  sections: Record<string, GroundedText>
  verification: Verification
  /** Sections that are the model's. */
  written: number
}

/** What is shown: the sentences that hold, or the built-in text where they do not suffice. */
export function settleAnswer({ sections }: WritingTask, checked: CheckedAnswer): Settled {
  const verification: Verification = { checked: 0, repaired: 0, dropped: 0, fallback: 0 }
  const texts: Record<string, GroundedText> = {}
  for (const [id, section] of Object.entries(sections)) {
    const text = checked[id]
    const kept = text ? chooseSentences(text, section) : []
    verification.checked += text ? text.kept.length + text.rejected.length : 0
    if (kept.length === 0) {
      verification.fallback += 1
      texts[id] = section.builtIn
      continue
    }
    verification.repaired += kept.reduce((sum, { repaired }) => sum + repaired, 0)
    verification.dropped += (text?.kept.length ?? 0) + (text?.rejected.length ?? 0) - kept.length
    texts[id] = joinTexts(kept.map(({ parts }) => parts))
  }
  return { sections: texts, verification, written: Object.keys(sections).length - verification.fallback }
}

/** The sentences of a section that are shown; none when the built-in text is better. */
function chooseSentences(text: VerifiedText, section: SectionTask): readonly VerifiedSentence[] {
  if (!section.optional && (text.rejected.length > 0 || text.kept.length > section.maxSentences)) return []
  return speaksAsItsDraft(text, section) ? text.kept.slice(0, section.maxSentences) : []
}

/** Where the built-in text has figures, one without any is no answer but a refusal or talk. */
function speaksAsItsDraft({ kept }: VerifiedText, { builtIn, maxSentences }: SectionTask): boolean {
  const hasFact = (parts: GroundedText) => parts.some(({ fact }) => fact !== undefined)
  return !hasFact(builtIn) || kept.slice(0, maxSentences).some(({ parts }) => hasFact(parts))
}
