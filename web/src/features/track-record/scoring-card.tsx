import type { TrackRecord } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'

/** Rules of a success, so that anybody can score one again. */
export function ScoringCard({ needed }: Pick<TrackRecord, 'needed'>) {
  return (
    <Card
      title="What counts as a success"
      description="The same rule for every recommendation, fixed before it is made"
    >
      <div className="grid gap-3 text-[13px] text-muted-foreground leading-[20px] lg:grid-cols-2 lg:gap-x-8">
        <p>
          We keep each recommendation with the prices and quotes of its day. We score it after 63 trading days, or when
          its option expires. We compare the portfolio that followed it with the same one left alone. Shares trade at
          the prices of that day. Options are bought at the ask and sold at the bid.
        </p>
        <p>
          The score of each is its total return less its deepest fall. The improvement is the gap between the two
          scores, in points. Above zero is a success. A hedge that was not needed scores minus its cost.
        </p>
        <p>
          We do not count advice to hold, to watch or to fix data, because there is nothing to carry out. We do not
          count the same advice twice within a week. Both stay in the list.
        </p>
        <p>
          We show no percentage below {needed} scored results. From there on, the rate comes with its 95% range. Next to
          it you see how often selling a fifth of everything would have helped at the same times.
        </p>
      </div>
    </Card>
  )
}
