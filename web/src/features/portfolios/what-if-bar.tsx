// Tests: e2e/what-if.e2e.ts

import { parseWhatIfId, saveWhatIf, toPortfolioId } from '@ballast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { PortfolioNameField } from '../../components/portfolio-name-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { callApi } from '../../lib/call-api.ts'
import { renewPortfolio } from '../../lib/renew-portfolio.ts'
import { rememberSelectedPortfolio } from '../../lib/selected-portfolio.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { positionsQuery } from './portfolios.queries.ts'
import { useOpenWhatIf } from './use-open-what-if.ts'
import { WhatIfButton } from './what-if-button.tsx'
import { WhatIfComparison } from './what-if-comparison.tsx'
import { describeChanges, listHoldings } from './what-if-form.ts'

interface WhatIfBarProps {
  /** The id of the what-if. */
  whatIf: string
  /** True for what stands for several portfolios: what is tried on them can be saved as a new portfolio. */
  isBook: boolean
  /** True for what another user shares: what is tried on it cannot be saved. */
  isShared: boolean
}

/** Trial beside what is held, and what can come of it. */
export function WhatIfBar({ whatIf, isBook, isShared }: WhatIfBarProps) {
  const [isComparing, setComparing] = useState(false)
  const [dialog, setDialog] = useState<'save' | 'apply' | undefined>(undefined)
  const openWhatIf = useOpenWhatIf()
  const positions = useQuery(positionsQuery(toPortfolioId(whatIf)))
  const changes = parseWhatIfId(whatIf)?.changes ?? []
  const words = positions.data && describeChanges(changes, listHoldings(positions.data))
  return (
    <section aria-label="What if" className="mb-4 grid gap-3 rounded-card border bg-card px-4 py-3">
      <p className="text-body">
        <span className="font-semibold text-destructive">What if</span> · {words?.join(' · ') ?? 'Loading'}. Nothing is
        traded or saved.
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:h-11">
        <WhatIfButton portfolioId={whatIf} label="Change" />
        <Button aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
          Compare With What You Hold
        </Button>
        {!isBook && !isShared && <Button onClick={() => setDialog('apply')}>Apply</Button>}
        {!isShared && <Button onClick={() => setDialog('save')}>Save as New Portfolio</Button>}
        <Button variant="ghost" onClick={() => openWhatIf(undefined)}>
          Discard
        </Button>
      </div>
      {isComparing && <WhatIfComparison whatIf={whatIf} />}
      {dialog === 'save' && <SaveDialog whatIf={whatIf} onClose={() => setDialog(undefined)} />}
      {dialog === 'apply' && <ApplyDialog whatIf={whatIf} onClose={() => setDialog(undefined)} />}
    </section>
  )
}

interface WhatIfDialogProps {
  whatIf: string
  onClose: () => void
}

function SaveDialog({ whatIf, onClose }: WhatIfDialogProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: () => callApi(saveWhatIf, { body: { whatIf, name } }),
    onSuccess: async (saved) => {
      await renewPortfolio(client, saved.id)
      showSuccess({ title: 'Portfolio saved', description: `${saved.name} holds what you tried.` })
      rememberSelectedPortfolio(saved.id)
      await navigate({ to: '/dashboard', search: { whatIf: undefined } })
    },
    onError: (failure) => setError(toUserMessage(failure, 'The portfolio could not be saved. Nothing was changed.')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') {
      field.current?.focus()
      return setError('Please provide a portfolio name')
    }
    save.mutate()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Save as a new portfolio">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PortfolioNameField name={name} onNameChange={setName} field={field} />
        <FailureText>{error}</FailureText>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ApplyDialog({ whatIf, onClose }: WhatIfDialogProps) {
  const portfolioId = toPortfolioId(whatIf)
  const client = useQueryClient()
  const navigate = useNavigate()
  const apply = useMutation({
    mutationFn: () => callApi(saveWhatIf, { body: { whatIf } }),
    onSuccess: async () => {
      await renewPortfolio(client, portfolioId)
      showSuccess({ title: 'Changes applied', description: 'Undo them under Imports on this page.' })
      await navigate({ to: '/portfolios/$portfolioId', params: { portfolioId }, search: { whatIf: undefined } })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change the portfolio?"
      description="Its positions become what you tried. Ballast places no order. You can undo this."
      confirmLabel="Apply"
      busy={apply.isPending}
      busyLabel="Applying..."
      onConfirm={() => apply.mutate()}
    >
      <FailureText>
        {apply.error && toUserMessage(apply.error, 'The changes could not be applied. Nothing was changed.')}
      </FailureText>
    </ConfirmDialog>
  )
}
