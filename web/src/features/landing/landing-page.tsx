import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { DataBanner } from '../../components/shell/data-banner.tsx'
import { Content, SkipLink } from '../../components/shell/shell.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toLoginUrl } from '../../lib/current-user.ts'
import { sessionEndedKey } from '../../lib/query-client.ts'
import { ClosingCall } from './closing-call.tsx'
import { FeatureGrid } from './feature-grid.tsx'
import { Hero } from './hero.tsx'
import { LandingBar } from './landing-bar.tsx'
import { LandingFooter } from './landing-footer.tsx'
import { PricingCards } from './pricing-cards.tsx'
import { TransparencySection } from './transparency-section.tsx'
import { useIsDemo } from './way-in.tsx'

/** Page that a visitor sees at every address that is not open to everyone; signing in leads back to that address. */
export function LandingPage() {
  const returnTo = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const loginUrl = toLoginUrl(returnTo)
  const hasEnded = useQueryClient().getQueryData(sessionEndedKey) === true
  const isDemo = useIsDemo()
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <DataBanner user={null} className="landing" />
      <LandingBar loginUrl={loginUrl} />
      <Content>
        {hasEnded && (
          <div className="landing pt-4">
            <Notice role="alert">
              {isDemo
                ? 'Your demo has ended, and what you did in it is deleted. You can start a new one.'
                : 'Your session has ended. Sign in to go on where you were; what was saved is safe.'}
            </Notice>
          </div>
        )}
        <Hero loginUrl={loginUrl} />
        <FeatureGrid />
        <TransparencySection />
        <PricingCards loginUrl={loginUrl} />
        <ClosingCall loginUrl={loginUrl} />
      </Content>
      <LandingFooter />
    </div>
  )
}
