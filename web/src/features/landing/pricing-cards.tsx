// Tests: landing.test.tsx

import { DEFAULT_TRIAL_DAYS, describeStart, PLANS, PRIORITY_SUPPORT } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { PlanCard } from '../../components/plans/plan-card.tsx'
import { offerQuery } from '../../lib/offer.ts'
import { WayIn } from './way-in.tsx'

export function PricingCards({ loginUrl }: { loginUrl: string }) {
  const { data: offer } = useQuery(offerQuery)
  const trialDays = offer?.trialDays ?? DEFAULT_TRIAL_DAYS
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="border-t bg-card/50">
      <div className="landing py-14">
        <h2 id="pricing-title" className="text-center text-section-phone sm:text-[26px] sm:leading-8">
          Start free, upgrade when you want to hedge
        </h2>
        <div className="mx-auto mt-6 grid max-w-[716px] gap-3.5 md:grid-cols-2">
          <PlanCard
            plan={PLANS.free}
            headingLevel="h3"
            action={<WayIn loginUrl={loginUrl} className="w-full" label={PLANS.free.callToAction} />}
          />
          <PlanCard
            plan={PLANS.pro}
            headingLevel="h3"
            extraFeatures={offer?.supportEmail ? [PRIORITY_SUPPORT] : []}
            action={
              <>
                <p className="mb-2 text-center text-label text-muted-foreground">{describeStart(trialDays)}</p>
                <WayIn
                  loginUrl={loginUrl}
                  variant="primary"
                  className="w-full"
                  label={trialDays > 0 ? PLANS.pro.callToAction : `Get ${PLANS.pro.name}`}
                />
              </>
            }
          />
        </div>
      </div>
    </section>
  )
}
