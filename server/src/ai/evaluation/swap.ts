import type { Fact } from '@ballast/contract'
import { splitSentences } from '../../grounding/sentences.ts'
import { checkAnswer } from '../check-answer.ts'
import { type EvaluationTask, listAnswers, listTasks, toModelsWords, toWritingTask } from './corpus.ts'

export interface Swap {
  /** The sentence with one reference to another fact of the same unit. */
  words: string
  from: Fact
  to: Fact
  /** Whether the check let it pass. */
  isShown: boolean
}

const REFERENCE = /\{\{(F\d+)((?:\|\w+)?)\}\}/g

/** Sentences that are right: those that others wrote, or those of the drafts. */
export type RightSentences = 'answers' | 'drafts'

/**
 * Every right sentence with each of its references put to every other fact of the same unit, one at a time. A fact that
 * reads the same, or whose label says the same, makes no other sentence.
 *
 * @param every takes one of so many, beginning with `first`
 */
export function trySwaps(kind: RightSentences, every: number, first = 0): Swap[] {
  let place = 0
  return listRight(kind).flatMap(({ task, section, words }) => swapAll(task, section, words))

  function swapAll(task: EvaluationTask, section: string, words: string): Swap[] {
    const writing = toWritingTask(task, 'nobody')
    const text = toModelsWords(words, writing.ledger)
    const isKept = (sentence: string) => {
      const sections = new Map([[section, sentence]])
      const checked = checkAnswer(writing, writing.ledger, { sections, selected: [] })[section]
      return checked !== undefined && checked !== null && checked.rejected.length === 0
    }
    if (!isKept(text)) return []
    return [...text.matchAll(REFERENCE)].flatMap(({ 0: reference, 1: id = '', 2: spelling = '', index }) => {
      const from = writing.ledger.find(id)
      return writing.ledger.list().flatMap((to) => {
        if (from === undefined || !isOther(from, to) || place++ % every !== first) return []
        const swapped = `${text.slice(0, index)}{{${to.id}${spelling}}}${text.slice(index + reference.length)}`
        return [{ words: swapped, from, to, isShown: isKept(swapped) }]
      })
    })
  }
}

function listRight(kind: RightSentences): { task: EvaluationTask; section: string; words: string }[] {
  const tasks = new Map(listTasks().map((task) => [task.id, task]))
  if (kind === 'drafts') {
    return [...tasks.values()].flatMap((task) =>
      Object.entries(task.sections).flatMap(([section, { draft }]) =>
        splitSentences(draft).map((sentence) => ({ task, section, words: sentence.trim() })),
      ),
    )
  }
  return listAnswers('right').flatMap(({ task: id, sentences }) => {
    const task = tasks.get(id)
    return task === undefined ? [] : sentences.map(({ section, words }) => ({ task, section, words }))
  })
}

const toRead = ({ text }: Fact) => text.replace('−', '')
const isOther = (a: Fact, b: Fact) => a.unit === b.unit && toRead(a) !== toRead(b) && a.label !== b.label
