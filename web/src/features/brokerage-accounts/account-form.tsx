// Tests: ticket-split.test.tsx

import { type ACCOUNT_KINDS, ACCOUNT_LEVELS, type BrokerageAccount } from '@ballast/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useDescribeAccount } from './brokerage-accounts.queries.ts'

type Level = (typeof ACCOUNT_LEVELS)[number]
type Kind = (typeof ACCOUNT_KINDS)[number]

const LEVELS: Readonly<Record<Level, string>> = {
  none: 'No options',
  covered: 'Covered and cash-secured',
  long: 'Bought options',
  spreads: 'Spreads',
  uncovered: 'Uncovered',
}
const KINDS: Readonly<Record<Kind, string>> = { margin: 'Margin', cash: 'Cash', ira: 'IRA' }
const RETIREMENT = /\b(?:ira|roth|401k?)\b/i

/** An account's name as people say it; in a group with that of its portfolio. */
export const nameAccount = (
  { account, portfolioName }: Pick<BrokerageAccount, 'account' | 'portfolioName'>,
  isGroup: boolean,
): string => (account === null ? portfolioName : isGroup ? `${portfolioName} · ${account}` : account)

/** Asks what an account may hold. */
export function AccountForm({ account, name }: { account: BrokerageAccount; name: string }) {
  const [level, setLevel] = useState<Level | ''>(account.level ?? '')
  const [kind, setKind] = useState<Kind>(
    account.kind ?? (RETIREMENT.test(`${account.portfolioName} ${name}`) ? 'ira' : 'margin'),
  )
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const describe = useDescribeAccount(account)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (level === '') return setProblem('Choose what your broker allows')
    setProblem(undefined)
    const onError = (error: Error) => setProblem(toUserMessage(error, 'Failed to save the account'))
    describe.mutate({ level, kind }, { onError })
  }
  const isSaved = level === account.level && kind === account.kind
  return (
    <form onSubmit={submit} noValidate aria-label={name} className="grid gap-2">
      <p className="wrap-anywhere font-semibold text-[13px]">{name}</p>
      <div className="flex flex-wrap items-start gap-2">
        <Field label={`Options in ${name}`} labelHidden error={problem} className="min-w-[150px] flex-1">
          <Select value={level} onChange={(event) => setLevel(event.target.value as Level)}>
            <option value="" disabled>
              Options allowed?
            </option>
            <Options of={ACCOUNT_LEVELS.map((one) => [one, LEVELS[one]])} />
          </Select>
        </Field>
        <Field label={`Kind of ${name}`} labelHidden className="w-[104px]">
          <Select value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
            <Options of={(Object.keys(KINDS) as Kind[]).map((one) => [one, KINDS[one]])} />
          </Select>
        </Field>
        <Button type="submit" className="h-11 sm:h-9" busy={describe.isPending} disabled={isSaved}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Explains the choices. */
export function AccountHint() {
  return (
    <p className="text-label text-subtle-foreground">
      Your broker’s options level, and whether the account borrows. Each level includes those before it. Until you say
      so, an account gets bought options only. An IRA with limited margin for spreads counts as Margin.
    </p>
  )
}
