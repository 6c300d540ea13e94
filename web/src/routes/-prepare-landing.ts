// Tests: ../../../e2e/landing.e2e.ts

import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { currentUserQuery } from '../lib/current-user.ts'
import { marketDataStatusQuery } from '../lib/market-data-status.ts'
import { offerQuery } from '../lib/offer.ts'
import { LandingPage } from './-lazy-landing.ts'

/**
 * Loads all that the app needs to show, in one step, the landing page that the server has drawn already.
 *
 * @returns false if something else belongs here: somebody is signed in, or the server does not answer
 */
export async function prepareLanding(client: QueryClient, router: AnyRouter): Promise<boolean> {
  stayScrolled(router)
  try {
    const [user] = await Promise.all([
      client.ensureQueryData(currentUserQuery),
      client.ensureQueryData(marketDataStatusQuery),
      client.ensureQueryData(offerQuery),
      LandingPage.preload?.(),
      router.load(),
    ])
    return user === null
  } catch {
    return false
  }
}

/** Undoes the router's scrolling to the top of a page that it shows for the first time: somebody may be reading it. */
function stayScrolled(router: AnyRouter): void {
  let top = 0
  const stopRemembering = router.subscribe('onBeforeRouteMount', () => {
    top = window.scrollY
  })
  const stop = router.subscribe('onRendered', () => {
    stop()
    stopRemembering()
    window.scrollTo(0, top)
  })
}
