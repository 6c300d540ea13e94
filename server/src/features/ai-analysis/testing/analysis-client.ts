import { type ComprehensiveAnalysis, comprehensiveAnalysisSchema } from '@ballast/contract'
import type { TestClient } from '../../../test-app.ts'

let keys = 0

export function requestComprehensive(
  client: TestClient,
  portfolioId: string,
  options: { key?: string; accept?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  keys += 1
  const { key = `analysis-${keys}`, accept = 'application/json', signal } = options
  return client.fetch('/api/ai-analysis/comprehensive', {
    method: 'POST',
    json: { portfolioId },
    headers: { 'idempotency-key': key, accept },
    ...(signal && { signal }),
  })
}

export async function analyseWhole(client: TestClient, portfolioId: string): Promise<ComprehensiveAnalysis> {
  const response = await requestComprehensive(client, portfolioId)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return comprehensiveAnalysisSchema.parse(await response.json())
}
