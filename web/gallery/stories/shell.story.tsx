import { Article, ArticleSection } from '../../src/components/article.tsx'
import { DetailScreen } from '../../src/components/shell/detail-screen.tsx'
import { ErrorScreen } from '../../src/components/shell/error-screen.tsx'
import { NotFound } from '../../src/components/shell/not-found.tsx'
import { PageHead } from '../../src/components/shell/page-head.tsx'
import { Shell } from '../../src/components/shell/shell.tsx'
import { Button } from '../../src/components/ui/button.tsx'
import { Skeleton } from '../../src/components/ui/skeleton.tsx'
import { LISTED_USER } from '../figures.ts'
import type { Stories } from '../stories.ts'

const content = <PageHead title="Overview" subtitle="What you hold" actions={<Button>Upload</Button>} />

const detail = {
  title: 'Policy',
  subtitle: 'A hedge that was placed',
  back: <a href="#/shell/not-found">All policies</a>,
  failure: { title: 'Failed to load the policy', fallback: 'The server could not be reached.' },
  loadingLabel: 'Loading the policy',
  skeleton: <Skeleton className="h-40 w-full" />,
  children: (words: string) => <p>{words}</p>,
}
const asked = { data: undefined, error: null, isFetching: false, refetch: () => undefined }

export const alone = true
export const stories: Stories = {
  'Signed in': () => <Shell visitor={LISTED_USER}>{content}</Shell>,
  Visitor: () => <Shell visitor={null}>{content}</Shell>,
  'Of a demo': () => <Shell visitor={{ ...LISTED_USER, demoUntil: '2026-11-21T14:00:00.000Z' }}>{content}</Shell>,
  Waiting: () => (
    <Shell visitor={undefined} isWaiting>
      {content}
    </Shell>
  ),
  Article: () => (
    <Article title="How figures are computed" lead="Each figure opens its formula.">
      <ArticleSection title="Returns">
        <p>Daily, of adjusted closes.</p>
      </ArticleSection>
    </Article>
  ),
  'Detail, loaded': () => <DetailScreen {...detail} query={{ ...asked, data: 'It keeps your limit.' }} />,
  'Detail, loading': () => <DetailScreen {...detail} query={{ ...asked, isFetching: true }} />,
  'Detail, failed': () => <DetailScreen {...detail} query={{ ...asked, error: new Error('away') }} />,
  'Not found': () => <NotFound />,
  'Error while drawing': () => <ErrorScreen />,
}
