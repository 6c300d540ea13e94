import { type HedgeAnalysis, type HedgeRequestBody, hedgeAnalysisSchema } from '@ballast/contract'
import { makePro } from '../../../accounts/testing/pro-user.ts'
import type { TestApp, TestClient } from '../../../test-app.ts'

/** When the worked example was made: a Friday after the close. */
export const NOW = new Date('2026-11-20T22:00:00.000Z')
export const WORKED_EXAMPLE = 'AAPL,100,1\nMSFT,50,1\nNVDA,300,1\nJPM,80,1\nXOM,100,1\nKO,100,1\nTLT,100,1\n'

let keys = 0
/** A key for each request, so that no two are taken for a double click. */
export function newKey(): string {
  keys += 1
  return `key-${keys}`
}

/** A signed-in user with tokens to spend. */
export async function signInPro(app: TestApp, email: string, tokens = 100): Promise<TestClient> {
  const client = await app.signIn(email)
  const { id } = await client.json<{ id: string }>('/api/auth/user')
  await makePro(app.db, id, { monthly: 0, purchased: tokens })
  return client
}

export async function upload(client: TestClient, rows: string, name = 'Hedged'): Promise<string> {
  const json = { name, data: `ticker,shares,avgCost\n${rows}` }
  return (await client.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })).id
}

export function requestAnalysis(
  client: TestClient,
  portfolioId: string,
  body: HedgeRequestBody = {},
  options: { key?: string; accept?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const { key = newKey(), accept = 'application/json', signal } = options
  return client.fetch(`/api/portfolios/${portfolioId}/analyze-hedges`, {
    method: 'POST',
    json: body,
    headers: { 'idempotency-key': key, accept },
    ...(signal && { signal }),
  })
}

export async function analyse(
  client: TestClient,
  portfolioId: string,
  body: HedgeRequestBody = {},
  key?: string,
): Promise<HedgeAnalysis> {
  const response = await requestAnalysis(client, portfolioId, body, key === undefined ? {} : { key })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return hedgeAnalysisSchema.parse(await response.json())
}

export const countTokens = async (client: TestClient) =>
  (await client.json<{ discoveryTokens: number }>('/api/auth/user')).discoveryTokens

/** The events of a stream, in order. */
export async function readEvents(response: Response): Promise<{ event: string; data: unknown }[]> {
  return (await response.text()).split('\n\n').flatMap((block) => {
    const event = /^event: (.+)$/m.exec(block)?.[1]
    const data = /^data: (.+)$/m.exec(block)?.[1]
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }]
  })
}

/** All that the summary can say: what is shown, and what is folded under it. */
export const readWhole = ({ summary, whyParts }: HedgeAnalysis) =>
  `${summary} ${whyParts.map(({ text }) => text).join('')}`
