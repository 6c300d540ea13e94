// Tests: e2e/policies.e2e.ts

import { namePosition, type UnwatchedOption } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { formatNumber } from '../../lib/format.ts'
import { KeepDialog } from './keep-policy.tsx'
import { unwatchedQuery } from './policies.queries.ts'
import { fromHeld } from './policy-view.ts'

/** YYYY-MM-DD, as this locale writes dates. */
const NEW_YORK_DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

interface HeldOptionsProps {
  portfolios: readonly { id: string; name: string }[]
  onKept: (policyId: string) => void
}

/** Makes a policy of options that are in a portfolio and were not found here. */
export function HeldOptions({ portfolios, onKept }: HeldOptionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [portfolioId, setPortfolioId] = useState(portfolios[0]?.id ?? '')
  const [chosen, setChosen] = useState<readonly UnwatchedOption[] | undefined>(undefined)
  const close = () => {
    setIsOpen(false)
    setChosen(undefined)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Plus aria-hidden="true" />
        Use options I hold
      </Button>
      {isOpen && chosen === undefined && (
        <Dialog
          open
          title="Watch options you hold"
          description="Choose the options that protect the portfolio together."
          onOpenChange={(open) => !open && close()}
        >
          <div className="grid gap-4">
            {portfolios.length > 1 && (
              <Field label="Portfolio">
                <Select value={portfolioId} onChange={({ target }) => setPortfolioId(target.value)}>
                  <Options of={portfolios.map(({ id, name }) => [id, name])} />
                </Select>
              </Field>
            )}
            <Choice key={portfolioId} portfolioId={portfolioId} onChosen={setChosen} onClose={close} />
          </div>
        </Dialog>
      )}
      {isOpen && chosen !== undefined && (
        <KeepDialog
          portfolioId={portfolioId}
          initial={fromHeld(chosen, NEW_YORK_DATE.format(new Date()))}
          addPositions={false}
          origin={{ analysisId: null, strategyId: null }}
          onClose={close}
          onKept={onKept}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  portfolioId: string
  onChosen: (options: readonly UnwatchedOption[]) => void
  onClose: () => void
}

function Choice({ portfolioId, onChosen, onClose }: ChoiceProps) {
  const options = useQuery({ ...unwatchedQuery(portfolioId), staleTime: 0 })
  const [symbols, setSymbols] = useState<readonly string[]>([])
  if (options.error && !options.data) {
    return <LoadFailure title="Failed to load options" fallback="The server could not be reached." query={options} />
  }
  return (
    <Loading pending={options.isPending} label="Loading options" skeleton={<Skeleton className="h-20 w-full" />}>
      {() => (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            onChosen((options.data ?? []).filter(({ symbol }) => symbols.includes(symbol)))
          }}
        >
          {options.data?.length === 0 ? (
            <p className="text-body text-muted-foreground">This portfolio has no options that are not watched yet.</p>
          ) : (
            <fieldset className="grid gap-2">
              <legend className="sr-only">Options</legend>
              {options.data?.map(({ symbol, contracts }) => (
                <Checkbox
                  key={symbol}
                  label={`${contracts < 0 ? 'Sold' : 'Bought'} ${formatNumber(Math.abs(contracts), { decimals: 0 })} × ${namePosition(symbol)}`}
                  checked={symbols.includes(symbol)}
                  onCheckedChange={(isOn) =>
                    setSymbols(isOn ? [...symbols, symbol] : symbols.filter((one) => one !== symbol))
                  }
                />
              ))}
            </fieldset>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={symbols.length === 0}>
              Continue
            </Button>
          </div>
        </form>
      )}
    </Loading>
  )
}
