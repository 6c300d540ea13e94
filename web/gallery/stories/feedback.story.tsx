import { Upload } from 'lucide-react'
import { Badge } from '../../src/components/ui/badge.tsx'
import { Button } from '../../src/components/ui/button.tsx'
import { LoadFailure } from '../../src/components/ui/load-failure.tsx'
import { Notice } from '../../src/components/ui/notice.tsx'
import { Progress } from '../../src/components/ui/progress.tsx'
import { Skeleton } from '../../src/components/ui/skeleton.tsx'
import { FullPageSpinner, Spinner } from '../../src/components/ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../src/components/ui/state-message.tsx'
import { showError, showSuccess } from '../../src/components/ui/toast.tsx'
import type { Stories } from '../stories.ts'

const nothing = () => undefined
const failed = { error: new TypeError('Failed to fetch'), isFetching: false, refetch: nothing }

export const stories: Stories = {
  Badges: () => (
    <div className="flex flex-wrap gap-2">
      <Badge>Most Popular</Badge>
      <Badge tone="secondary">Stock</Badge>
      <Badge tone="warning">Stale</Badge>
      <Badge tone="pro">PRO</Badge>
    </div>
  ),
  Notice: () => <Notice>This is a sample. Upload your own to see your figures.</Notice>,
  'Notice that can be dismissed': () => <Notice onDismiss={nothing}>This is a sample.</Notice>,
  'Notice of something just done': () => <Notice role="alert">Your session has ended.</Notice>,
  Progress: () => (
    <div className="grid gap-3">
      <Progress label="Nothing done" percent={0} />
      <Progress label="Half done" percent={50} />
      <Progress label="Done" percent={100} tone="gain" />
    </div>
  ),
  Spinner: () => <Spinner />,
  'Spinner of a page': () => <FullPageSpinner label="Loading" />,
  Skeleton: () => <Skeleton className="h-20 w-full" />,
  'Empty state': () => (
    <EmptyState
      icon={Upload}
      title="No option chains yet"
      text="Upload a portfolio to see its option chains."
      actions={<Button variant="primary">Upload</Button>}
    />
  ),
  'Error state': () => (
    <ErrorState title="Failed to load prices" text="The server could not be reached." onRetry={nothing} />
  ),
  'Error state, trying again': () => <ErrorState title="Failed to load prices" onRetry={nothing} retrying />,
  'Failure of a request': () => (
    <LoadFailure
      title="Failed to load prices"
      fallback="The server could not be reached. Your data is safe."
      query={failed}
    />
  ),
  Toasts: () => (
    <div className="flex gap-3">
      <Button onClick={() => showSuccess({ title: 'Saved', description: 'Your portfolio is stored.' })}>Success</Button>
      <Button onClick={() => showError({ title: 'Not saved', description: 'Try again in a minute.' })}>Failure</Button>
    </div>
  ),
}
