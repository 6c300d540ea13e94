// Tests: landing.test.tsx

import { startDemo } from '@ballast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { showError } from '../../components/ui/toast.tsx'
import { callApi } from '../../lib/call-api.ts'
import { currentUserKey } from '../../lib/current-user.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'
import { sessionEndedKey } from '../../lib/query-client.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'

/** True on a public demo, where nobody signs in. */
export const useIsDemo = (): boolean => useMarketDataStatus().data?.isDemo === true

interface WayInProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  loginUrl: string
  /** Text of the button where people sign in. */
  label: string
}

/** A button that leads into Ballast: to the sign-in, or on a public demo to a portfolio of the visitor's own. */
export function WayIn({ loginUrl, label, ...look }: WayInProps) {
  if (useIsDemo()) return <DemoButton {...look} />
  return (
    <Button asChild {...look}>
      <a href={loginUrl}>{label}</a>
    </Button>
  )
}

function DemoButton(look: Pick<WayInProps, 'variant' | 'size' | 'className'>) {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => callApi(startDemo),
    onSuccess: () => {
      client.removeQueries({ queryKey: sessionEndedKey })
      return client.invalidateQueries({ queryKey: currentUserKey })
    },
    onError: (error) =>
      showError({ title: 'The demo did not start', description: toUserMessage(error, 'The server did not answer.') }),
  })
  return (
    <Button {...look} busy={start.isPending} busyLabel="Opening..." onClick={() => start.mutate()}>
      Open the demo
    </Button>
  )
}
