import { type Call, type CallOutput, createClient, type InputArgument } from '@ballast/contract'
import { queryOptions } from '@tanstack/react-query'
import { noteOrigin } from './kept-answers.ts'

/** The API of the server that this page came from. */
export const { call: callApi, send: sendCall } = createClient({ onAnswer: noteOrigin })

/** A call as a cached query: `useQuery(apiQuery(listPositions, { params: { portfolioId } }))`. */
export function apiQuery<C extends Call>(call: C, ...input: InputArgument<C>) {
  return queryOptions({
    queryKey: apiQueryKey(call, ...input),
    queryFn: ({ signal }): Promise<CallOutput<C>> =>
      callApi(call, ...([{ ...(input[0] ?? {}), signal }] as unknown as InputArgument<C, { signal?: AbortSignal }>)),
  })
}

/** The same for figures of a portfolio that a what-if has, too: they can be asked for ahead (see `askAlike`). */
export function figuresQuery<C extends Call>(call: C, ...input: InputArgument<C>): ReturnType<typeof apiQuery<C>> {
  const { params, ...others } = input[0] as { params?: object }
  const ask = (portfolioId: string) =>
    [{ ...others, params: { ...params, portfolioId } }] as unknown as InputArgument<C>
  return { ...apiQuery(call, ...input), meta: { alike: (portfolioId) => figuresQuery(call, ...ask(portfolioId)) } }
}

/** The cache key of a call: its path, then its input. `[call.path]` alone addresses all inputs, to invalidate them. */
export function apiQueryKey<C extends Call>(call: C, ...[input]: InputArgument<C>): readonly unknown[] {
  return input === undefined ? [call.path] : [call.path, input]
}
