// Tests: e2e/policies.e2e.ts, e2e/manage.e2e.ts

import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { PageHead } from './page-head.tsx'

interface DetailScreenProps<Data> {
  title: string
  subtitle: string
  /** The link back to where all of them are listed. */
  back: ReactNode
  query: { data: Data | undefined; error: unknown; isPending: boolean; isFetching: boolean; refetch: () => unknown }
  /** The catalogue's sentence when the query failed, and what is said when the server gave no words. */
  failure: { title: string; fallback: string }
  /** "Loading the policy". */
  loadingLabel: string
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** A screen about one thing of a list: its head with the way back, then the thing, its skeleton, or why it is not there. */
export function DetailScreen<Data>({ title, subtitle, back, query, failure, ...loading }: DetailScreenProps<Data>) {
  return (
    <>
      <PageHead title={title} subtitle={subtitle} actions={<Button asChild>{back}</Button>} />
      {query.error && query.data === undefined ? (
        <Card>
          <LoadFailure {...failure} query={query} />
        </Card>
      ) : (
        <Loading pending={query.isPending} label={loading.loadingLabel} skeleton={loading.skeleton}>
          {() => query.data !== undefined && loading.children(query.data)}
        </Loading>
      )}
    </>
  )
}
