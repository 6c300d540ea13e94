import { PLANS, type Plan } from '@ballast/contract'
import { Check } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatValue } from '../../lib/format.ts'

export function PricingCards({ loginUrl }: { loginUrl: string }) {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="border-t bg-card/50">
      <div className="landing py-14">
        <h2 id="pricing-title" className="text-center text-section-phone sm:text-[26px] sm:leading-8">
          Start free, upgrade when you want to hedge
        </h2>
        <div className="mx-auto mt-6 grid max-w-[716px] gap-3.5 md:grid-cols-2">
          {Object.values(PLANS).map((plan) => (
            <PlanCard key={plan.id} plan={plan} loginUrl={loginUrl} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** Everything on it comes from the plan itself, so that it promises what the server does. */
function PlanCard({ plan, loginUrl }: { plan: Plan; loginUrl: string }) {
  return (
    <section
      aria-labelledby={`plan-${plan.id}`}
      className={cn(
        'flex flex-col rounded-dialog border bg-card p-6 shadow-card',
        plan.mostPopular && 'border-primary ring-1 ring-primary',
      )}
    >
      <div className="flex items-center justify-between">
        <h3 id={`plan-${plan.id}`} className="text-title">
          {plan.name}
        </h3>
        {plan.mostPopular && <Badge>Most Popular</Badge>}
      </div>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="text-hero tabular">{formatValue(plan.monthlyPrice)}</span>
        <span className="text-[13px] text-muted-foreground">per month</span>
      </p>
      <p className="text-[13px] text-muted-foreground">{plan.note}</p>
      <ul className="mt-4 mb-6 grid gap-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
            {feature}
          </li>
        ))}
      </ul>
      <Button asChild variant={plan.mostPopular ? 'primary' : 'outline'} className="mt-auto w-full">
        <a href={loginUrl}>{plan.callToAction}</a>
      </Button>
    </section>
  )
}
