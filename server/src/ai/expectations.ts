// Tests: analyst-model.test.ts, model-over-http.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import { toPlainText } from '../grounding/grounded-text.ts'
import { toPlainCharacters } from '../grounding/plain-characters.ts'
import { listPhrases } from '../grounding/read-sentence.ts'
import { splitSentences } from '../grounding/sentences.ts'
import { prepareContext, type VerificationContext } from '../grounding/verify-text.ts'
import type { SectionTask, WritingTask } from './analyst-model.ts'
import { createEchoFinder, type EchoFinder, listStrings } from './echo.ts'
import { RULES, toDraft } from './prompt.ts'

/** What an answer to a task is held against. */
export interface Expectations {
  isEcho: EchoFinder
  contextOf(section: SectionTask): VerificationContext
}

const known = new WeakMap<WritingTask, { facts: readonly Fact[]; expectations: Expectations }>()

/**
 * What is known of a task before its answer comes: whose each fact is, what the drafts say. Made once for the facts that
 * there are, while the model writes.
 */
export function expectationsOf(task: WritingTask, ledger: FactLedger): Expectations {
  const { facts } = ledger
  const found = known.get(task)
  if (found?.facts === facts) return found.expectations
  const expectations = expect(task, ledger)
  known.set(task, { facts, expectations })
  return expectations
}

function expect(task: WritingTask, ledger: FactLedger): Expectations {
  const { tickers, contracts, subjects } = task
  const vocabulary = ledger.facts
  const factsOf = createFactChooser(vocabulary, task)
  const namesOf = createNamer(task)
  const contexts = new Map(
    Object.values(task.sections).map((section) => {
      const context = {
        ...factsOf(section),
        vocabulary,
        namesOf,
        tickers,
        contracts,
        ...(subjects && { subjects }),
        ...toExpected(section, ledger),
      }
      prepareContext(context)
      return [section, context] as const
    }),
  )
  return {
    isEcho: createEchoFinder([RULES, task.instructions, ...listStrings(task.data)]),
    contextOf: (section) => contexts.get(section) ?? { facts: [], tickers, contracts },
  }
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
