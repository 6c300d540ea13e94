// Tests: options-page.test.tsx

import type { PortfolioOptions } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { toChartCsv, toFileName } from '../../components/charts/chart-data.ts'
import { ExplainedFigure, nameSource } from '../../components/explained.tsx'
import { explainOption } from '../../components/options/option-explanations.ts'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { VirtualTable } from '../../components/ui/virtual-table.tsx'
import { downloadFile } from '../../lib/download.ts'
import { countOf, formatDate, formatInstant, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { nameTickers } from '../../lib/ticker-label.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { toOptionPositionColumns } from './option-position-columns.tsx'
import { formatDaysLeft } from './option-positions-view.ts'
import { portfolioOptionsQuery } from './options.queries.ts'

const TITLE = 'Option positions'

/** The options that a portfolio holds or owes, and what the whole book is sensitive to. */
export const OptionPositionsCard = memo(function OptionPositionsCard({
  portfolio,
  onChoose,
}: {
  portfolio: { id: string; name: string }
  onChoose: (ticker: string) => void
}) {
  const answer = useQuery(portfolioOptionsQuery(portfolio.id))
  return (
    <Loaded
      query={answer}
      title="Failed to load option positions"
      fallback="The server could not be reached. Your positions are safe."
      label="Loading option positions"
      skeleton={
        <Card title={TITLE}>
          <Skeleton className="h-24 w-full" />
        </Card>
      }
      frame={(failure) => <Card title={TITLE}>{failure}</Card>}
    >
      {(data) => <Filled name={portfolio.name} options={data} onChoose={onChoose} />}
    </Loaded>
  )
})

interface FilledProps {
  name: string
  options: PortfolioOptions
  onChoose: (ticker: string) => void
}

function Filled({ name, options, onChoose }: FilledProps) {
  const { positions, calendar, notCounted } = options
  const isPhone = useIsPhone()
  const source = [nameSource(options.source), options.asOf && formatInstant(options.asOf)].filter(Boolean).join(' · ')
  return (
    <Card
      title={TITLE}
      description={`${positions.length === 0 ? `No options in ${name}` : `${countOf(positions.length, 'position')} in ${name}`} · ${source}`}
      padded={false}
    >
      {options.unauthorized !== null && (
        <p className="px-4 pb-3 text-body text-warning sm:px-5">Options Data Unavailable: {options.unauthorized}</p>
      )}
      <Book options={options} />
      {positions.length > 0 && (
        // Side by side from where both have their width.
        <div className="grid min-w-0 border-t min-[1320px]:grid-cols-[minmax(0,1fr)_330px] min-[1320px]:divide-x">
          <VirtualTable
            label="Option positions"
            rows={positions}
            columns={toOptionPositionColumns(isPhone)}
            rowKey={({ symbol }) => symbol}
            rowHeight={52}
            height={416}
            minWidth={isPhone ? 0 : 900}
            headerShown={!isPhone}
            onOpenRow={({ underlying }) => onChoose(underlying)}
          />
          <Calendar calendar={calendar} />
        </div>
      )}
      {notCounted.length > 0 && (
        <ul className="grid gap-1 border-t px-4 py-3 text-label text-muted-foreground sm:px-5">
          {[...Map.groupBy(notCounted, ({ reason }) => reason)].map(([reason, left]) => (
            <li key={reason}>
              {nameTickers(left.map(({ ticker }) => ticker))}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Stocks and options together. */
function Book({ options }: { options: PortfolioOptions }) {
  const { book } = options
  if (!book) return null
  const explain = (figure: 'betaWeightedDelta' | 'theta' | 'vega', children: ReactNode) => (
    <ExplainedFigure
      explanation={explainOption(figure)}
      facts={[
        { name: 'Quotes of', text: formatInstant(options.asOf) },
        { name: 'Source', text: nameSource(options.source) },
      ]}
      saveInputs={async () => savePositions(options)}
    >
      {children}
    </ExplainedFigure>
  )
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 pb-4 sm:grid-cols-3 sm:px-5 lg:grid-cols-6">
      <SmallStat
        label={explain('betaWeightedDelta', 'Beta-weighted delta')}
        figure={formatNumber(book.betaWeightedDelta, { decimals: 1 })}
        caption={`shares of ${book.benchmark}`}
      />
      <SmallStat
        label={<span className="inline-flex min-h-6 items-center">Options part</span>}
        figure={formatNumber(book.optionsBetaWeightedDelta, { decimals: 1 })}
        caption={`shares of ${book.benchmark}`}
      />
      <SmallStat
        label={<span className="inline-flex min-h-6 items-center">Dollar delta</span>}
        figure={formatValue(book.dollarDelta)}
        caption="moves like so much stock"
      />
      <SmallStat
        label={<span className="inline-flex min-h-6 items-center">Dollar gamma</span>}
        figure={formatMoney(book.dollarGammaPerPercent, { decimals: 0, signed: true })}
        caption="of delta per 1% rise"
      />
      <SmallStat
        label={explain('theta', 'Theta')}
        figure={formatMoney(book.thetaPerDay, { signed: true })}
        caption="a day"
      />
      <SmallStat
        label={explain('vega', 'Vega')}
        figure={formatMoney(book.vegaPerPoint, { signed: true })}
        caption="a point of IV"
      />
    </dl>
  )
}

/** When what ends, and what it may ask for on that day. */
function Calendar({ calendar }: { calendar: PortfolioOptions['calendar'] }) {
  return (
    <section aria-labelledby="expiry-calendar" className="min-w-0 max-[1320px]:border-t">
      <h3 id="expiry-calendar" className="px-4 pt-3 pb-1 text-title sm:px-5">
        Expiry calendar
      </h3>
      <ol className="grid">
        {calendar.map((row) => (
          <li key={row.expiry} className="grid gap-1 border-b px-4 py-2.5 text-table last:border-b-0 sm:px-5">
            <p className="flex items-baseline justify-between gap-3 tabular">
              <span className="font-semibold">{formatDate(row.expiry)}</span>
              <span className={row.days < 7 ? 'text-warning' : 'text-muted-foreground'}>
                {formatDaysLeft(row.days)}
              </span>
            </p>
            <p className="flex flex-wrap justify-between gap-x-3 text-label text-muted-foreground tabular">
              <span>
                {formatNumber(row.longContracts, { decimals: 0 })} long,{' '}
                {formatNumber(row.shortContracts, { decimals: 0 })} short
              </span>
              <span>
                {formatValue(row.value)}
                {row.theta !== null && `, ${formatMoney(row.theta, { signed: true })} a day`}
              </span>
            </p>
            {describeObligations(row).map((sentence) => (
              <p key={sentence} className="text-label text-muted-foreground">
                {sentence}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeObligations({ sharesToDeliver, cashToPay }: PortfolioOptions['calendar'][number]): string[] {
  const deliveries = Object.entries(sharesToDeliver)
    .filter(([, shares]) => shares > 0)
    .map(([ticker, shares]) => `${formatNumber(shares, { decimals: 0 })} ${ticker}`)
  return [
    ...(deliveries.length > 0 ? [`If every short call is exercised: deliver ${deliveries.join(', ')}.`] : []),
    ...(cashToPay > 0 ? [`If every short put is exercised: pay ${formatValue(cashToPay)}.`] : []),
  ]
}

/** Saves what the book's figures are made of, for a spreadsheet. */
function savePositions({ positions, asOf, simulated }: PortfolioOptions): void {
  const columns = [
    'symbol',
    'contracts',
    'multiplier',
    'price',
    'underlyingPrice',
    'delta',
    'gamma',
    'theta',
    'vega',
    'betaWeightedDelta',
  ]
  const rows = positions.map((position) => [
    position.symbol,
    position.contracts,
    position.multiplier,
    position.price,
    position.underlyingPrice,
    position.greeks?.delta ?? null,
    position.greeks?.gamma ?? null,
    position.greeks?.theta ?? null,
    position.greeks?.vega ?? null,
    position.betaWeightedDelta,
  ])
  const name = toFileName({ title: TITLE, asOf, simulated })
  downloadFile(`${name}.csv`, toChartCsv({ columns: columns.map((header) => ({ header })), rows }))
}
