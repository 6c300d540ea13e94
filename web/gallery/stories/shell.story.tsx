import { Article, ArticleSection } from '../../src/components/article.tsx'
import { ErrorScreen } from '../../src/components/shell/error-screen.tsx'
import { NotFound } from '../../src/components/shell/not-found.tsx'
import { PageHead } from '../../src/components/shell/page-head.tsx'
import { Shell } from '../../src/components/shell/shell.tsx'
import { Button } from '../../src/components/ui/button.tsx'
import { LISTED_USER } from '../figures.ts'
import type { Stories } from '../stories.ts'

const content = <PageHead title="Overview" subtitle="What you hold" actions={<Button>Upload</Button>} />

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
  'Not found': () => <NotFound />,
  'Error while drawing': () => <ErrorScreen />,
}
