// Tests: e2e/groups.e2e.ts

import { LIMITS, type Portfolio, portfolioNameSchema } from '@ballast/contract'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useDeleteGroup, useSaveGroup } from './groups.queries.ts'
import { toOptionLabel } from './portfolio-selector.tsx'

interface GroupFormProps {
  /** A group to change; a new one is made without it. */
  group?: Portfolio
  /** Portfolios to choose from. */
  portfolios: readonly Portfolio[]
}

/** The name of a group and its portfolios. */
export function GroupForm({ group, portfolios }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(group?.memberIds))
  const [problem, setProblem] = useState<{ name?: string | undefined; members?: string }>({})
  const save = useSaveGroup(group?.id)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = portfolioNameSchema.safeParse(name)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return setProblem({ name: name.trim() === '' ? 'Please provide a name for the group' : issue?.message })
    }
    // One that was deleted elsewhere may still be chosen here.
    const portfolioIds = portfolios.map(({ id }) => id).filter((id) => chosen.has(id))
    if (portfolioIds.length === 0) return setProblem({ members: 'Choose at least one portfolio' })
    setProblem({})
    save.mutate(
      { name: parsed.data, portfolioIds },
      {
        onSuccess: () => {
          showSuccess({ title: group ? 'Group saved' : 'Group created' })
          if (group) return
          setName('')
          setChosen(new Set())
        },
        onError: (error) => setProblem({ name: toUserMessage(error, 'Failed to save the group') }),
      },
    )
  }
  const choose = (id: string, isIn: boolean) => {
    const others = [...chosen].filter((one) => one !== id)
    setChosen(new Set(isIn ? [...others, id] : others))
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Group Name" error={problem.name}>
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Retirement"
          maxLength={LIMITS.portfolioNameCharacters}
          autoComplete="off"
        />
      </Field>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-2 font-medium text-[13px] leading-[18px]">Portfolios</legend>
        {portfolios.map((portfolio) => (
          <Checkbox
            key={portfolio.id}
            label={<span className="wrap-anywhere">{toOptionLabel(portfolio, portfolios)}</span>}
            checked={chosen.has(portfolio.id)}
            onCheckedChange={(isIn) => choose(portfolio.id, isIn)}
            className="max-sm:min-h-11"
          />
        ))}
        <FailureText>{problem.members}</FailureText>
      </fieldset>
      <div className="flex flex-wrap gap-2 max-sm:*:h-11">
        <Button type="submit" variant={group ? undefined : 'primary'} busy={save.isPending} busyLabel="Saving...">
          {group ? 'Save' : 'Create group'}
        </Button>
        {group && <DeleteGroup group={group} />}
      </div>
    </form>
  )
}

function DeleteGroup({ group }: { group: Portfolio }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteGroup(group.id, () => {
    setAsking(false)
    showSuccess({ title: 'Group deleted' })
  })
  return (
    <>
      <Button onClick={() => setAsking(true)} className="text-destructive">
        <Trash2 aria-hidden="true" />
        Delete group
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${group.name}?`}
        description="Its portfolios stay. Analyses and alerts of the group will be lost. This cannot be undone."
        confirmLabel="Delete group"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <FailureText>{remove.error && toUserMessage(remove.error, 'Failed to delete the group')}</FailureText>
      </ConfirmDialog>
    </>
  )
}
