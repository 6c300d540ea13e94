// Tests: e2e/account.e2e.ts

import { ACCESS_SCOPES, ACCESS_TOKEN_LIMITS, type AccessScope } from '@ballast/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { type MadeToken, type NewToken, useCreateAccessToken } from './access-tokens.queries.ts'
import { AccessTokensMade } from './access-tokens-made.tsx'

const SCOPES = Object.keys(ACCESS_SCOPES) as AccessScope[]
/** Scopes that cannot cost anything; spending is granted on purpose only. */
const USUAL_SCOPES: readonly AccessScope[] = ['read:portfolios', 'run:analysis']
const USUAL_DAYS = 90

interface AccessTokensDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  mcpUrl: string
}

/** Makes a token, then shows it once with what to do with it. */
export function AccessTokensDialog({ open, onOpenChange, mcpUrl }: AccessTokensDialogProps) {
  const [made, setMade] = useState<MadeToken | undefined>(undefined)
  // The token leaves with the dialog: it is nowhere to be seen again.
  const change = (next: boolean) => {
    if (!next) setMade(undefined)
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={made ? 'Copy your token now' : 'New access token'}
      description={
        made
          ? 'You see it only now. Anyone who has it can do what you allowed, so revoke it here if you lose it.'
          : 'For one program. Make another token for the next one, so that you can revoke each by itself.'
      }
      layout="sheet"
    >
      {made ? (
        <AccessTokensMade token={made.token} mcpUrl={mcpUrl} onDone={() => change(false)} />
      ) : (
        <TokenForm onMade={setMade} onCancel={() => change(false)} />
      )}
    </Dialog>
  )
}

function TokenForm({ onMade, onCancel }: { onMade: (made: MadeToken) => void; onCancel: () => void }) {
  const create = useCreateAccessToken()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly AccessScope[]>(USUAL_SCOPES)
  const [days, setDays] = useState<NewToken['lifetimeDays']>(USUAL_DAYS)
  const [isSent, setSent] = useState(false)
  const missingName = name.trim() === '' ? 'Give the token a name, such as the program that will use it.' : undefined
  const missingScope = scopes.length === 0 ? 'Choose at least one thing that the token may do.' : undefined

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (missingName || missingScope) return
    create.mutate({ name: name.trim(), scopes: [...scopes], lifetimeDays: days }, { onSuccess: onMade })
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      <Field label="Name" error={isSent ? missingName : undefined} hint="So that you know it again">
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={ACCESS_TOKEN_LIMITS.nameCharacters}
          placeholder="Claude on my laptop"
          autoComplete="off"
        />
      </Field>
      <ScopeChoice scopes={scopes} onChange={setScopes} error={isSent ? missingScope : undefined} />
      <Field label="Ends after" hint="A token that is forgotten somewhere ends by itself.">
        <Select
          value={days}
          onChange={({ target }) => setDays(Number(target.value) as NewToken['lifetimeDays'])}
          className="sm:w-44"
        >
          <Options of={ACCESS_TOKEN_LIMITS.lifetimeDays.map((count) => [count, `${count} days`])} />
        </Select>
      </Field>
      {create.error && (
        <p role="alert" className="text-destructive text-label">
          {toUserMessage(create.error, 'Failed to make the token')}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Making...">
          Make token
        </Button>
      </div>
    </form>
  )
}

function ScopeChoice({
  scopes,
  onChange,
  error,
}: {
  scopes: readonly AccessScope[]
  onChange: (scopes: readonly AccessScope[]) => void
  error: string | undefined
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-[13px] leading-[18px]">What it may do</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          className="items-start"
          checked={scopes.includes(scope)}
          onCheckedChange={(checked) =>
            onChange(SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))))
          }
          label={
            <>
              <span className="block font-medium">{ACCESS_SCOPES[scope].label}</span>
              <span className="block text-[13px] text-muted-foreground leading-[18px]">
                {ACCESS_SCOPES[scope].description}
              </span>
            </>
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-destructive text-label">
          {error}
        </p>
      )}
    </fieldset>
  )
}
