import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import '../src/lib/effects-at-once.ts'
import '../src/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createHashHistory, createRootRoute, createRouter, RouterProvider, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../src/components/ui/button.tsx'
import { Toaster } from '../src/components/ui/toast.tsx'
import { createQueryClient } from '../src/lib/query-client.ts'
import { answerFromTable } from './answers.ts'
import { PAGES } from './stories.ts'

answerFromTable()

function Gallery() {
  const path = useLocation({ select: ({ pathname }) => pathname.slice(1) })
  const page = PAGES.find((one) => one.path === path)
  if (page?.isAlone) {
    return (
      <div data-page={path}>
        {Object.entries(page.stories).map(([state, Draw]) => (
          <Draw key={state} />
        ))}
      </div>
    )
  }
  return (
    <div data-page={path} className="grid min-h-dvh md:grid-cols-[220px_1fr]">
      <header className="border-b p-4 md:border-r md:border-b-0">
        <p className="text-title">Components</p>
        <ThemeButton />
        <nav aria-label="Components" className="mt-4">
          <ul className="grid gap-0.5">
            {PAGES.map((one) => (
              <li key={one.path}>
                <a
                  href={`#/${one.path}`}
                  aria-current={one === page ? 'page' : undefined}
                  className="block rounded-control px-2 py-1 hover:bg-accent aria-[current]:bg-accent"
                >
                  {one.path}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main key={path} className="min-w-0 p-4 md:p-8">
        <h1 className="mb-6 text-h1">{page?.path ?? 'Choose a component'}</h1>
        {page &&
          Object.entries(page.stories).map(([state, Draw]) => (
            <section key={state} aria-label={state} className="mb-8 min-w-0">
              <h2 className="mb-2 text-label text-muted-foreground">{state}</h2>
              <Draw />
            </section>
          ))}
      </main>
    </div>
  )
}

function ThemeButton() {
  const [isDark, setDark] = useState(true)
  const turn = () => {
    document.documentElement.classList.toggle('dark', !isDark)
    setDark(!isDark)
  }
  return (
    <Button size="sm" className="mt-3" onClick={turn}>
      {isDark ? 'Light theme' : 'Dark theme'}
    </Button>
  )
}

const root = createRootRoute({ component: Gallery, notFoundComponent: Gallery })
const router = createRouter({ routeTree: root, history: createHashHistory() })

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={createQueryClient()}>
    <RouterProvider router={router as never} />
    <Toaster />
  </QueryClientProvider>,
)
