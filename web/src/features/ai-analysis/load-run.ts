// Tests: ai-analysis-page.test.tsx

import type { AiRun, AiRunEntry } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { runQuery } from './ai-analysis.queries.ts'
import { pickRun } from './run-view.ts'

interface Request {
  data: unknown
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** The run of a kind that is shown, or what stands in its way. */
export interface Stored<Value> {
  value: Value | undefined
  /** It is known that there is none. */
  isAbsent: boolean
  failed: Request | null
}

interface ListOfRuns extends Request {
  data: readonly AiRunEntry[] | undefined
}

/** The opened run of a kind, else the newest; one of another portfolio is never shown, whatever brought it here. */
export function useStoredRun<Kind extends AiRunEntry['kind']>(
  kind: Kind,
  portfolioId: string,
  list: ListOfRuns,
  openedId: string | null,
): Stored<NonNullable<AiRun[Kind]>> {
  const shownId = pickRun(list.data ?? [], kind, openedId)
  const stored = useQuery({ ...runQuery(portfolioId, shownId ?? ''), enabled: shownId !== null })
  const value = stored.data?.[kind] ?? undefined
  return {
    value: value?.portfolioId === portfolioId ? (value as NonNullable<AiRun[Kind]>) : undefined,
    isAbsent: list.data !== undefined && shownId === null,
    failed: list.error && !list.data ? list : stored.error && !stored.data ? stored : null,
  }
}
