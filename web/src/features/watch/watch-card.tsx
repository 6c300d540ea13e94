// Tests: e2e/watch.e2e.ts

import type { WatchRule } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Eye, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { useChangeRule, useChannels, useCreateRule, useDeleteRule, useWatchRules } from './watch.queries.ts'
import { toBadge } from './watch-form.ts'

type PortfolioNames = readonly { id: string; name: string }[]

/** Rules that tell their owner when something happens to a portfolio, with or without a hedge. */
export function WatchCard({ portfolios }: { portfolios: PortfolioNames }) {
  const rules = useWatchRules()
  const [isAdding, setIsAdding] = useState(false)
  const hasRoom = rules.data !== undefined && rules.data.rules.length < rules.data.mostRules
  const addButton = (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      Add rule
    </Button>
  )
  return (
    <Card
      title="Watch rules"
      description="Checked after every close, prices also during the day"
      {...(hasRoom && portfolios.length > 0 && rules.data?.rules.length !== 0 && { actions: addButton })}
    >
      {rules.error && !rules.data ? (
        <LoadFailure
          title="Failed to load watch rules"
          fallback="The server could not be reached. Your rules are safe."
          query={rules}
        />
      ) : (
        <Loading
          pending={rules.isPending}
          label="Loading watch rules"
          skeleton={<Skeleton className="h-[120px] w-full rounded-tile" />}
        >
          {() => (
            <div className="grid gap-4">
              {rules.data && !hasRoom && <NoRoom mostRules={rules.data.mostRules} />}
              {rules.data?.rules.length === 0 ? (
                <EmptyState
                  icon={Eye}
                  title="No watch rules yet"
                  text={
                    portfolios.length === 0
                      ? 'Upload a portfolio first. Then Ballast can watch it for you.'
                      : 'Get a message when a position grows too large, a price is reached, or a fall would cost too much.'
                  }
                  actions={portfolios.length > 0 && addButton}
                />
              ) : (
                <ul aria-label="Watch rules" className="divide-y">
                  {rules.data?.rules.map((rule) => (
                    <RuleRow key={rule.id} rule={rule} portfolios={portfolios} />
                  ))}
                </ul>
              )}
            </div>
          )}
        </Loading>
      )}
      {isAdding && <NewRule portfolios={portfolios} onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

function NoRoom({ mostRules }: { mostRules: number }) {
  if (mostRules > 1)
    return <Notice>You have {mostRules} rules, the most there can be. Delete one to add another.</Notice>
  return (
    <Notice>
      One watch rule is free. More rules, e-mail and other channels are part of{' '}
      <Link to="/pricing" className="text-primary underline">
        PRO
      </Link>
      .
    </Notice>
  )
}

function NewRule({ portfolios, onClose }: { portfolios: PortfolioNames; onClose: () => void }) {
  const create = useCreateRule()
  const channels = useChannels()
  return (
    <RuleDialog
      portfolios={portfolios}
      channels={channels.data ?? []}
      saving={create.isPending}
      problem={create.error ? toUserMessage(create.error, 'Failed to save the rule') : undefined}
      onSave={(filled) => create.mutate(filled, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function RuleRow({ rule, portfolios }: { rule: WatchRule; portfolios: PortfolioNames }) {
  const { name, portfolioName, isOn, sentence, checkedAt } = rule
  const change = useChangeRule(rule.id)
  const remove = useDeleteRule(rule.id)
  const channels = useChannels()
  const [open, setOpen] = useState<'change' | 'delete' | undefined>(undefined)
  const badge = toBadge(rule)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow basis-72 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold text-body">{name}</span>
          <Badge tone={badge.tone}>{badge.name}</Badge>
        </p>
        {sentence && <p className="text-[13px] leading-[18px]">{sentence}</p>}
        <p className="text-label text-muted-foreground">
          {portfolioName}
          {checkedAt && ` · Checked ${formatInstant(checkedAt)}`}
        </p>
        <FailureText>
          {change.error && open === undefined && toUserMessage(change.error, 'Failed to change the rule')}
        </FailureText>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Switch
          label={<span className="sr-only">Check {name}</span>}
          checked={change.isPending && change.variables.isOn !== undefined ? change.variables.isOn : isOn}
          onCheckedChange={(next) => change.mutate({ isOn: next })}
        />
        <Button size="sm" aria-label={`Change ${name}`} onClick={() => setOpen('change')}>
          Change
        </Button>
        <Button size="sm" className="text-destructive" aria-label={`Delete ${name}`} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {open === 'change' && (
        <RuleDialog
          rule={rule}
          portfolios={portfolios}
          channels={channels.data ?? []}
          saving={change.isPending}
          problem={change.error ? toUserMessage(change.error, 'Failed to change the rule') : undefined}
          onSave={({ terms, mutedChannelIds }) =>
            change.mutate({ terms, mutedChannelIds }, { onSuccess: () => setOpen(undefined) })
          }
          onClose={() => setOpen(undefined)}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setOpen(undefined)}
        title="Delete this watch rule?"
        description="It is not checked any more. Its messages stay in the inbox."
        confirmLabel="Delete rule"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      >
        <FailureText>{remove.error && toUserMessage(remove.error, 'Failed to delete the rule')}</FailureText>
      </ConfirmDialog>
    </li>
  )
}
