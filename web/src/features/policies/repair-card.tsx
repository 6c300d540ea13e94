// Tests: repair-card.test.tsx, e2e/policies.e2e.ts

import { areOneOrder, namePosition, type Policy, type PolicyRepair, type RepairOrder } from '@ballast/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FigureTable } from '../../components/ui/figure-table.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { formatMoney, formatNumber, formatPercent } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { PlacedDialog } from './placed-dialog.tsx'
import { useChangePolicy, useClosePolicy } from './policies.queries.ts'
import { fromRepair, REPAIRS } from './policy-view.ts'

/** Part of a repair that is taken to a broker. */
interface RepairTicket {
  title: string
  kind: string
  legs: readonly RepairOrder[]
  figures: readonly { label: string; text: string }[]
}
export type RenderTicketCopy = (ticket: RepairTicket) => ReactNode

interface RepairCardProps {
  policy: Policy
  /** The cheapest first. */
  repairs: readonly PolicyRepair[]
  renderTicketCopy: RenderTicketCopy
}

/** Repairs of a policy, the cheapest ticket first: its orders, its cost, and a button once it is placed. */
export function RepairCard({ policy, repairs, renderTicketCopy }: RepairCardProps) {
  const [kind, setKind] = useState<PolicyRepair['kind'] | undefined>(undefined)
  const repair = repairs.find((one) => one.kind === kind) ?? repairs[0]
  if (repair === undefined) return null
  const figures = toFigures(repair)
  return (
    <Card
      title={repair === repairs[0] ? 'Cheapest repair' : REPAIRS[repair.kind]}
      description="After it the limit holds at every fall and on every day until its end"
      actions={
        repair.orders.length > 0 && (
          <>
            {policy.isChecked && <PlacedButton key={repair.kind} policy={policy} repair={repair} />}
            {renderTicketCopy({
              title: `${REPAIRS[repair.kind]}: ${policy.name}`,
              kind: repair.kind,
              legs: repair.orders,
              figures,
            })}
          </>
        )
      }
      contentClassName="grid gap-4"
    >
      <p className="text-body">{repair.text}</p>
      {repairs.length > 1 && (
        <ToggleGroup
          label="Repair"
          value={repair.kind}
          onValueChange={setKind}
          options={repairs.map((one) => ({ value: one.kind, label: REPAIRS[one.kind] }))}
        />
      )}
      {repair.orders.length > 0 && (
        <>
          <Orders orders={repair.orders} />
          <dl className="grid gap-x-6 gap-y-1.5 text-[13px] leading-[18px] sm:grid-cols-2">
            {figures.map(({ label, text }) => (
              <div key={label} className="flex justify-between gap-3">
                <dt className="text-muted-foreground">{label}</dt>
                <dd className="text-right font-semibold tabular">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="text-label text-subtle-foreground">
            This is not an order. Take{' '}
            {areOneOrder(repair.orders) ? 'it to your broker as one order' : 'all of it to your broker'}, and check live
            prices first.
          </p>
        </>
      )}
    </Card>
  )
}

const toFigures = ({ cost, fees, lossPercent }: PolicyRepair) => [
  { label: cost < 0 ? 'Net credit' : 'Net cost', text: formatMoney(Math.abs(cost)) },
  { label: 'Commissions included', text: formatMoney(fees) },
  { label: 'Loss in the fall afterwards', text: formatPercent(lossPercent, 1) },
]

function Orders({ orders }: { orders: readonly RepairOrder[] }) {
  return (
    <div className="-mx-4 sm:-mx-5">
      <FigureTable
        caption="Orders of the repair"
        columns={[{ header: 'Order' }, { header: 'Contracts', align: 'right' }, { header: 'Price', align: 'right' }]}
      >
        <tbody>
          {orders.map((order) => (
            <tr key={`${order.symbol} ${order.closes}`}>
              <th scope="row" className="py-2 text-left font-normal">
                <span className="block font-semibold">
                  {order.contracts > 0 ? 'Buy' : 'Sell'} to {order.closes ? 'close' : 'open'}
                </span>
                <span className="block text-caption text-subtle-foreground">{namePosition(order.symbol)}</span>
              </th>
              <td className="text-right">{formatNumber(Math.abs(order.contracts), { decimals: 0 })}</td>
              <td className="text-right">
                {formatNumber(order.premium)}{' '}
                <span className="text-caption text-subtle-foreground">{order.contracts > 0 ? 'ask' : 'bid'}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  )
}

/** Says that the ticket was filled: the policy goes on with what is held afterwards, or ends where nothing is left. */
function PlacedButton({ policy, repair }: { policy: Policy; repair: PolicyRepair }) {
  const [open, setOpen] = useState(false)
  const change = useChangePolicy(policy.id)
  const close = useClosePolicy(policy.id)
  const stop = () => setOpen(false)
  const initial = fromRepair(policy, repair, policy.judgement?.day ?? policy.placedOn)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        I placed this
      </Button>
      {open && initial && (
        <PlacedDialog
          title="I placed this repair"
          description="Enter what your broker filled. The policy goes on with these legs, and positions that Ballast added follow."
          initial={initial}
          saving={change.isPending}
          problem={change.error ? toUserMessage(change.error, 'The policy could not be changed') : undefined}
          onSave={(terms) => change.mutate(terms, { onSuccess: stop })}
          onClose={stop}
        />
      )}
      {initial === null && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Close this policy?"
          description="All of its legs are closed. It is kept with its history, and the options that Ballast added leave the portfolio."
          confirmLabel="Close policy"
          busy={close.isPending}
          onConfirm={() => close.mutate(true, { onSuccess: stop })}
        />
      )}
    </>
  )
}
