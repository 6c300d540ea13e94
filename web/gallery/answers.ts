import { LISTED_USER } from './figures.ts'

/** Answers that the components get from the API. There is no server behind the gallery. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/market-data/status': {
    source: 'sample',
    simulated: true,
    requested: 'sample',
    state: 'ready',
    notice: null,
    isDemo: false,
  },
  '/api/auth/visitor': { user: LISTED_USER },
  '/api/inbox/unread': { unread: 2 },
}

/** Answers calls of the API from the table above, and refuses all others in words. */
export function answerFromTable(): void {
  window.fetch = async (address) => {
    const { pathname } = new URL(String(address), window.location.href)
    const answer = ANSWERS[pathname]
    if (answer === undefined)
      return Response.json({ error: 'The gallery has no server.', requestId: 'gallery' }, { status: 503 })
    return Response.json(answer)
  }
}
