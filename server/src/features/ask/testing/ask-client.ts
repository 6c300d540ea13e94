import { type AskScreen, type AskTurn, askTurnSchema } from '@ballast/contract'
import type { TestClient } from '../../../test-app.ts'

export interface AskOptions {
  threadId?: string
  screen?: AskScreen
  ticker?: string
}

/** Asks over HTTP, as a screen does. */
export function requestAsk(
  client: TestClient,
  portfolioId: string,
  question: string,
  options: AskOptions = {},
  accept = 'application/json',
) {
  const json = { question, screen: 'overview', ...options }
  return client.fetch(`/api/portfolios/${portfolioId}/ask`, { method: 'POST', json, headers: { accept } })
}

export async function askIn(
  client: TestClient,
  portfolioId: string,
  question: string,
  options?: AskOptions,
): Promise<AskTurn> {
  const response = await requestAsk(client, portfolioId, question, options)
  if (!response.ok) throw new Error(`${question}: ${response.status} ${await response.text()}`)
  return askTurnSchema.parse(await response.json())
}

/** Words of an answer that a reader sees. */
export const wordsOf = ({ sentences }: Pick<AskTurn, 'sentences'>) =>
  sentences.map((parts) => parts.map(({ text }) => text).join(''))
