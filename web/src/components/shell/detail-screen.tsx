// Tests: e2e/policies.e2e.ts, e2e/manage.e2e.ts

import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Loaded, type LoadedProps } from '../ui/loaded.tsx'
import { PageHead } from './page-head.tsx'

interface DetailScreenProps<Data> extends Pick<LoadedProps<Data>, 'query' | 'skeleton' | 'children'> {
  title: string
  subtitle: string
  /** The link back to where all of them are listed. */
  back: ReactNode
  /** The catalogue's sentence when the query failed, and what is said when the server gave no words. */
  failure: { title: string; fallback: string }
  /** "Loading the policy". */
  loadingLabel: string
}

/** A screen about one thing of a list: its head with the way back, then the thing, its skeleton, or why it is not there. */
export function DetailScreen<Data>(props: DetailScreenProps<Data>) {
  const { title, subtitle, back, failure, loadingLabel, ...loading } = props
  return (
    <>
      <PageHead title={title} subtitle={subtitle} actions={<Button asChild>{back}</Button>} />
      <Loaded {...loading} {...failure} label={loadingLabel} frame={(failed) => <Card>{failed}</Card>} />
    </>
  )
}
