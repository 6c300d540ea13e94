import { type CurrentUser, preferencesSchema } from '@ballast/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Toaster } from './components/ui/toast.tsx'
import { createQueryClient } from './lib/query-client.ts'

/** Answers of the API by call: `GET /api/portfolios`; a function gets the request's JSON body. */
export type Answers = Record<string, unknown | ((body: unknown) => unknown)>

/** An answer that is not 200. */
export class Refusal {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    this.status = status
    this.body = { requestId: 'test', ...body }
  }
}

/** Has tokens to spend. */
export const PRO_USER = {
  id: '8b3f0f9e-2f0f-4a35-8a0e-3b1f0a2f5b11',
  firstName: 'Mo',
  lastName: 'Owner',
  email: 'mo@example.com',
  profileImageUrl: null,
  subscriptionTier: 'pro',
  discoveryTokens: 7,
  isAdmin: 0,
  preferences: preferencesSchema.parse({}),
} as CurrentUser

interface SentRequest {
  call: string
  body: unknown
}

/** Draws a screen as the app does, over an API that gives the stated answers; anything else is answered 404. */
export function renderScreen(screen: ReactNode, answers: Answers = {}) {
  const sent: SentRequest[] = []
  answerMediaQueries()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({ call, body })
    const given = answers[call]
    const answer = typeof given === 'function' ? await given(body) : given
    if (answer instanceof Refusal) return Response.json(answer.body, { status: answer.status })
    return answer === undefined
      ? Response.json({ error: 'No such call', requestId: 'test' }, { status: 404 })
      : Response.json(answer)
  })
  const client = createQueryClient()
  const wrap = (ui: ReactNode) => (
    <QueryClientProvider client={client}>
      {ui}
      <Toaster />
    </QueryClientProvider>
  )
  const { rerender } = render(wrap(screen))
  return { sent, rerender: (ui: ReactNode) => rerender(wrap(ui)) }
}

/** The same for a part with links, drawn at an address. */
export async function renderRouted(part: ReactNode, answers: Answers = {}, address = '/') {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  return renderScreen(<RouterProvider router={router as never} />, answers)
}

/** jsdom knows no media queries; a desktop answers no to "is this a phone". */
function answerMediaQueries(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

/** jsdom lays nothing out, and check boxes measure themselves. */
export const stubResizeObserver = () =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
