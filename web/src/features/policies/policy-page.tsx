// Tests: e2e/policies.e2e.ts

import { namePosition, type Policy, type PolicyEntry, type PolicyJudgement } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import {
  formatDate,
  formatInstant,
  formatNumber,
  formatPercent,
  formatShortDate,
  formatValue,
  NO_DATA,
} from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { AdoptNotice } from './adopt-notice.tsx'
import { CoverCard } from './cover-card.tsx'
import { PlacedDialog } from './placed-dialog.tsx'
import { useChangePolicy, useCheckPolicy, useClosePolicy } from './policies.queries.ts'
import { describeLevels, describeMoney, fromPolicy, KINDS, STATES } from './policy-view.ts'
import { RenewalCard } from './renewal-card.tsx'
import { type RenderTicketCopy, RepairCard } from './repair-card.tsx'
import { StateBadge } from './state-badge.tsx'

/** One placed hedge: where the owner stands, its legs, the loss by day and fall, and everything that happened to it. */
export function PolicyPage({
  policy,
  history,
  renderTicketCopy,
}: {
  policy: Policy
  history: readonly PolicyEntry[]
  /** Takes the orders of a repair to a broker. */
  renderTicketCopy: RenderTicketCopy
}) {
  const { judgement, status } = policy
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      {policy.importedAgain && <AdoptNotice policyId={policy.id} />}
      {status === 'open' && !policy.isChecked && (
        <Notice>Checks are part of PRO. This policy stays readable, and checks go on when you are on PRO again.</Notice>
      )}
      <StandCard policy={policy} />
      {status === 'open' && judgement !== null && judgement.repairs.length > 0 && (
        <RepairCard policy={policy} repairs={judgement.repairs} renderTicketCopy={renderTicketCopy} />
      )}
      {status === 'open' && judgement !== null && judgement.renewals.length > 1 && (
        <RenewalCard judgement={judgement} />
      )}
      <CoverCard policy={policy} history={history} />
      <LegsCard policy={policy} />
      {judgement?.losses && status === 'open' && (
        <LossesCard losses={judgement.losses} legsAhead={judgement.legsAhead} />
      )}
      <HistoryCard history={history} />
    </div>
  )
}

function StandCard({ policy }: { policy: Policy }) {
  const { judgement, status, id, isChecked } = policy
  const check = useCheckPolicy(id)
  const isOpen = status === 'open'
  return (
    <Card
      title={judgement?.sentence ?? 'Not checked yet'}
      description={`${describeMoney(policy)} · limit −${formatNumber(policy.limitPercent, { decimals: 0 })}% in a fall of ${formatNumber(policy.shockPercent, { decimals: 0 })}%`}
      actions={
        <>
          <StateBadge policy={policy} />
          {isOpen && isChecked && (
            <Button size="sm" busy={check.isPending} onClick={() => check.mutate(undefined)}>
              <RefreshCw aria-hidden="true" />
              Check now
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {judgement?.advice && isOpen && (
          <p className="text-body">
            {judgement.advice}{' '}
            <Link to="/hedges" className="font-medium text-primary hover:underline">
              Search hedges with these options counted
            </Link>
          </p>
        )}
        <FailureText>{check.error && toUserMessage(check.error, 'The policy could not be checked')}</FailureText>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <SmallStat label="Loss with the hedge" figure={toPercent(judgement?.lossPercent)} />
          <SmallStat label="Loss without it" figure={toPercent(judgement?.unhedgedLossPercent)} />
          <SmallStat label="Portfolio value" figure={toMoney(judgement?.bookValue)} />
          <SmallStat label="Value of the legs" figure={toMoney(judgement?.legsValue)} />
        </dl>
        <p className="text-label text-muted-foreground">
          {judgement
            ? `Checked ${formatInstant(judgement.checkedAt)}${judgement.day ? `, quotes of ${formatDate(judgement.day)}` : ''}${judgement.simulated ? ', simulated market' : ''}.`
            : 'The first check is made after the next close.'}{' '}
          {isOpen && isChecked && describeLevels(judgement?.levels ?? [])} Ballast places no order.
        </p>
        {isOpen && <Actions policy={policy} />}
      </div>
    </Card>
  )
}

const toPercent = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? NO_DATA : formatPercent(percent, 1)
const toMoney = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? NO_DATA : formatValue(amount)

function Actions({ policy }: { policy: Policy }) {
  const [open, setOpen] = useState<'change' | 'close' | null>(null)
  const change = useChangePolicy(policy.id)
  const close = useClosePolicy(policy.id)
  const stop = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {policy.isChecked && <Button onClick={() => setOpen('change')}>Change fills or limit</Button>}
      <Button onClick={() => setOpen('close')}>Close policy</Button>
      {open === 'change' && (
        <PlacedDialog
          title="Change the policy"
          description="Positions that Ballast added follow the fills."
          initial={fromPolicy(policy)}
          saving={change.isPending}
          problem={change.error ? toUserMessage(change.error, 'The policy could not be changed') : undefined}
          onSave={(terms) => change.mutate(terms, { onSuccess: stop })}
          onClose={stop}
        />
      )}
      <ConfirmDialog
        open={open === 'close'}
        onOpenChange={(isOpen) => !isOpen && stop()}
        title="Close this policy?"
        description="It is kept with its history, and Ballast stops checking it. The options that Ballast added for it leave the portfolio."
        confirmLabel="Close policy"
        busy={close.isPending}
        onConfirm={() => close.mutate(true, { onSuccess: stop })}
      />
    </div>
  )
}

const toContracts = (contracts: number) => formatNumber(contracts, { decimals: 0 })

function LegsCard({ policy }: { policy: Policy }) {
  return (
    <Card title="Legs" description={`Placed on ${formatDate(policy.placedOn)}`} padded={false}>
      <FigureTable
        caption="Legs of the policy"
        columns={[
          { header: 'Option' },
          { header: 'Filled', align: 'right' },
          { header: 'Price paid', align: 'right' },
          { header: 'Value today', align: 'right' },
        ]}
      >
        <tbody>
          {policy.legs.map(({ symbol, filled, ordered, price }) => (
            <tr key={symbol}>
              <th scope="row" className="py-2 text-left font-normal">
                <span className="block font-semibold">{namePosition(symbol)}</span>
                <span className="block break-all text-caption text-subtle-foreground">{symbol}</span>
              </th>
              <td className="text-right">
                {filled === ordered ? toContracts(filled) : `${toContracts(filled)} of ${toContracts(ordered)}`}
              </td>
              <td className="text-right">{formatNumber(price)}</td>
              <td className="text-right">{toMoney(policy.judgement?.legValues[symbol])}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Card>
  )
}

function LossesCard({
  losses,
  legsAhead,
}: {
  losses: NonNullable<PolicyJudgement['losses']>
  legsAhead: PolicyJudgement['legsAhead']
}) {
  return (
    <Card
      title="Loss by day and fall"
      description="Each row says what the legs are worth by then if no price moves. The loss in a fall is in percent of the portfolio, with the hedge, and without it in small type"
      padded={false}
    >
      <FigureTable
        caption="Loss by day and fall"
        columns={[
          { header: 'If it falls on' },
          // Beside the day: the falls are more than a phone is wide.
          ...(legsAhead.length > 0 ? [{ header: 'Legs are worth', align: 'right' as const }] : []),
          ...losses.fallsPercent.map((fall) => ({
            header: `−${formatNumber(fall, { decimals: 0 })}%`,
            align: 'right' as const,
          })),
        ]}
      >
        <tbody>
          {losses.days.map(({ date }, day) => (
            <tr key={date}>
              <th scope="row" className="whitespace-nowrap text-left font-normal">
                {formatShortDate(date)}
              </th>
              {legsAhead.length > 0 && <td className="text-right">{toMoney(legsAhead[day])}</td>}
              {losses.fallsPercent.map((fall, place) => (
                <td key={fall} className="py-1 text-right">
                  <span className="block">{toPercent(losses.hedgedPercent[day]?.[place])}</span>
                  <span className="block text-caption text-subtle-foreground">
                    {toPercent(losses.unhedgedPercent[day]?.[place])}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Card>
  )
}

function HistoryCard({ history }: { history: readonly PolicyEntry[] }) {
  return (
    <Card title="History" description="Every change and every check, newest first">
      <ul className="divide-y">
        {history.map(({ at, kind, state, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries of one moment differ in nothing else
          <li key={`${at} ${place}`} className="grid gap-0.5 py-2.5 first:pt-0 last:pb-0">
            <span className="flex flex-wrap items-center gap-2 text-label text-muted-foreground">
              {formatInstant(at)}
              {state === null ? (
                <Badge tone="secondary">{KINDS[kind]}</Badge>
              ) : (
                <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
              )}
            </span>
            <span className="text-[13px]">{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
