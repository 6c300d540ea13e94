import type { Fact, GroundedText, Verification } from '@ballast/contract'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../grounding/grounded-text.ts'
import { toPlainCharacters } from '../grounding/plain-characters.ts'
import { listPhrases } from '../grounding/read-sentence.ts'
import { splitSentences } from '../grounding/sentences.ts'
import { type VerifiedSentence, type VerifiedText, verifyText } from '../grounding/verify-text.ts'
import type { SectionTask, WritingTask } from './analyst-model.ts'
import type { ModelAnswer } from './answer-form.ts'
import { createEchoFinder, listStrings } from './echo.ts'
import { RULES, toDraft } from './prompt.ts'

/** The sections of an answer as they were checked; `null` where none came, or none in the right form. */
export type CheckedAnswer = Readonly<Record<string, VerifiedText | null>>

const NO_FACT = 'speaks of no fact'
const ECHO = 'repeats its instructions or its data'

/** Checks every section that a model wrote. */
export function checkAnswer(task: WritingTask, ledger: FactLedger, answer: ModelAnswer): CheckedAnswer {
  const isEcho = createEchoFinder([RULES, task.instructions, ...listStrings(task.data)])
  const { tickers, contracts, subjects } = task
  const vocabulary = ledger.list()
  const factsOf = createFactChooser(vocabulary, task)
  const namesOf = createNamer(task)
  const entries = Object.entries(task.sections).map(([id, section]) => {
    const text = answer.sections.get(id)
    if (text === undefined) return [id, null] as const
    const checked = verifyText(text, {
      ...{ ...factsOf(section), vocabulary, namesOf, tickers, contracts, ...(subjects && { subjects }) },
      ...toExpected(section, ledger),
    })
    return [id, refuseEchoes(checked, isEcho)] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Which facts a section may use: figures of another section's subject are not its own. Of two subjects that fit a fact, the
 * longer one is meant.
 */
function createFactChooser(
  facts: readonly Fact[],
  { sections }: WritingTask,
): (section: SectionTask) => { facts: readonly Fact[]; isOwn(fact: Fact): boolean } {
  const subjects = [...new Set(Object.values(sections).flatMap(({ subject }) => subject ?? []))]
  subjects.sort((a, b) => b.length - a.length)
  // A strategy that no section is about is none of theirs either.
  const branches = new Set(subjects.map((subject) => subject.slice(0, subject.indexOf('.') + 1)))
  const ownerOf = ({ key }: Fact) =>
    subjects.find((subject) => key.startsWith(subject)) ??
    (branches.has(key.slice(0, key.indexOf('.') + 1)) ? key : undefined)
  const owners = new Map(facts.map((fact) => [fact, ownerOf(fact)]))
  return (section) => {
    const { subject } = section
    const own = listSubjects(section)
    const isOwn = (fact: Fact) => {
      const owner = subject === undefined ? undefined : owners.get(fact)
      return owner === undefined || own.includes(owner)
    }
    return { facts: subject === undefined ? facts : facts.filter(isOwn), isOwn }
  }
}

const OF_PLAY = /^play\.([A-Z][A-Z.]*)-/
const OF_STEP = /^(?:strategy\.)?action(\d)\./
const STEPS = ['first', 'second', 'third', 'fourth', 'fifth']

/** How a text names what it is not about, so that it may compare with it. */
function createNamer({ subjects = [], sections }: WritingTask): (fact: Fact) => readonly string[] | undefined {
  const owned = Object.values(sections).flatMap((section) => listSubjects(section))
  const nouns = subjects.map(({ names }) => names[0]?.split(' ').at(-1) ?? '')
  return ({ key }) => {
    const prefix = owned.find((subject) => key.startsWith(subject))
    if (prefix === undefined) return undefined
    const ticker = OF_PLAY.exec(key)?.[1]
    if (ticker !== undefined) {
      const isOnly = owned.filter((subject) => subject.startsWith(`play.${ticker}-`)).length === 1
      return isOnly ? [`${ticker.toLowerCase()} `] : undefined
    }
    const step = STEPS[Number(OF_STEP.exec(key)?.[1] ?? 0) - 1]
    if (step !== undefined) return [`${step} action`, `${step} step`]
    const place = subjects.findIndex((subject) => subject.prefix === prefix)
    const noun = nouns[place]
    const isOnly = noun !== undefined && nouns.filter((other) => other === noun).length === 1
    return [...(subjects[place]?.names ?? []), ...(isOnly ? [`the ${noun}`] : [])]
  }
}

const listSubjects = ({ subject }: Pick<SectionTask, 'subject'>): readonly string[] =>
  subject === undefined ? [] : typeof subject === 'string' ? [subject] : subject

/** What the built-in text speaks of and says may be repeated. */
function toExpected({ builtIn }: SectionTask, ledger: FactLedger) {
  const sentences = listSentences(toDraft(builtIn, ledger))
  return {
    preferred: new Set(builtIn.flatMap(({ fact }) => fact ?? [])),
    trusted: new Set(sentences),
    ...expectWrittenOut(builtIn, sentences),
  }
}

const listSentences = (text: string) => splitSentences(text).map((sentence) => sentence.trim())

/** What is only asked for where figures are written out. */
function expectWrittenOut(builtIn: GroundedText, sentences: readonly string[]) {
  let phrases: ReadonlySet<string> | undefined
  let told: ReadonlyMap<string, string> | undefined
  return {
    phrases: {
      has(phrase: string) {
        phrases ??= new Set(builtIn.flatMap(({ text, fact }) => (fact === undefined ? listPhrases(text) : [])))
        return phrases.has(phrase)
      },
    },
    told: {
      get(sentence: string) {
        told ??= tellWrittenOut(builtIn, sentences)
        return told.get(sentence)
      },
    },
  }
}

function tellWrittenOut(builtIn: GroundedText, sentences: readonly string[]): ReadonlyMap<string, string> {
  const read = listSentences(toPlainCharacters(toPlainText(builtIn)))
  // Figures may end sentences that references do not; then nothing is known to be the same.
  return new Map(read.length === sentences.length ? read.map((text, place) => [text, sentences[place] ?? text]) : [])
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
