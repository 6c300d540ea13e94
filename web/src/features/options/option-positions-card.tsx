import type { OptionPosition, PortfolioOptions } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toChartCsv, toFileName } from '../../components/charts/chart-data.ts'
import { ExplainedFigure, nameSource } from '../../components/explained.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { MoneyChange } from '../../components/ui/change.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { downloadFile } from '../../lib/download.ts'
import { countOf, formatDate, formatInstant, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { formatVolatility } from './ladder-columns.ts'
import { explainOption } from './option-explanations.ts'
import { COVERAGES, describeAbsence, formatDaysLeft } from './option-positions-view.ts'
import { portfolioOptionsQuery } from './options.queries.ts'

const TITLE = 'Option positions'

interface OptionPositionsCardProps {
  portfolio: { id: string; name: string }
  onChoose: (ticker: string) => void
}

/** The options that a portfolio holds or owes, and what the whole book is sensitive to. */
export function OptionPositionsCard({ portfolio, onChoose }: OptionPositionsCardProps) {
  const answer = useQuery(portfolioOptionsQuery(portfolio.id))
  if (answer.error && !answer.data) {
    return (
      <Card title={TITLE}>
        <LoadFailure
          title="Failed to load option positions"
          fallback="The server could not be reached. Your positions are safe."
          query={answer}
        />
      </Card>
    )
  }
  return (
    <Loading
      pending={answer.data === undefined}
      label="Loading option positions"
      skeleton={
        <Card title={TITLE}>
          <Skeleton className="h-24 w-full" />
        </Card>
      }
    >
      {() => answer.data && <Filled name={portfolio.name} options={answer.data} onChoose={onChoose} />}
    </Loading>
  )
}

interface FilledProps {
  name: string
  options: PortfolioOptions
  onChoose: (ticker: string) => void
}

function Filled({ name, options, onChoose }: FilledProps) {
  const { positions, calendar, notCounted } = options
  const source = [nameSource(options.source), options.asOf && formatInstant(options.asOf)].filter(Boolean).join(' · ')
  return (
    <Card
      title={TITLE}
      description={`${positions.length === 0 ? `No options in ${name}` : `${countOf(positions.length, 'contract')} in ${name}`} · ${source}`}
      padded={false}
    >
      {options.unauthorized !== null && (
        <p className="px-4 pb-3 text-body text-warning sm:px-5">Options Data Unavailable: {options.unauthorized}</p>
      )}
      <Book options={options} />
      {positions.length > 0 && (
        <div className="grid min-w-0 border-t xl:grid-cols-[minmax(0,1fr)_380px] xl:divide-x">
          <VirtualTable
            label="Option positions"
            rows={positions}
            columns={COLUMNS}
            rowKey={({ symbol }) => symbol}
            rowHeight={52}
            height={416}
            minWidth={900}
            onOpenRow={({ underlying }) => onChoose(underlying)}
          />
          <Calendar calendar={calendar} />
        </div>
      )}
      {notCounted.length > 0 && (
        <ul className="grid gap-1 border-t px-4 py-3 text-label text-muted-foreground sm:px-5">
          {notCounted.map(({ ticker, reason }) => (
            <li key={ticker}>
              {toTickerLabel(ticker)}: {reason}
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
        label="Of that, options"
        figure={formatNumber(book.optionsBetaWeightedDelta, { decimals: 1 })}
        caption={`shares of ${book.benchmark}`}
      />
      <SmallStat label="Dollar delta" figure={formatValue(book.dollarDelta)} caption="moves like so much stock" />
      <SmallStat
        label="Dollar gamma"
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

const right = { align: 'right', width: 'minmax(74px, 1fr)' } as const

const COLUMNS: readonly Column<OptionPosition>[] = [
  {
    id: 'contract',
    header: 'Contract',
    width: 'minmax(150px, 1.7fr)',
    cell: ({ symbol, expiry, days }) => (
      <>
        <span className="block truncate font-semibold" title={symbol}>
          {toTickerLabel(symbol)}
        </span>
        <span className="block text-caption text-subtle-foreground">
          {formatDate(expiry)} · {formatDaysLeft(days)}
        </span>
      </>
    ),
    sortValue: ({ symbol }) => symbol,
  },
  {
    id: 'contracts',
    header: 'Contracts',
    ...right,
    cell: ({ contracts }) => formatNumber(contracts),
    sortValue: ({ contracts }) => contracts,
  },
  {
    id: 'price',
    header: 'Price',
    ...right,
    cell: ({ price, missing, impliedVolatility }) =>
      price === null ? (
        <span className="text-warning" title={missing === null ? undefined : describeAbsence(missing)}>
          no price
        </span>
      ) : (
        <>
          <span className="block">{formatMoney(price)}</span>
          <span className="block text-caption text-subtle-foreground">IV {formatVolatility(impliedVolatility)}</span>
        </>
      ),
    sortValue: ({ price }) => price,
  },
  {
    id: 'value',
    header: 'Value and gain',
    ...right,
    width: 'minmax(104px, 1fr)',
    cell: ({ value, gain }) => (
      <>
        <span className="block font-semibold">{formatValue(value)}</span>
        {gain !== null && <MoneyChange amount={gain} className="block text-caption" />}
      </>
    ),
    sortValue: ({ value }) => value,
  },
  {
    id: 'delta',
    header: 'Delta',
    ...right,
    cell: ({ greeks, betaWeightedDelta }) => (
      <>
        <span className="block">{formatNumber(greeks?.delta, { decimals: 1 })}</span>
        {betaWeightedDelta !== null && (
          <span className="block text-caption text-subtle-foreground" title="Beta-weighted delta">
            β {formatNumber(betaWeightedDelta, { decimals: 1 })}
          </span>
        )}
      </>
    ),
    sortValue: ({ greeks }) => greeks?.delta ?? null,
  },
  {
    id: 'theta',
    header: 'Theta a day',
    ...right,
    width: 'minmax(88px, 1fr)',
    cell: ({ greeks }) => formatMoney(greeks?.theta, { signed: true }),
    sortValue: ({ greeks }) => greeks?.theta ?? null,
  },
  {
    id: 'vega',
    header: 'Vega',
    ...right,
    cell: ({ greeks }) => formatMoney(greeks?.vega, { signed: true }),
    sortValue: ({ greeks }) => greeks?.vega ?? null,
  },
  {
    id: 'breakEven',
    header: 'Break-even',
    ...right,
    width: 'minmax(88px, 1fr)',
    cell: ({ breakEven, inTheMoney }) => (
      <>
        <span className="block">{formatMoney(breakEven)}</span>
        {inTheMoney !== null && (
          <span className="block text-caption text-subtle-foreground">
            {inTheMoney ? 'in the money' : 'out of the money'}
          </span>
        )}
      </>
    ),
    sortValue: ({ breakEven }) => breakEven,
  },
  {
    id: 'coverage',
    header: 'Coverage',
    width: 'minmax(120px, 1.2fr)',
    cell: ({ coverage, coverageReason }) => (
      <span title={coverageReason}>
        <Badge tone={COVERAGES[coverage].tone}>{COVERAGES[coverage].label}</Badge>
        <span className="sr-only"> {coverageReason}</span>
      </span>
    ),
    sortValue: ({ coverage }) => coverage,
  },
]

/** When what ends, and what it may ask for on that day. */
function Calendar({ calendar }: { calendar: PortfolioOptions['calendar'] }) {
  return (
    <section aria-labelledby="expiry-calendar" className="min-w-0 max-xl:border-t">
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

/** What the book's figures are made of, for a spreadsheet. */
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
