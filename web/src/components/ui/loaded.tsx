// Tests: ../../features/account/access-tokens-card.test.tsx

import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { Loading } from './skeleton.tsx'

export interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The catalogue's sentence for a failure, letter for letter. */
  title: string
  /** Words for a failure about which the server said nothing: what happened and what is safe. */
  fallback?: string
  /** Name of what is loading, for those who do not see the blocks: "Loading positions". */
  label: string
  /** Blocks in the final geometry. */
  skeleton: ReactNode
  /** Puts a failure into a card where the content brings its own. */
  frame?: (failure: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/** Content of what a query answered; its skeleton while it loads, and the way to ask again where nothing came. */
export function Loaded<Data>({ query, title, fallback, label, skeleton, frame, children }: LoadedProps<Data>) {
  const { data } = query
  if (query.error && data === undefined) {
    const failure = (
      <LoadFailure title={title} fallback={fallback ?? 'The server could not be reached.'} query={query} />
    )
    return frame ? frame(failure) : failure
  }
  return (
    <Loading pending={data === undefined} label={label} skeleton={skeleton}>
      {() => data !== undefined && children(data)}
    </Loading>
  )
}
