// Tests: polygon.test.ts

import type { z } from 'zod'
import { polygonFailures } from '../failures.ts'
import { createOutbound, type OutboundOptions } from '../outbound.ts'

/** The service was renamed in 2025; both names answer, and pages of an answer may name either. */
const HOSTS = ['api.massive.com', 'api.polygon.io']
/** More pages than thirty years of days, or all splits and dividends of a company, ever fill. */
export const MAX_PAGES = 20
/** Twice what the pages of the largest chain come to. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const DEADLINE_MS = 30_000

/** Limit on all pages that one question leads to, so that a provider cannot lead us on and on. */
export interface PageBudget {
  charactersLeft: number
  readonly signal: AbortSignal
}

export function createPageBudget(): PageBudget {
  return { charactersLeft: MAX_CHARACTERS, signal: AbortSignal.timeout(DEADLINE_MS) }
}

export interface PolygonHttp {
  /** One answer, parsed. @throws ProviderFailure */
  get<S extends z.ZodType>(path: string, query: Record<string, string>, schema: S): Promise<z.output<S>>
  /** All pages of an answer, in order, within a budget that may be shared. @throws ProviderFailure */
  getPages<S extends z.ZodType<{ next_url?: string | undefined }>>(
    path: string,
    query: Record<string, string>,
    schema: S,
    budget?: PageBudget,
  ): Promise<z.output<S>[]>
  close(): Promise<void>
}

/** Everything that goes to Polygon goes through here; the key travels in a header, where no log records it. */
export function createPolygonHttp({
  apiKey,
  ...options
}: Omit<OutboundOptions, 'hosts' | 'failures'> & { apiKey: string }): PolygonHttp {
  const outbound = createOutbound({ ...options, hosts: HOSTS, failures: polygonFailures })

  async function fetchJson<S extends z.ZodType>(url: URL, schema: S, budget?: PageBudget): Promise<z.output<S>> {
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
    const { status, text } = await outbound.send({
      url,
      headers,
      accept: ['application/json'],
      ...(budget ? { signal: budget.signal } : {}),
    })
    if (budget) spend(budget, text.length)
    if (status === 401 || status === 403) throw polygonFailures.notAuthorised(status)
    if (status === 404) throw polygonFailures.unknownTicker(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''))
    if (status >= 300) throw polygonFailures.badReply(`status ${status}`)
    const parsed = schema.safeParse(parseJson(text))
    if (!parsed.success) throw polygonFailures.badReply('it has another shape than known')
    return parsed.data
  }

  return {
    get: (path, query, schema) => fetchJson(toUrl(path, query), schema),
    async getPages(path, query, schema, budget = createPageBudget()) {
      const pages = [await fetchJson(toUrl(path, query), schema, budget)]
      for (let next = pages.at(-1)?.next_url; next && pages.length < MAX_PAGES; next = pages.at(-1)?.next_url) {
        pages.push(await fetchJson(toNextUrl(next), schema, budget))
      }
      return pages
    },
    close: () => outbound.close(),
  }
}

function spend(budget: PageBudget, characters: number): void {
  budget.charactersLeft -= characters
  if (budget.charactersLeft < 0) throw polygonFailures.badReply('its pages do not come to an end')
}

function toUrl(path: string, query: Record<string, string>): URL {
  return new URL(`${path}?${new URLSearchParams(query)}`, `https://${HOSTS[0]}`)
}

function toNextUrl(text: string): URL {
  if (!URL.canParse(text)) throw polygonFailures.badReply('its next page is not an address')
  return new URL(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw polygonFailures.badReply('it is not JSON')
  }
}
