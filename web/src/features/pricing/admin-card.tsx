import { PLAN_COPY } from '@ballast/contract'
import { Infinity as InfinitySign } from 'lucide-react'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { Card } from '../../components/ui/card.tsx'

/** For admins: nothing here has to be bought. */
export function AdminCard() {
  return (
    <Card className="mt-4" contentClassName="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span className="grid size-10 place-items-center rounded-tile text-pro tint-pro">
        <InfinitySign aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-title">{PLAN_COPY.adminTitle}</h2>
        <p className="text-[13px] text-muted-foreground leading-[18px]">{PLAN_COPY.adminDetail}</p>
      </div>
      <ButtonLink size="sm" to="/analytics">
        Open Analytics
      </ButtonLink>
    </Card>
  )
}
