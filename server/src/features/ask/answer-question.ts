// Tests: ask.test.ts, ask-model.test.ts

import {
  ASK_SUGGESTIONS,
  type AskFigure,
  type AskScreen,
  type AskTurn,
  type Fact,
  type GroundedText,
} from '@ballast/contract'
import {
  type AnalystModel,
  type SectionTask,
  toBuiltIn,
  type WritingTask,
  writeSections,
} from '../../ai/analyst-model.ts'
import { plain } from '../../grounding/grounded-text.ts'
import { listShown, type Sentence, say } from '../../grounding/sentence.ts'
import { AppError } from '../../http/errors.ts'
import type { Choice } from './choose-question.ts'
import type { Desk } from './desk.ts'
import { isAskable, type Match } from './match-question.ts'
import type { Answer, Question } from './question.ts'
import { Unanswered } from './questions/writing.ts'
import { ASKING, ofQuestion } from './sentence-kinds.ts'

/** Part of a turn that the answer decides. */
export type Answered = Pick<
  AskTurn,
  'understood' | 'sentences' | 'figures' | 'next' | 'screen' | 'facts' | 'engine' | 'verification'
> & {
  /** The row that was answered first; null where none was. */
  match: Match | null
}

interface Asking {
  desk: Desk
  table: readonly Question[]
  question: string
  userId: string
  screen: AskScreen
  choice: Choice
  /** Null where no model is to choose. */
  model: AnalystModel | null
  signal: AbortSignal
  /** Told what is answered before it is. */
  onUnderstood(title: string): void
}

/** Rows that a model may choose among without asking for others, and how near they must be. */
const OFFERED = 3
const LEAST_OFFERED_SCORE = 0.25
/** Rows that a model may have shown. */
const MOST_SELECTED = 2
const NEXT = 3
/** How near another row must come to be offered beside the answer, and how many are. */
const RIVAL_PART = 0.8
const MOST_RIVALS = 2
/** How near a question must come to be offered where it is not clear which is meant, and how many are. */
const LEAST_MEANT_SCORE = 0.5
const MOST_MEANT = 2
/** Id that a model selects where no row answers the question. */
const NOT_COMPUTED = 'not-computed'

const INSTRUCTIONS = `Answer the owner's question about their portfolio. It is "customPrompt" in the data, and "kinds" there lists every kind of question that Ballast can answer. Under "selected", give the one kind (at most two) that answers it, the best first, or "${NOT_COMPUTED}" when none does. Kinds that have a section here were answered already: order the sentences of the kind that you select so that the answer comes first.`

/** A row that was answered, with the facts that it cited. */
interface Written {
  match: Match
  sentences: readonly Sentence[]
  figures: readonly AskFigure[]
  next: readonly string[]
  keys: string[]
}

/**
 * Answers a question by the row that was chosen for it. A model may choose other rows, and which of their sentences are
 * shown in which order; whatever it does, sentences are the engine's and what must be shown is.
 *
 * @throws AppError 503 and the like, as the tools; the signal's reason when it is aborted
 */
export async function answerQuestion(asking: Asking): Promise<Answered> {
  const { desk, choice, model, signal } = asking
  const { chosen } = choice
  if (chosen) asking.onUnderstood(chosen.question.title(chosen.slots))
  const offered = listOffered(choice, model)
  const written: Written[] = []
  for (const match of offered) {
    signal.throwIfAborted()
    written.push(await run(desk, match))
  }
  const task = toTask(asking, written)
  const { sections, selected, engine, composition } = model
    ? await writeSections(model, task, signal)
    : toBuiltIn(task, null)
  const matches = engine.kind === 'model' ? selectMatches(asking, selected) : chosen ? [chosen] : []
  const shown: Written[] = []
  for (const match of matches) {
    signal.throwIfAborted()
    shown.push(written.find((one) => one.match.question.id === match.question.id) ?? (await run(desk, match)))
  }
  const textsOf = ({ match, sentences }: Written) =>
    (engine.kind === 'model' ? sections[match.question.id] : undefined) ?? listShown(sentences)
  const sentences =
    shown.length > 0
      ? shown.flatMap(textsOf)
      : listShown(mayMean(choice).length > 0 && engine.kind !== 'model' ? UNCLEAR : NOTHING)
  const figures = shown.flatMap(({ figures }) => figures)
  const [first] = shown
  return {
    match: first?.match ?? null,
    understood: first ? first.match.question.title(first.match.slots) : null,
    sentences,
    figures,
    next: listNext(asking, first),
    screen: first?.match.question.screen ?? null,
    facts: listFacts(desk.facts(), [
      ...sentences,
      ...figures.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
    ]),
    engine,
    verification: composition,
  }
}

const NOTHING: readonly Sentence[] = say(
  ASKING.unanswered,
  plain('Ballast has no answer to that.'),
  plain('The nearest questions that it can answer are below.'),
)
const UNCLEAR: readonly Sentence[] = say(
  ASKING.unclear,
  plain('Your question may mean different things.'),
  plain('Did you mean one of the questions below?'),
)

/** Rows that are answered before a model is asked: the one that fits, and the nearest ones for a model to choose among. */
function listOffered({ chosen, nearest }: Choice, model: AnalystModel | null): Match[] {
  if (!model) return chosen ? [chosen] : []
  const near = nearest.filter(
    ({ score, question }) => score >= LEAST_OFFERED_SCORE && question.id !== chosen?.question.id,
  )
  return [...(chosen ? [chosen] : []), ...near].slice(0, OFFERED)
}

async function run(desk: Desk, match: Match): Promise<Written> {
  const before = new Set(desk.ledger.list().map(({ key }) => key))
  const { answer, next } = await match.question
    .answer(desk, match.slots)
    .then((answer) => ({ answer, next: match.question.next }), explain)
  const parts = answer.flat()
  const sentences = parts.flatMap((part) => ('purpose' in part ? ofQuestion(match.question.id, part) : []))
  const figures = parts.filter((part) => 'columns' in part)
  return {
    match,
    sentences,
    figures,
    next: next ?? match.question.next,
    keys: desk.ledger.list().flatMap(({ key }) => (before.has(key) ? [] : [key])),
  }
}

/** Turns the refusal of a tool into an answer, such as a replay that says nothing of this portfolio. */
function explain(error: unknown): { answer: Answer; next?: readonly string[] | undefined } {
  if (error instanceof Unanswered) return { answer: [error.sentences], next: error.next }
  if (!(error instanceof AppError) || error.fields.status >= 500 || error.fields.status === 404) throw error
  return {
    answer: [
      say(
        ASKING.uncomputable,
        plain('Ballast cannot compute this for this portfolio: too little of it has the data for it.'),
      ),
    ],
  }
}

function toTask({ desk, table, question, userId, choice }: Asking, written: readonly Written[]): WritingTask {
  const askable = table.flatMap((row) => choice.nearest.filter((match) => match.question === row))
  const sections = written.map(({ match, sentences, keys }): [string, SectionTask] => [
    match.question.id,
    {
      purpose: match.question.title(match.slots),
      sentences,
      states: keys,
    },
  ])
  const scope: SectionTask = { purpose: 'where nothing answers the question', sentences: NOTHING }
  return {
    feature: 'ask',
    userId,
    instructions: INSTRUCTIONS,
    ledger: desk.ledger,
    tools: [],
    data: {
      customPrompt: question,
      kinds: Object.fromEntries(askable.map((match) => [match.question.id, match.question.title(match.slots)])),
    },
    sections: { ...Object.fromEntries(sections), [NOT_COMPUTED]: scope },
    selection: { from: [...askable.map((match) => match.question.id), NOT_COMPUTED], max: MOST_SELECTED },
  }
}

/** The rows that a model selected; those that were chosen without it where it selected none. */
function selectMatches({ choice }: Asking, selected: readonly string[] | null): Match[] {
  if (selected === null) return choice.chosen ? [choice.chosen] : []
  if (selected[0] === NOT_COMPUTED) return []
  const { chosen } = choice
  return selected.flatMap((id) => {
    if (chosen?.question.id === id) return [chosen]
    return choice.nearest.find(({ question }) => question.id === id) ?? []
  })
}

/** The rows to choose from where the question may mean any of them; none where it means nothing known. */
const mayMean = ({ chosen, nearest }: Choice): readonly Match[] =>
  chosen === null && (nearest[0]?.score ?? 0) >= LEAST_MEANT_SCORE ? nearest.slice(0, MOST_MEANT) : []

/** Lists the questions to ask next: those of the row, or the nearest that can be answered. */
function listNext({ table, choice, screen }: Asking, first: Written | undefined): string[] {
  if (!first) {
    const meant = mayMean(choice)
    const near = meant.length > 0 ? meant : choice.nearest.filter(({ score }) => score > 0).slice(0, NEXT)
    const titles = near.map(({ question, slots }) => question.title(slots))
    return [...new Set([...titles, ...(meant.length > 0 ? [] : ASK_SUGGESTIONS[screen])])].slice(0, NEXT)
  }
  const { slots, score, question: own } = first.match
  // What was asked may be one of those that came near, and is then one press away.
  const rivals = choice.nearest.filter((one) => one.question !== own && one.score >= RIVAL_PART * score)
  const rows = first.next.flatMap((id) => table.filter((row) => row.id === id && isAskable(row, slots)))
  const titles = [...rivals.slice(0, MOST_RIVALS), ...rows.map((question) => ({ question, slots }))].map((one) =>
    one.question.title(one.slots),
  )
  return [...new Set(titles)].slice(0, NEXT)
}

/** The facts that texts refer to, with those that they were computed from. */
function listFacts(facts: readonly Fact[], texts: readonly GroundedText[]): Fact[] {
  const wanted = new Set(texts.flatMap((text) => text.flatMap(({ fact }) => fact ?? [])))
  for (const { id, inputs } of facts.toReversed()) {
    if (wanted.has(id)) for (const input of inputs) if ('fact' in input) wanted.add(input.fact)
  }
  return facts.filter(({ id }) => wanted.has(id))
}
