import type { TrackRecord } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'

/** What counts as a success, so that anybody can score one again. */
export function ScoringCard({ needed }: Pick<TrackRecord, 'needed'>) {
  return (
    <Card
      title="What counts as a success"
      description="The same rule for every recommendation, fixed before it is made"
    >
      <div className="grid gap-3 text-[13px] text-muted-foreground leading-[20px] lg:grid-cols-2 lg:gap-x-8">
        <p>
          A recommendation is kept with the prices and quotes it was made at. After 63 trading days, or when its option
          expires if that is sooner, the portfolio that followed it is compared with the same portfolio left alone.
          Shares trade at the prices of then, options are bought at the ask and sold at the bid.
        </p>
        <p>
          Each of the two is judged by its total return less its deepest fall on the way. What following adds to that is
          the improvement, in percentage points. Above zero is a success. Insurance that was not needed scores minus its
          cost.
        </p>
        <p>
          Advice to hold, to watch or to mend data has nothing to carry out and is not counted; nor is the same advice
          on the same portfolio within a week. Both stay in the list.
        </p>
        <p>
          Below {needed} scored results no percentage is shown. From there on, the rate comes with its 95% range, and
          beside it stands how often blindly selling a fifth of everything would have helped in the same windows.
        </p>
      </div>
    </Card>
  )
}
