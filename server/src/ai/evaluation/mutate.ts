// Tests: corpus.test.ts

import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { toPlainText } from '../../grounding/grounded-text.ts'
import { createLedger, type EvaluationTask, listAnswers, listTasks, type ScriptedAnswer, toText } from './corpus.ts'

/** One way of getting a right sentence wrong; `undefined` where it does not apply. */
type Mutation = (sentence: { words: string; plain: string }, ledger: FactLedger) => string | undefined

const KEY = /\{\{([\w.-]+)(?:\|[a-z]+)?\}\}/
const LAST_DIGIT = /\d(?=\D*$)/

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a digit is another one': ({ plain }, ledger) => {
    const wrong = plain.replace(LAST_DIGIT, (digit) => String((Number(digit) + 4) % 10))
    return wrong === plain || isFact(wrong, ledger) ? undefined : wrong
  },
  'ten times as much': ({ plain }) =>
    /\d(?=[^\d.]*$)/.test(plain) && !/\.\d+[^\d]*$/.test(plain) ? plain.replace(/\d(?=\D*$)/, '$&0') : undefined,
  'a letter that looks like a digit': ({ plain }) =>
    /[01](?=[^01]*$)/.test(plain)
      ? plain.replace(/[01](?=[^01]*$)/, (digit) => (digit === '0' ? 'O' : 'l'))
      : undefined,
  'another script’s digit': ({ plain }) =>
    LAST_DIGIT.test(plain)
      ? plain.replace(LAST_DIGIT, (digit) => String.fromCodePoint(0x0660 + Number(digit)))
      : undefined,
  'an invisible character in a figure': ({ plain }) =>
    /\d[\d.,]*\d/.test(plain) ? plain.replace(/(\d)(?=[.,]?\d)/, '$1\u200b') : undefined,
  'another currency': ({ plain }) => (plain.includes('$') ? plain.replace('$', '€') : undefined),
  'no such fact': ({ words }) => (KEY.test(words) ? words.replace(KEY, '{{F999}}') : undefined),
  'a digit joined to a figure': ({ words }) => (KEY.test(words) ? words.replace(KEY, '$&4') : undefined),
  'a figure of another unit': ({ words }, ledger) => {
    const key = KEY.exec(words)?.[1]
    const fact = key === undefined || !ledger.has(key) ? undefined : ledger.get(key)
    const other = fact && ledger.list().find(({ unit }) => unit !== fact.unit && unit !== 'date' && unit !== 'text')
    return other && !words.includes(`{{${other.key}`) ? words.replace(KEY, `{{${other.key}}}`) : undefined
  },
  'a promise': ({ words }) => words.replace(/\.$/, ', and you cannot lose.'),
  'a security that nobody knows': ({ words }) => words.replace(/\.$/, ', so buy QWXZ.'),
}

/** True when the changed figure happens to be another fact, or one of its roundings. */
function isFact(words: string, ledger: FactLedger): boolean {
  const figure = (words.match(/\d[\d.,]*/g)?.at(-1) ?? '').replaceAll(',', '').replace(/\.$/, '')
  const stated = Number(figure)
  const tolerance = 0.5 * 10 ** -(figure.split('.')[1]?.length ?? 0)
  return ledger.list().some(({ value }) => Math.abs(Math.abs(Number(value)) - stated) <= tolerance)
}

/** Wrong answers made of the right ones, a fault each: three ways for each sentence, in turn. */
export function generateWrongAnswers(): ScriptedAnswer[] {
  const tasks = new Map(listTasks().map((task) => [task.id, task]))
  const names = Object.keys(MUTATIONS)
  let turn = 0
  return listAnswers('right').flatMap(({ task: id, sentences }) => {
    const task = tasks.get(id)
    if (!task) return []
    const ledger = createLedger(task)
    return sentences.flatMap(({ section, words, shown }) => {
      const plain = toPlainText(toText(shown, ledger))
      const wrong: ScriptedAnswer[] = []
      for (let tried = 0; tried < names.length && wrong.length < 3; tried += 1) {
        const changed = MUTATIONS[names[turn++ % names.length] ?? '']?.({ words, plain }, ledger)
        if (changed !== undefined) wrong.push(toAnswer(task, section, changed))
      }
      return wrong
    })
  })
}

const toAnswer = ({ id }: EvaluationTask, section: string, words: string): ScriptedAnswer => ({
  task: id,
  sentences: [{ section, words, shown: words, isRight: false }],
})
