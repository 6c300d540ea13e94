// Tests: e2e/offline.e2e.ts

import './lib/zod-without-eval.ts'
import './lib/effects-at-once.ts'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { tellPortfolioGone } from './components/tell-portfolio-gone.ts'
import { createQueryClient } from './lib/query-client.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { createAppRouter } from './router.tsx'

// A page that the browser kept from before a sign-out must not be shown again as it was.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload()
})

// What the worker does is for later visits, so that it waits until this page has loaded. Without it everything works but that.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker().catch(() => {}))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its element with the id "root"; the app has no place to render into')

const client = createQueryClient({ onPortfolioGone: tellPortfolioGone })
const router = createAppRouter()
const app = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
if (root.hasChildNodes()) void takeOver(root)
else createRoot(root).render(app)

/** Brings to life what the server has drawn, without a change of what is seen. */
async function takeOver(drawn: HTMLElement): Promise<void> {
  const { prepareLanding } = await import('./routes/-prepare-landing.ts')
  if (await prepareLanding(client, router)) hydrateRoot(drawn, app)
  else createRoot(drawn).render(app)
  drawn.dispatchEvent(new Event('taken-over'))
}
