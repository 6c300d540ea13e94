// Tests: lower-risk-card.test.tsx, ../../../../e2e/analysis.e2e.ts

import type { CorrelationAnalysis, LowerRisk, LowerRiskMethod } from '@ballast/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ExplainedFigure, type FigureSource, nameSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatCount, formatDate, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { type LowerRiskLimits, lowerRiskQuery, NO_LIMITS, toFigureSource } from './correlation.queries.ts'
import {
  describeAdvantage,
  describeBestProposal,
  describeCash,
  describeKept,
  METHOD_NAMES,
  METHOD_SENTENCES,
  toLowerRiskRows,
  VOLATILITY_NOTE,
} from './lower-risk-view.ts'

/** Three ways to spread the same money with less risk, beside today's weights. */
export function LowerRiskCard({ portfolioId, analysis }: { portfolioId: string; analysis: CorrelationAnalysis }) {
  const from = useMemo(() => toFigureSource(portfolioId, analysis), [portfolioId, analysis])
  const [limits, setLimits] = useState(NO_LIMITS)
  const query = useQuery({ ...lowerRiskQuery(portfolioId, limits), placeholderData: keepPreviousData })
  return (
    <Card
      title="The same positions with less risk"
      description="Three proposals next to today’s weights"
      contentClassName="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
    >
      {query.error && !query.data ? (
        <LoadFailure
          title="Failed to compute the proposals"
          fallback="The server could not be reached. Your positions are safe."
          query={query}
        />
      ) : query.data ? (
        <div
          aria-busy={query.isPlaceholderData || undefined}
          className={cn(
            'grid min-w-0 grid-cols-1 gap-4 transition-opacity duration-180',
            query.isPlaceholderData && 'opacity-50',
          )}
        >
          <Proposals found={query.data} from={from} limits={limits} onLimits={setLimits} />
        </div>
      ) : (
        <div role="status" aria-label="Computing the proposals">
          <Skeleton className="h-64" />
        </div>
      )}
    </Card>
  )
}

interface ProposalsProps {
  found: LowerRisk
  from: FigureSource
  limits: LowerRiskLimits
  onLimits: (limits: LowerRiskLimits) => void
}

function Proposals({ found, from, limits, onLimits }: ProposalsProps) {
  const [method, setMethod] = useState<LowerRiskMethod>('equal-risk-contribution')
  const chosen = found.proposals.find((proposal) => proposal.method === method)
  return (
    <>
      <p className="text-body">{describeBestProposal(found)}</p>
      {found.proposals.length > 0 && <Comparison found={found} from={from} />}
      <Limits found={found} limits={limits} onLimits={onLimits} />
      {chosen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t pt-4">
          <ToggleGroup
            label="Proposal"
            value={method}
            onValueChange={setMethod}
            options={found.proposals.map((one) => ({ value: one.method, label: METHOD_NAMES[one.method] }))}
            className="justify-self-start"
          />
          <p className="text-[13px] text-muted-foreground leading-[18px]">
            {METHOD_SENTENCES[method]} {describeAdvantage(chosen)}
          </p>
          <Ticket proposal={chosen} />
        </div>
      )}
      <p className="text-label text-muted-foreground">{VOLATILITY_NOTE}</p>
      <ul aria-label="Positions that stay" className="grid gap-1 text-label text-muted-foreground">
        {describeKept(found.holdings).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  )
}

function Comparison({ found, from }: Pick<ProposalsProps, 'found' | 'from'>) {
  const { window } = found
  const facts = [
    { name: 'Window', text: `${formatDate(window.from)} to ${formatDate(window.to)}` },
    { name: 'Observations', text: formatCount(window.observations) },
    { name: 'Source', text: nameSource(found.source) },
  ]
  return (
    <div className="-mx-4 sm:-mx-5">
      <FigureTable
        caption="Today and the proposals"
        columns={[
          { header: 'Figure' },
          { header: 'Today', align: 'right' },
          ...found.proposals.map(({ method }) => ({ header: METHOD_NAMES[method], align: 'right' as const })),
        ]}
        tableClassName="min-w-[560px]"
      >
        <tbody>
          {toLowerRiskRows(found).map(({ key, explanation, today, proposals }) => (
            <tr key={key}>
              <th scope="row" className="text-left font-normal">
                <ExplainedFigure explanation={explanation} facts={facts} saveInputs={from.saveInputs} />
              </th>
              <td className="text-right">{today}</td>
              {found.proposals.map(({ method, unseen }, place) => (
                <td
                  key={method}
                  className={
                    key === 'unseen' && unseen?.isNoise
                      ? 'whitespace-nowrap text-right text-warning'
                      : 'whitespace-nowrap text-right font-semibold'
                  }
                >
                  {proposals[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  )
}

const HOLDING_LIMITS = [10, 15, 20, 25, 30, 40, 50]
const SECTOR_LIMITS = [20, 25, 30, 40, 50, 60]

function Limits({ found, limits, onLimits }: Omit<ProposalsProps, 'from'>) {
  const keepable = found.holdings.filter(({ kept }) => kept === null || kept === 'by-you')
  const toggle = (ticker: string, isKept: boolean) =>
    onLimits({
      ...limits,
      keep: isKept ? [...limits.keep, ticker] : limits.keep.filter((one) => one !== ticker),
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t pt-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:max-w-[520px]">
        <LimitSelect
          label="Most in one position"
          options={HOLDING_LIMITS}
          value={limits.maxHoldingPercent}
          onChange={(maxHoldingPercent) => onLimits({ ...limits, maxHoldingPercent })}
        />
        <LimitSelect
          label="Most in one sector"
          options={SECTOR_LIMITS}
          value={limits.maxSectorPercent}
          onChange={(maxSectorPercent) => onLimits({ ...limits, maxSectorPercent })}
        />
      </div>
      <fieldset>
        <legend className="font-medium text-[13px] leading-[18px]">Keep these as they are</legend>
        <div className="mt-2 flex max-h-40 flex-wrap gap-x-5 gap-y-2 overflow-y-auto">
          {keepable.map(({ ticker }) => (
            <Checkbox
              key={ticker}
              label={toTickerLabel(ticker)}
              checked={limits.keep.includes(ticker)}
              onCheckedChange={(isKept) => toggle(ticker, isKept)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface LimitSelectProps {
  label: ReactNode
  options: readonly number[]
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function LimitSelect({ label, options, value, onChange }: LimitSelectProps) {
  return (
    <Field label={label}>
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">No limit</option>
        <Options of={options.map((percent) => [percent, `${percent}%`])} />
      </Select>
    </Field>
  )
}

function Ticket({ proposal }: { proposal: LowerRisk['proposals'][number] }) {
  if (proposal.orders.length === 0) return <p className="text-body">There is nothing to trade.</p>
  return (
    <div className="-mx-4 sm:-mx-5">
      <FigureTable
        caption="Orders in whole shares"
        columns={[
          { header: 'Order' },
          { header: 'Ticker' },
          { header: 'Shares', align: 'right' },
          { header: 'Price', align: 'right', hiddenOnPhone: true },
          { header: 'Value', align: 'right' },
        ]}
        className="max-h-[360px]"
      >
        <tbody>
          {proposal.orders.map(({ action, ticker, shares, price, value }) => (
            <tr key={ticker}>
              <td>{action === 'buy' ? 'Buy' : 'Sell'}</td>
              <th scope="row" className="text-left font-semibold">
                {toTickerLabel(ticker)}
              </th>
              <td className="text-right">{formatNumber(shares, { decimals: Number.isInteger(shares) ? 0 : 4 })}</td>
              <td className="text-right max-sm:hidden">{formatMoney(price)}</td>
              <td className="text-right">{formatValue(value)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <p className="border-t px-4 pt-3 text-label text-muted-foreground sm:px-5">
        {describeCash(proposal)} Taxes and trading costs are not counted. This is not advice to trade.
      </p>
    </div>
  )
}
