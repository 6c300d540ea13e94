import { toUserMessage } from '../../lib/to-user-message.ts'
import { ErrorState } from './state-message.tsx'

interface LoadFailureProps {
  /** The catalogue's sentence, letter for letter. */
  title: string
  /** Words for a failure about which the server said nothing: what happened and what is safe. */
  fallback: string
  /** The request that failed and can be made again. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Stands where something could not be loaded, with the way to ask for it again. */
export function LoadFailure({ title, fallback, query }: LoadFailureProps) {
  return (
    <ErrorState
      title={title}
      text={toUserMessage(query.error, fallback)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
