import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

/** Draws its content later than the screen that wrote it, as whatever waits for something else does. */
function Later({ children }: { children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    children()
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Show
    </button>
  )
}

/** Reads at once whether it failed, and the answer only inside of what is drawn later. */
function Screen() {
  const answer = useQuery({ queryKey: ['late'], queryFn: () => Promise.resolve('the answer') })
  if (answer.error) throw answer.error
  return <Later>{() => <p>{answer.data ?? 'nothing came'}</p>}</Later>
}

test('what is drawn later than its screen shows an answer that came in between', async () => {
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await expect.poll(() => client.getQueryData(['late'])).toBe('the answer')
  // Until the screen has been told, if it is.
  await new Promise((resolve) => setTimeout(resolve, 20))
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('the answer')).toBeTruthy()
})
