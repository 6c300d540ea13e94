// Tests: analysis-page.test.tsx

import type { CorrelationAnalysis } from '@ballast/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { Explained, type FigureSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { BlockList } from './block-list.tsx'
import { orderByBlocks, orderByName } from './blocks-view.ts'
import { MatrixDrawing } from './matrix-drawing.tsx'
import { BAND_LABELS, nameBand, toMatrix, toMatrixChart } from './matrix-view.ts'
import { PairLists } from './pair-lists.tsx'

/** Up to here every cell has room for its figure on a desktop, and there is nothing to choose. */
const PRINTED_TICKERS = 16
const PRINTED_TICKERS_PHONE = 6

type Pair = CorrelationAnalysis['correlationMatrix'][number]

interface MatrixCardProps {
  analysis: CorrelationAnalysis
  from: FigureSource
  /** Renders the next step for a block. */
  renderBlockAction: (tickers: readonly string[]) => ReactNode
}

const ORDERS = { blocks: 'Blocks', weight: 'Weight', name: 'A–Z' } as const

/** Every ticker against every other, and the pairs at both ends. */
export function MatrixCard({ analysis, from, renderBlockAction }: MatrixCardProps) {
  const byWeight = useMemo(() => toMatrix(analysis), [analysis])
  const byBlocks = useMemo(() => orderByBlocks(byWeight), [byWeight])
  const [order, setOrder] = useState<keyof typeof ORDERS>('blocks')
  const matrix = useMemo(
    () => (order === 'blocks' ? byBlocks.matrix : order === 'weight' ? byWeight : orderByName(byWeight)),
    [order, byBlocks, byWeight],
  )
  const blocks = order === 'blocks' ? byBlocks.blocks : []
  const chart = useChartFrame(useMemo(() => toMatrixChart(matrix, analysis), [matrix, analysis]))
  const isPhone = useIsPhone()
  const [zoom, setZoom] = useState<'fit' | 'read'>(isPhone ? 'read' : 'fit')
  const isLarge = matrix.tickers.length > (isPhone ? PRINTED_TICKERS_PHONE : PRINTED_TICKERS)
  return (
    <Card
      title={
        <Explained metric="correlation" from={from}>
          Correlation Matrix
        </Explained>
      }
      description="1-year daily returns. Blue pairs offset each other, amber pairs move together."
      actions={
        <>
          {chart.view === 'chart' && (
            <ToggleGroup
              label="Order of the tickers"
              value={order}
              onValueChange={setOrder}
              options={Object.entries(ORDERS).map(([value, label]) => ({ value: value as keyof typeof ORDERS, label }))}
            />
          )}
          {isLarge && chart.view === 'chart' && (
            <ToggleGroup
              label="Size of the cells"
              value={zoom}
              onValueChange={setZoom}
              options={[
                { value: 'fit', label: 'Whole' },
                { value: 'read', label: 'Values' },
              ]}
            />
          )}
          <ChartTools chart={chart} />
        </>
      }
    >
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_288px]">
        <div className="min-w-0 max-sm:order-2">
          <BandLegend />
          <ChartFigure chart={chart} table={<PairTable pairs={analysis.correlationMatrix} />}>
            <MatrixDrawing
              matrix={matrix}
              blocks={blocks}
              label="Correlation of each ticker with each other"
              zoom={zoom}
            />
          </ChartFigure>
          {analysis.truncated && (
            <p className="mt-3 text-label text-muted-foreground">
              The {formatCount(matrix.tickers.length)} largest positions are shown; score and averages use all of them.
            </p>
          )}
        </div>
        <div className="grid content-start gap-6 max-sm:order-1 xl:border-l xl:pl-5">
          <BlockList blocks={byBlocks.blocks} matrix={byBlocks.matrix} renderAction={renderBlockAction} />
          <PairLists analysis={analysis} />
        </div>
      </div>
    </Card>
  )
}

function BandLegend() {
  return (
    <ul aria-label="Bands of correlation" className="mb-4 grid max-w-[560px] grid-cols-7 gap-0.5">
      {BAND_LABELS.map((label, place) => (
        <li key={label} className="text-center text-[10.5px] text-subtle-foreground leading-[14px] tabular">
          <span
            aria-hidden="true"
            className="mb-1 block h-2 rounded-xs"
            style={{ backgroundColor: `var(--corr-${place + 1})` }}
          />
          {label}
        </li>
      ))}
    </ul>
  )
}

const PAIR_COLUMNS: readonly Column<Pair>[] = [
  {
    id: 'first',
    header: 'Ticker',
    width: 'minmax(90px, 1fr)',
    cell: ({ ticker1 }) => toTickerLabel(ticker1),
    sortValue: ({ ticker1 }) => ticker1,
  },
  {
    id: 'second',
    header: 'With',
    width: 'minmax(90px, 1fr)',
    cell: ({ ticker2 }) => toTickerLabel(ticker2),
    sortValue: ({ ticker2 }) => ticker2,
  },
  {
    id: 'correlation',
    header: 'Correlation',
    align: 'right',
    width: '110px',
    cell: ({ correlation }) => formatNumber(correlation, { signed: true }),
    sortValue: ({ correlation }) => correlation,
  },
  {
    id: 'band',
    header: 'Meaning',
    width: 'minmax(160px, 1.4fr)',
    cell: ({ correlation }) => nameBand(correlation),
  },
]

function PairTable({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <VirtualTable
      label="Correlation of every pair"
      rows={pairs}
      columns={PAIR_COLUMNS}
      rowKey={({ ticker1, ticker2 }) => `${ticker1} ${ticker2}`}
      rowHeight={36}
      height={480}
      minWidth={480}
      initialSort={{ columnId: 'correlation', direction: 'descending' }}
      className="rounded-control border"
    />
  )
}
