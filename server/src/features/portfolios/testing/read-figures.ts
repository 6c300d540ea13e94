import { ALL_CALLS } from '@ballast/contract'
import type { TestClient } from '../../../test-app.ts'

/** Lists of what was done with a portfolio, which hold no figure of what is held. */
const RECORDS = new Set(['imports', 'report-links', 'ask-threads', 'hedge-analyses', 'ai-runs'])

/** Calls with a body that only read, each with what it is asked beside the portfolio. */
const ASKED: Readonly<Record<string, object>> = {
  '/api/backtest/scenario': { scenarioId: 'covid-2020' },
  '/api/backtest/scenario/series': { scenarioId: 'covid-2020' },
  '/api/portfolios/:portfolioId/ticket-split': { legs: [], trades: [{ ticker: 'AAPL', shares: -10, amount: 1_000 }] },
  '/api/portfolios/:portfolioId/import-difference': { positions: [{ ticker: 'AAPL', shares: 1 }], mode: 'replace' },
  '/api/portfolios/:portfolioId/ask': { question: 'What is my beta?', screen: 'overview' },
}

/** Fields of no figure that differ between two requests, or between two portfolios that hold the same. */
const MARKS = /"(?:account|askedAt|cacheAge|importId|portfolioName)":(?:null|\d+|"[^"]*")/g
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:~[^"\\ ]*)?/g

/**
 * Text of every answer about what a portfolio holds, by call: all that the contract lists, so that a call which is added later
 * is among them. Ids, names and times are left out.
 */
export async function readFigures(client: TestClient, portfolioId: string): Promise<Map<string, string>> {
  const id = encodeURIComponent(portfolioId)
  const answers = new Map<string, string>()
  for (const { method, path } of ALL_CALLS) {
    const asked = method === 'POST' ? ASKED[path] : undefined
    const isRead = method === 'GET' && /:portfolioId(?!.*:)/.test(path) && !RECORDS.has(path.split('/').at(-1) ?? '')
    if (!isRead && asked === undefined) continue
    const answer = await client.fetch(path.replace(':portfolioId', id), {
      method,
      ...(asked && { json: path.includes(':portfolioId') ? asked : { ...asked, portfolioId } }),
    })
    answers.set(
      `${method} ${path}`,
      `${answer.status} ${(await answer.text()).replaceAll(UUID, 'ID').replaceAll(MARKS, '"leftOut":null')}`,
    )
  }
  return answers
}
