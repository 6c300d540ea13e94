import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'

const LINES = [0, 1, 2, 3, 4, 5, 6, 7]

/** The screen in its final geometry while the figures are computed. */
export function AnalysisSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-3">
        {['Diversification Score', 'Concentration Risk', 'Average Correlation'].map((title) => (
          <Card key={title} title={title} contentClassName="lg:h-[250px]">
            <Skeleton className="h-8 w-28" />
            <Skeleton className="mt-4 h-2.5 w-full" />
            <Skeleton className="mt-5 h-4 w-full" />
            <Skeleton className="mt-3 h-4 w-full" />
          </Card>
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-12">
        {['Sector Exposure', 'Market Correlation'].map((title, place) => (
          <Card key={title} title={title} className={place === 0 ? 'lg:col-span-5' : 'lg:col-span-7'}>
            <div className="grid gap-4">
              {LINES.map((line) => (
                <Skeleton key={line} className="h-5 w-full" />
              ))}
            </div>
          </Card>
        ))}
      </div>
      <Card title="Correlation Matrix">
        <Skeleton className="h-[480px] w-full" />
      </Card>
    </div>
  )
}
