import { ANNUAL_RISK_FREE_RATE_PERCENT, TRADING_DAYS_PER_YEAR } from '@ballast/contract'
import { useScreenHeading } from '../../lib/heading-focus.ts'
import { CONTENTS } from './contents.tsx'
import { ContentsList } from './contents-list.tsx'

export function TransparencyPage() {
  const heading = useScreenHeading('How Calculations Work')
  return (
    <div className="mx-auto grid max-w-[1040px] gap-x-14 py-7 lg:grid-cols-[208px_1fr] lg:py-8">
      <ContentsList entries={CONTENTS} />
      <article className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-section-phone sm:text-section">
          How Calculations Work
        </h1>
        <p className="mt-2 max-w-[62ch] text-lead text-muted-foreground">
          Every figure comes from daily closing prices, {TRADING_DAYS_PER_YEAR} trading days a year, and a{' '}
          {ANNUAL_RISK_FREE_RATE_PERCENT}% annual risk-free rate. The examples replay the sample Core Growth through the
          COVID-19 crash, on simulated prices.
        </p>
        {CONTENTS.map(({ id, title, body: Body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-7 border-t pt-6">
            <h2 id={`${id}-title`} className="text-recommendation">
              {title}
            </h2>
            <Body />
          </section>
        ))}
      </article>
    </div>
  )
}
