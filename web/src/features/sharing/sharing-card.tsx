// Tests: e2e/sharing.e2e.ts

import type { PortfolioInvitation, PortfolioShare } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyLink } from '../../components/copy-link.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { formatDate } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { sharesQuery, useEndShare, useInvite, useWithdrawInvitation } from './sharing.queries.ts'

/** Who may read a portfolio, and the invitation of others. */
export function SharingCard({ portfolioId }: { portfolioId: string }) {
  const invite = useInvite(portfolioId)
  const canMail = useQuery(sharesQuery).data?.canMail ?? false
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate(email.trim(), { onSuccess: () => setEmail('') })
  }
  return (
    <Card title="Sharing" description="Let somebody read this portfolio. They cannot change it.">
      <div className="grid gap-4">
        <form onSubmit={submit} noValidate className="grid gap-4">
          {canMail && (
            <Field
              label="E-mail address (optional)"
              hint="We mail the invitation to it, and show your own address there."
            >
              <Input
                type="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                maxLength={254}
                autoComplete="off"
              />
            </Field>
          )}
          <Button
            type="submit"
            className="justify-self-start max-sm:h-11"
            busy={invite.isPending}
            busyLabel="Creating..."
          >
            Create invitation
          </Button>
        </form>
        {invite.error && <Fault error={invite.error} fallback="Failed to create the invitation" />}
        {invite.data && (
          <>
            {invite.data.email !== null && (
              <p className="wrap-anywhere text-body">
                A mail to {invite.data.email} is on its way, unless they refuse such mail. You can send the link
                yourself, too.
              </p>
            )}
            <CopyLink
              url={invite.data.url}
              hint="It is shown only now. It works for one person with an account, for 7 days."
            />
          </>
        )}
        <Readers portfolioId={portfolioId} />
      </div>
    </Card>
  )
}

function Readers({ portfolioId }: { portfolioId: string }) {
  const shares = useQuery(sharesQuery)
  const end = useEndShare()
  const withdraw = useWithdrawInvitation()
  if (shares.error && !shares.data) {
    return (
      <LoadFailure title="Failed to load who reads it" fallback="The server could not be reached." query={shares} />
    )
  }
  const isOfThis = (one: PortfolioShare | PortfolioInvitation) => one.portfolioId === portfolioId
  const given = shares.data?.given.filter(isOfThis) ?? []
  const invitations = shares.data?.invitations.filter(isOfThis) ?? []
  if (given.length + invitations.length === 0) return null
  const fault = end.error ?? withdraw.error
  return (
    <>
      <ul aria-label="Who can read this portfolio" className="grid gap-3 border-t pt-4">
        {given.map(({ id, name, createdAt }) => (
          <Entry
            key={id}
            text={`${name}, since ${formatDate(createdAt)}`}
            action="End"
            label={`End sharing with ${name}`}
            isDisabled={end.isPending}
            onAct={() => end.mutate(id)}
          />
        ))}
        {invitations.map(({ id, email, expiresAt }) => (
          <Entry
            key={id}
            text={`Open invitation${email === null ? '' : ` for ${email}`}, until ${formatDate(expiresAt)}`}
            action="Withdraw"
            label={`Withdraw the invitation${email === null ? '' : ` for ${email}`} until ${formatDate(expiresAt)}`}
            isDisabled={withdraw.isPending}
            onAct={() => withdraw.mutate(id)}
          />
        ))}
      </ul>
      {fault && <Fault error={fault} fallback="Failed to end it" />}
    </>
  )
}

interface EntryProps {
  text: string
  action: string
  label: string
  isDisabled: boolean
  onAct: () => void
}

function Entry({ text, action, label, isDisabled, onAct }: EntryProps) {
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="wrap-anywhere min-w-0 text-body">{text}</span>
      <Button
        size="sm"
        className="text-destructive max-sm:h-11"
        aria-label={label}
        disabled={isDisabled}
        onClick={onAct}
      >
        {action}
      </Button>
    </li>
  )
}

export function Fault({ error, fallback }: { error: Error; fallback: string }) {
  return (
    <p role="alert" className="text-destructive text-label">
      {toUserMessage(error, fallback)}
    </p>
  )
}
