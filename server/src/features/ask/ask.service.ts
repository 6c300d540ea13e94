// Tests: ask.test.ts, ask-model.test.ts

import { randomUUID } from 'node:crypto'
import {
  ASK_LIMITS,
  type AskPartial,
  type AskThread,
  type AskTurn,
  type ask,
  can,
  roleOf,
  toPortfolioId,
} from '@ballast/contract'
import { nameHoldings } from '@ballast/contract/hedge-request'
import type { z } from 'zod'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import { packJson, unpackJson } from '../../packed-json.ts'
import { createTools, type ToolDependencies } from '../tools/tools.service.ts'
import { answerQuestion } from './answer-question.ts'
import { deleteTurns, getLastTurn, insertTurn, listThreads, listTurns } from './ask.repository.ts'
import { chooseQuestion, type Topic } from './choose-question.ts'
import { createDesk } from './desk.ts'
import { createMatcher } from './match-question.ts'
import { QUESTION_TABLE } from './question-table.ts'

export type AskDependencies = ToolDependencies

interface AskRequest {
  user: SignedInUser
  portfolioId: string
  body: z.output<typeof ask.body>
  signal: AbortSignal
}

/** Questions about portfolios: answered, kept in threads, and deleted. */
export function createAskService(deps: AskDependencies) {
  const { db, clock, marketData, portfolioReader, analystModel } = deps
  const tools = createTools(deps)
  const matcher = createMatcher(QUESTION_TABLE)

  /** Reads the last question of a thread. @throws AppError 404 without such a thread, 409 when it is full */
  async function readThread({ user, portfolioId, body: { threadId } }: AskRequest) {
    if (threadId === undefined) return { threadId: randomUUID(), place: 0, previous: null }
    const last = await db.asUser(user.id, (tx) => getLastTurn(tx, toPortfolioId(portfolioId), threadId))
    if (last.place + 1 >= ASK_LIMITS.turnsPerThread)
      throw errors.conflict('This thread is full. Begin a new one to go on asking.')
    const previous = last.topic === null ? null : (JSON.parse(last.topic) as Topic)
    return { threadId, place: last.place + 1, previous }
  }

  /** Tickers and names of what is held, and the day. */
  async function readSubject(userId: string, portfolioId: string) {
    const { lots, name } = await portfolioReader.getHeld(userId, portfolioId)
    const held = new Set(lots.filter(({ kind }) => kind === 'security').map(({ ticker }) => ticker))
    const instruments = await marketData.getInstruments([...held])
    const names = nameHoldings([...instruments].map(([ticker, { name }]) => ({ ticker, name })))
    const accounts = [...new Set(lots.map(({ account }) => account))].map((account) => ({
      account,
      name: account ?? name,
    }))
    return { held, names, accounts, today: clock.now().toISOString().slice(0, 10) }
  }

  async function answer(request: AskRequest, thread: Awaited<ReturnType<typeof readThread>>, progress: Progress) {
    const { user, portfolioId, body, signal } = request
    const { question, screen } = body
    const subject = await readSubject(user.id, portfolioId)
    const asked = { text: question, subject, ticker: body.ticker?.toUpperCase(), previous: thread.previous }
    const choice = chooseQuestion(QUESTION_TABLE, matcher, asked)
    const now = clock.now()
    const { source, simulated } = marketData.status()
    const running = new Map<string, number>()
    const desk = createDesk({
      tools,
      portfolioId,
      context: { user, idempotencyKey: undefined, progress: SILENT, signal },
      origin: { asOf: now.toISOString(), source, simulated },
      onTool(label, state) {
        const count = (running.get(label) ?? 0) + (state === 'running' ? 1 : -1)
        running.set(label, count)
        progress.step({ id: label, label, state: state === 'failed' ? 'failed' : count > 0 ? 'running' : 'done' })
      },
    })
    const report = (partial: AskPartial) => progress.partial(partial)
    const mayUseModel = can(roleOf({ ...user, isAdmin: user.isAdmin }), 'askWithModel')
    const { match, ...answered } = await answerQuestion({
      desk,
      table: QUESTION_TABLE,
      question,
      userId: user.id,
      screen,
      choice,
      model: mayUseModel ? analystModel : null,
      signal,
      onUnderstood: (understood) => report({ understood, sentences: [], facts: [] }),
    })
    report({ understood: answered.understood, sentences: answered.sentences, facts: answered.facts })
    const turn: AskTurn = {
      id: randomUUID(),
      threadId: thread.threadId,
      askedAt: now.toISOString(),
      question,
      ...answered,
      source,
      simulated,
    }
    const topic = match && JSON.stringify({ id: match.question.id, slots: match.slots } satisfies Topic)
    const stored = {
      userId: user.id,
      portfolioId: toPortfolioId(portfolioId),
      threadId: thread.threadId,
      place: thread.place,
      question,
      topic: topic ?? (thread.previous && JSON.stringify(thread.previous)),
      answer: await packJson(turn),
      createdAt: now,
    }
    signal.throwIfAborted()
    await db.asUser(user.id, (tx) => insertTurn(tx, stored, ASK_LIMITS.threadsPerPortfolio))
    return turn
  }

  return {
    /** Admits a question. @throws AppError 404 when the user has no such portfolio or thread, 409 when the thread is full */
    async begin(request: AskRequest) {
      await portfolioReader.getVersion(request.user.id, toPortfolioId(request.portfolioId))
      const thread = await readThread(request)
      return { follow: (progress: Progress) => answer(request, thread, progress) }
    },

    /** @throws AppError 404 when the user has no such portfolio */
    async list(userId: string, id: string): Promise<AskThread[]> {
      const portfolioId = toPortfolioId(id)
      await portfolioReader.getVersion(userId, portfolioId)
      const threads = await db.asUser(userId, (tx) => listThreads(tx, portfolioId))
      return threads.map(({ updatedAt, ...thread }) => ({
        ...thread,
        updatedAt: new Date(updatedAt ?? 0).toISOString(),
      }))
    },

    /** @throws AppError 404 when the user has no such portfolio, or it no such thread */
    async get(userId: string, id: string, threadId: string): Promise<AskTurn[]> {
      const portfolioId = toPortfolioId(id)
      await portfolioReader.getVersion(userId, portfolioId)
      const answers = await db.asUser(userId, (tx) => listTurns(tx, portfolioId, threadId))
      return Promise.all(answers.map(async (packed) => (await unpackJson(packed)) as AskTurn))
    },

    /**
     * @param threadId all threads of the portfolio when it is left out
     * @throws AppError 404 when the user has no such portfolio, or it no such thread
     */
    async remove(userId: string, id: string, threadId?: string): Promise<{ deleted: number }> {
      const portfolioId = toPortfolioId(id)
      await portfolioReader.getVersion(userId, portfolioId)
      const deleted = await db.asUser(userId, (tx) => deleteTurns(tx, portfolioId, threadId))
      if (threadId !== undefined && deleted === 0) throw errors.notFound('thread')
      return { deleted }
    },
  }
}

const SILENT: Progress = { step: () => undefined, partial: () => undefined }
