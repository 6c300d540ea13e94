import { exportPortfolio, type Portfolio, portfolioNameSchema, toCallUrl } from '@ballast/contract'
import { Download, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { countOf } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useDeletePortfolio, useRenamePortfolio } from './portfolio-changes.queries.ts'

/** Gives the portfolio another name, and leads to the groups that it can be in. */
export function RenameCard({ portfolio, groupsLink }: { portfolio: Portfolio; groupsLink: ReactNode }) {
  const [name, setName] = useState(portfolio.name)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const rename = useRenamePortfolio(portfolio.id)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = portfolioNameSchema.safeParse(name)
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    rename.mutate(parsed.data, {
      onSuccess: () => showSuccess({ title: 'Portfolio renamed' }),
      onError: (error) => setProblem(toUserMessage(error, 'Failed to rename the portfolio')),
    })
  }

  return (
    <Card title="Name">
      <form onSubmit={onSubmit} noValidate className="flex items-start gap-2">
        <Field label="Portfolio Name" labelHidden error={problem} className="min-w-0 flex-1">
          <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
        </Field>
        <Button type="submit" className="h-11 sm:h-9" busy={rename.isPending} disabled={name.trim() === portfolio.name}>
          Rename
        </Button>
      </form>
      <p className="mt-3 text-label">{groupsLink}</p>
    </Card>
  )
}

/** The portfolio as files that can be uploaded again. */
export function ExportCard({ portfolioId }: { portfolioId: string }) {
  return (
    <Card title="Export" description="Files that can be uploaded here again">
      <div className="flex flex-wrap gap-2">
        {(['csv', 'json'] as const).map((format) => (
          <Button key={format} asChild>
            <a href={toCallUrl(exportPortfolio, { params: { portfolioId }, query: { format } })} download>
              <Download aria-hidden="true" />
              {format.toUpperCase()}
            </a>
          </Button>
        ))}
      </div>
    </Card>
  )
}

/** Deletes the portfolio after asking. */
export function DeleteCard({ portfolio, onDeleted }: { portfolio: Portfolio; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeletePortfolio(portfolio.id, () => {
    showSuccess({ title: 'Portfolio deleted' })
    onDeleted()
  })
  return (
    <Card title="Delete" description="Removes the portfolio with its positions and imports">
      <Button onClick={() => setAsking(true)} className="text-destructive">
        <Trash2 aria-hidden="true" />
        Delete portfolio
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${portfolio.name}?`}
        description={`Its ${countOf(portfolio.positionCount, 'position')} and the record of its imports will be lost. This cannot be undone.`}
        confirmLabel="Delete portfolio"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <FailureText>{remove.error && toUserMessage(remove.error, 'Failed to delete the portfolio')}</FailureText>
      </ConfirmDialog>
    </Card>
  )
}
