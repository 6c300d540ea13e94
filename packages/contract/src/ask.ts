import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { engineSchema, factSchema, groundedTextSchema, verificationSchema } from './grounding.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { portfolioParams } from './portfolios.ts'

/*
 * Questions about a portfolio in one's own words. Answers are sentences of the engine over facts; a model, where there is
 * one, chooses among them.
 */

/** Screens on which one can ask. */
export const ASK_SCREENS = ['overview', 'analysis', 'backtest', 'options', 'hedges', 'ai-analysis'] as const
export type AskScreen = (typeof ASK_SCREENS)[number]

export const ASK_LIMITS = {
  questionCharacters: 300,
  /** Threads that are kept of a portfolio; the oldest give way. */
  threadsPerPortfolio: 50,
  /** Questions of one thread; a new thread begins after them. */
  turnsPerThread: 40,
} as const

/** Questions to ask first, by screen. Each is answered without a model. */
export const ASK_SUGGESTIONS: Readonly<Record<AskScreen, readonly string[]>> = {
  overview: ['What is my biggest risk?', 'What did 2008 do to this?', 'How diversified am I?'],
  analysis: ['Which two holdings are one bet?', 'Am I too concentrated?', 'Which holding moves the most?'],
  backtest: [
    'Which crisis would have hurt the most?',
    'How long did it take to recover from 2008?',
    'What did 2020 do to this?',
  ],
  options: ['How far may the price move?', 'Is there a dividend before expiry?', 'What does a put cost?'],
  hedges: [
    'Why is this hedge recommended and not a cheaper one?',
    'What does the hedge cost?',
    'What does the hedge leave open?',
  ],
  'ai-analysis': [
    'What does the last analysis recommend?',
    'How sure is the analysis?',
    'How good were past recommendations?',
  ],
}

/** A table or bars that belong to an answer. Cells and bars are texts over facts. */
export const askFigureSchema = defineObject('AskFigure', {
  kind: z.enum(['table', 'bars']),
  caption: z.string(),
  /** Heads of the columns; of bars the first names what they are of, the second what they measure. */
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      cells: z.array(groundedTextSchema),
      /** Length of a bar from −1 to 1, against the longest; null in tables. */
      share: z.number().nullable(),
    }),
  ),
})
export type AskFigure = z.infer<typeof askFigureSchema>

export const askTurnSchema = defineObject('AskTurn', {
  id: z.uuid(),
  threadId: z.uuid(),
  askedAt: z.iso.datetime(),
  /** As it was typed. */
  question: z.string(),
  /** The question as it was understood; null for what Ballast does not compute. */
  understood: z.string().nullable(),
  /** The sentences of the answer, in order. */
  sentences: z.array(groundedTextSchema),
  figures: z.array(askFigureSchema),
  /** Questions that can be asked next; of an answer that is none, the nearest that can be answered. */
  next: z.array(z.string()),
  /** Screen that shows more of it; null where none does. */
  screen: z.enum(ASK_SCREENS).nullable(),
  facts: z.array(factSchema),
  engine: engineSchema,
  verification: verificationSchema,
  source: marketDataSourceSchema,
  simulated: z.boolean(),
})
export type AskTurn = z.infer<typeof askTurnSchema>

/** Content of the `partial` events of an `ask` stream, while the answer is being put together. */
export const askPartialSchema = askTurnSchema.pick({ understood: true, sentences: true, facts: true })
export type AskPartial = z.infer<typeof askPartialSchema>

export const askThreadSchema = defineObject('AskThread', {
  id: z.uuid(),
  /** The first question. */
  title: z.string(),
  turnCount: z.number().int(),
  updatedAt: z.iso.datetime(),
})
export type AskThread = z.infer<typeof askThreadSchema>

const tag = 'Ask'
const threadParams = portfolioParams.extend({ threadId: z.string() })
const deletedSchema = z.object({ deleted: z.number().int() })

export const ask = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/ask',
  rateLimit: 'ai',
  bodyLimit: 4_096,
  summary:
    'Ask about a portfolio in one’s own words. Costs no tokens. With `Accept: text/event-stream` the sentences come as they are ready. On PRO a configured model chooses what is said.',
  params: portfolioParams,
  body: z.strictObject({
    question: z
      .string()
      .trim()
      .min(1, 'Type a question.')
      .max(ASK_LIMITS.questionCharacters, `A question has at most ${ASK_LIMITS.questionCharacters} characters.`),
    /** Goes on with this thread; without it a new one begins. */
    threadId: z.string().max(100).optional(),
    screen: z.enum(ASK_SCREENS),
    /** Ticker that the screen shows, where a question names none. */
    ticker: z.string().max(21).optional(),
  }),
  response: askTurnSchema,
  failures: { 409: 'The thread is full; a new one has to be begun.' },
})

export const listAskThreads = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/ask-threads',
  summary: 'Threads of questions about a portfolio, the latest first.',
  params: portfolioParams,
  response: z.array(askThreadSchema),
})

export const getAskThread = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/ask-threads/:threadId',
  summary: 'A thread: its questions and their answers as they were given.',
  params: threadParams,
  response: z.array(askTurnSchema),
})

export const deleteAskThread = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId/ask-threads/:threadId',
  summary: 'Delete a thread.',
  params: threadParams,
  response: deletedSchema,
})

export const deleteAskThreads = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId/ask-threads',
  summary: 'Delete all threads of a portfolio.',
  params: portfolioParams,
  response: deletedSchema,
})
