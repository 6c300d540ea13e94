import type { Plan } from '@ballast/contract'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/class-names.ts'
import { formatValue } from '../../lib/format.ts'
import { Badge } from '../ui/badge.tsx'

interface PlanCardProps {
  plan: Plan
  /** Features that this installation adds to the plan's own. */
  extraFeatures?: readonly string[]
  headingLevel: 'h2' | 'h3'
  /** The button, and what there is to say about it. */
  action: ReactNode
}

/** One plan. Everything on it comes from the plan itself, so that it promises what the server does. */
export function PlanCard({ plan, extraFeatures = [], headingLevel: Heading, action }: PlanCardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={cn(
        'flex flex-col rounded-dialog border bg-card p-6 shadow-card sm:p-7',
        plan.mostPopular && 'border-primary ring-1 ring-primary',
      )}
    >
      <div className="flex min-h-[22px] items-center justify-between">
        <Heading id={titleId} className="text-title">
          {plan.name}
        </Heading>
        {plan.mostPopular && <Badge>Most Popular</Badge>}
      </div>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="text-hero tabular">{formatValue(plan.monthlyPrice)}</span>
        <span className="text-[13px] text-muted-foreground">per month</span>
      </p>
      <p className="text-[13px] text-muted-foreground">{plan.note}</p>
      <ul className="mt-4 mb-6 grid gap-2.5">
        {[...plan.features, ...extraFeatures].map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto">{action}</div>
    </section>
  )
}
