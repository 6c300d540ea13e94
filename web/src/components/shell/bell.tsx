import { countUnread } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { apiQuery } from '../../lib/call-api.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

/** A message is never urgent by the second; a stream for each tab would use up the browser's connections. */
const LOOK_MILLISECONDS = 30_000
const MOST_SHOWN = 99

/** Leads to the inbox and shows how many messages are unread, now and as they come. */
export function Bell() {
  const { data } = useQuery({
    ...apiQuery(countUnread),
    staleTime: 0,
    refetchInterval: LOOK_MILLISECONDS,
    refetchOnWindowFocus: true,
  })
  const unread = data?.unread ?? 0
  const label = unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`
  return (
    <Tooltip text={label}>
      <ButtonLink variant="ghost" size="icon" className="relative" to="/inbox" aria-label={label}>
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-0.5 -right-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-primary px-1 font-semibold text-[11px] text-primary-foreground leading-none tabular"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </ButtonLink>
    </Tooltip>
  )
}
