import { type DiscoveryRun, discoveryRunSchema } from '@ballast/contract'
import type { TestClient } from '../../../test-app.ts'
import { findUnlisted } from '../../facts/testing/find-unlisted.ts'
import { newKey } from '../../hedges/testing/hedge-client.ts'
import { listSentences, listTexts } from '../../hedges/testing/loose-figures.ts'

/** After the close of a Friday on which the worked example is related to funds of both kinds, those for puts and for calls. */
export const A_DAY_WITH_IDEAS = new Date('2026-09-18T22:00:00.000Z')

export function requestDiscovery(
  client: TestClient,
  portfolioId: string,
  options: { key?: string; accept?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const { key = newKey(), accept = 'application/json', signal } = options
  return client.fetch('/api/agentic-discovery', {
    method: 'POST',
    json: { portfolioId },
    headers: { 'idempotency-key': key, accept },
    ...(signal && { signal }),
  })
}

export async function discover(client: TestClient, portfolioId: string, key?: string): Promise<DiscoveryRun> {
  const response = await requestDiscovery(client, portfolioId, key === undefined ? {} : { key })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return discoveryRunSchema.parse(await response.json())
}

/** Figures in a run's words that no fact stands behind, and facts that are referred to but not there. */
export function findLooseFigures(run: DiscoveryRun): string[] {
  const facts = new Map(run.facts.map((fact) => [fact.id, fact]))
  const digitsOf = (text: string) => text.replace(/\D/g, '')
  const texts = listTexts(run)
  const inTexts = texts.flatMap(({ path, parts }) =>
    parts.flatMap(({ text, fact }) => {
      if (fact === undefined) return /\d/.test(text) ? [`${path}: "${text}"`] : []
      const known = facts.get(fact)
      if (known === undefined) return [`${path}: there is no fact ${fact}`]
      // Words, such as "the worst tenth", are a fact's condition and no figure.
      return !/\d/.test(text) || digitsOf(known.text) === digitsOf(text)
        ? []
        : [`${path}: "${text}" is not "${known.text}"`]
    }),
  )
  const plain = [
    ...[...run.leftOut, ...run.positionsLeftOut, ...run.considered].map(({ reason }) => reason),
    ...run.chains.flatMap(({ note }) => note ?? []),
  ]
  return [...inTexts, ...findUnlisted(listSentences(run), facts), ...plain.filter((text) => /\d/.test(text))]
}
