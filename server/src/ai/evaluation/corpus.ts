import { readFileSync } from 'node:fs'
import { type Fact, factUnitSchema, type GroundedText } from '@ballast/contract'
import { z } from 'zod'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { ground, joinTexts, plain, SPELLINGS, type Spelling } from '../../grounding/grounded-text.ts'
import type { WritingTask } from '../analyst-model.ts'

const taskSchema = z.strictObject({
  id: z.string(),
  feature: z.enum(['hedges', 'comprehensive', 'discovery']),
  instructions: z.string(),
  facts: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.union([z.number(), z.string()]),
      unit: factUnitSchema,
      decimals: z.number().optional(),
    }),
  ),
  sections: z.record(
    z.string(),
    z.object({
      purpose: z.string(),
      draft: z.string(),
      optional: z.boolean(),
      maxSentences: z.number(),
      subject: z.string().optional(),
    }),
  ),
  data: z.record(z.string(), z.unknown()),
  selection: z.object({ from: z.array(z.string()), max: z.number() }).optional(),
  tickers: z.array(z.string()),
  contracts: z.array(z.string()),
  subjects: z.array(z.object({ names: z.array(z.string()), prefix: z.string() })).optional(),
})
export type EvaluationTask = z.infer<typeof taskSchema>

const REFERENCE = /\{\{([\w.-]+)(?:\|([a-z]+))?\}\}/g
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Tasks with everything that a model is given, small enough to be read. Facts are referred to by their keys. */
export function listTasks(): EvaluationTask[] {
  return z.array(taskSchema).parse(JSON.parse(read('./tasks.json')))
}

export function createLedger({ facts }: EvaluationTask): FactLedger {
  const ledger = new FactLedger({ asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true })
  for (const { decimals, ...fact } of facts) {
    ledger.add({ ...fact, ...(decimals !== undefined && { decimals }), formula: fact.label })
  }
  return ledger
}

/** @param data in place of the task's own */
export function toWritingTask(task: EvaluationTask, userId: string, data = task.data): WritingTask {
  const ledger = createLedger(task)
  const sections = Object.entries(task.sections).map(([id, { draft, subject, ...section }]) => {
    return [id, { ...section, builtIn: toText(draft, ledger), ...(subject !== undefined && { subject }) }] as const
  })
  const { feature, instructions, selection, subjects } = task
  return {
    feature,
    instructions,
    userId,
    ledger,
    data,
    tools: [],
    sections: Object.fromEntries(sections),
    ...(selection && { selection }),
    tickers: new Set(task.tickers),
    contracts: new Set(task.contracts),
    ...(subjects && { subjects }),
  }
}

/** Words with keys of facts in double braces, as a text of ours. @throws Error when there is no such fact */
export function toText(words: string, ledger: FactLedger): GroundedText {
  const pieces: GroundedText[] = []
  let at = 0
  for (const { 0: reference, 1: key = '', 2: as, index } of words.matchAll(REFERENCE)) {
    if (index > at) pieces.push(plain(words.slice(at, index)))
    pieces.push(
      toPiece(
        ledger.get(key),
        SPELLINGS.find((spelling) => spelling === as),
      ),
    )
    at = index + reference.length
  }
  return joinTexts([...pieces, plain(words.slice(at))], '')
}

const toPiece = (fact: Fact, as: Spelling | undefined) => (as === undefined ? ground`${fact}` : ground`${{ fact, as }}`)

/** Keys of facts in double braces become ids, as a model writes them; what is no key stays. */
export function toModelsWords(words: string, ledger: FactLedger): string {
  return words.replace(REFERENCE, (reference, key: string, as?: string) =>
    ledger.has(key) ? `{{${ledger.get(key).id}${as === undefined ? '' : `|${as}`}}}` : reference,
  )
}

export interface ScriptedSentence {
  section: string
  /** As the model writes it. */
  words: string
  isRight: boolean
  /** As it is to be read, when it is right. */
  shown: string
}

/** An answer that a scripted model gives to a task. */
export interface ScriptedAnswer {
  task: string
  /** The whole answer as it comes, when it is not made of sentences. */
  raw?: string
  sentences: ScriptedSentence[]
}

const ANSWER_FILES = ['right', 'wrong', 'injected', 'malformed'] as const
export type AnswerKind = (typeof ANSWER_FILES)[number]

/**
 * Answers of one kind. A file has blocks: `@ task`, then lines `section: a right sentence`, `section! a wrong one` or
 * `> a whole answer`. `=>` is followed by how a sentence is shown; after `@ task each`, every line is an answer.
 */
export function listAnswers(kind: AnswerKind): ScriptedAnswer[] {
  const answers: ScriptedAnswer[] = []
  let [task, isEach] = ['', false]
  for (const line of read(`./answers/${kind}.txt`).split('\n')) {
    const head = /^@ (\S+)( each)?$/.exec(line)
    if (head) {
      ;[task, isEach] = [head[1] ?? '', head[2] !== undefined]
      if (!isEach) answers.push({ task, sentences: [] })
      continue
    }
    const raw = /^> ?(.*)$/.exec(line)
    const sentence = /^([a-z]+)([:!]) (.+)$/.exec(line)
    if (!raw && !sentence) continue
    if (isEach) answers.push({ task, sentences: [] })
    const answer = answers.at(-1)
    if (raw && answer) answer.raw = raw[1] ?? ''
    if (sentence && answer) answer.sentences.push(toSentence(sentence))
  }
  return answers
}

function toSentence([, section = '', sign, rest = '']: RegExpExecArray): ScriptedSentence {
  const [words = '', shown = words] = rest.split(' => ')
  return { section, words, shown, isRight: sign === ':' }
}
