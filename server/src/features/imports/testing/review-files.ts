import type { ImportReview } from '@ballast/contract'
import type { TestClient } from '../../../test-app.ts'

export const OWN_FORMAT = 'ticker,shares,avgCost,sector\nAAPL,10,150.5,Technology\nZZZQ,3,20,\n'

/** Sends files as a browser does, and reads the review. */
export async function reviewFiles(
  client: TestClient,
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
): Promise<ImportReview> {
  const form = new FormData()
  for (const [name, content] of files) form.append('files', new Blob([content as string]), name)
  return client.json<ImportReview>('/api/imports', { method: 'POST', body: form })
}

/** Returns what saving sends of a review that nobody has changed. */
export const toInputs = ({ positions }: ImportReview) =>
  positions.map(({ ticker, shares, avgCost, currency, account, kind, confidence }) => {
    return { ticker, shares, avgCost, currency, account, kind, confidence }
  })
