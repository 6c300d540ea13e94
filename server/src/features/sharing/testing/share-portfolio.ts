import type { PortfolioInvitation, PortfolioShare } from '@ballast/contract'
import type { TestClient } from '../../../test-app.ts'

/** Makes an invitation. @returns the code at the end of its link */
export async function invite(owner: TestClient, portfolioId: string): Promise<string> {
  const path = `/api/portfolios/${portfolioId}/invitations`
  const { url } = await owner.json<PortfolioInvitation & { url: string }>(path, { method: 'POST', json: {} })
  return new URL(url).pathname.replace('/shared/', '')
}

export const accept = (guest: TestClient, code: string): Promise<Response> =>
  guest.fetch('/api/shares', { method: 'POST', json: { code } })

/** Lets a guest read a portfolio. @returns the share as the guest sees it */
export async function share(owner: TestClient, portfolioId: string, guest: TestClient): Promise<PortfolioShare> {
  return (await accept(guest, await invite(owner, portfolioId))).json() as Promise<PortfolioShare>
}
