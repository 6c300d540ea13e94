import type { CorrelationAnalysis } from '@ballast/contract'
import { ChartScatter } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { formatDate } from '../../lib/format.ts'
import { describeUnpriced } from '../../lib/ticker-label.ts'
import { countSecurities, describeInsufficient } from './analysis-view.ts'
import { toFigureSource } from './correlation.queries.ts'
import { AverageCorrelationCard, ConcentrationCard, DiversificationCard } from './headline-cards.tsx'
import { MarketCorrelationCard } from './market-correlation-card.tsx'
import { MatrixCard } from './matrix-card.tsx'
import { SectorExposureCard } from './sector-exposure-card.tsx'

interface AnalysisPageProps {
  portfolioId: string
  analysis: CorrelationAnalysis
  /** Says what the portfolio is compared with, and changes it. */
  comparedWith?: ReactNode
  /** True if the sectors are shown with broad funds spread over what they hold. */
  lookThrough: boolean
  onLookThroughChange: (lookThrough: boolean) => void
  /** The way to add positions, for a portfolio that has too few. */
  addPositions: ReactNode
  /** Renders the next step for positions that move together. */
  renderBlockAction: (tickers: readonly string[]) => ReactNode
}

/** Page of what moves together, and how much of one thing there is. */
export function AnalysisPage(props: AnalysisPageProps) {
  const { portfolioId, analysis, comparedWith, lookThrough, onLookThroughChange, addPositions, renderBlockAction } =
    props
  const from = useMemo(() => toFigureSource(portfolioId, analysis), [portfolioId, analysis])
  const securities = countSecurities(analysis)
  if (securities === 0) {
    return (
      <Card>
        <EmptyState
          icon={ChartScatter}
          title="No positions to analyze"
          text="Add two shares or funds to see how they move together."
          actions={addPositions}
        />
      </Card>
    )
  }
  return (
    <div className="grid min-w-0 gap-4">
      {analysis.stale && (
        <Notice>
          The market data service did not answer. These figures come from the history that was fetched earlier, up to{' '}
          {formatDate(analysis.window.to)}.
        </Notice>
      )}
      <div className="grid min-w-0 gap-4 lg:grid-cols-3">
        <DiversificationCard analysis={analysis} from={from} />
        <ConcentrationCard analysis={analysis} from={from} />
        <AverageCorrelationCard analysis={analysis} from={from} />
      </div>
      <div className="grid min-w-0 gap-4 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-5">
          <SectorExposureCard
            analysis={analysis}
            from={from}
            lookThrough={lookThrough}
            onLookThroughChange={onLookThroughChange}
          />
        </div>
        <div className="min-w-0 lg:col-span-7">
          <MarketCorrelationCard analysis={analysis} from={from} comparedWith={comparedWith} />
        </div>
      </div>
      {analysis.tickers.length >= 2 ? (
        <MatrixCard analysis={analysis} from={from} renderBlockAction={renderBlockAction} />
      ) : (
        <Card title="Correlation Matrix">
          {securities < 2 ? (
            <EmptyState
              icon={ChartScatter}
              title="Add a second position to compare"
              text="A correlation needs two tickers."
              actions={addPositions}
            />
          ) : (
            <EmptyState
              icon={ChartScatter}
              title="Not enough price history to compare"
              text="Two positions with at least 60 daily returns each are needed."
            />
          )}
        </Card>
      )}
      <LeftOut analysis={analysis} />
    </div>
  )
}

/** Positions that the figures leave out, with the reasons. */
function LeftOut({ analysis }: { analysis: CorrelationAnalysis }) {
  const notes = [...describeInsufficient(analysis.insufficientHistory), ...describeUnpriced(analysis, 'weight')]
  if (notes.length === 0) return null
  return (
    <ul aria-label="What is left out" className="grid gap-1 text-label text-muted-foreground">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
