import type { AccessToken } from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answers, Refusal, renderRouted, stubResizeObserver } from '../../test-screen.tsx'
import { AccessTokensCard } from './access-tokens-card.tsx'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('../../components/ui/toast-stage.tsx'))
// Toasts outlive the page they were shown on, and so would reach the next test.
afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(button)
})

const TOKEN: AccessToken = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Laptop',
  prefix: 'ballast_pat_abcdef',
  scopes: ['read:portfolios', 'spend:tokens'],
  expired: false,
  lastUsedOn: '2026-11-19',
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2027-01-30T10:00:00.000Z',
}
const LIST = 'GET /api/access-tokens'
const MAKE = 'POST /api/access-tokens'
const listOf = (...tokens: AccessToken[]) => ({ tokens, mcpUrl: 'https://ballast.example/mcp' })

async function show(answers: Answers) {
  stubResizeObserver()
  const rendered = await renderRouted(<AccessTokensCard />, answers, '/account')
  await waitFor(() => expect(screen.getByRole('button', { name: 'New token' })).toHaveProperty('disabled', false))
  // A skeleton that was shown stays for a moment after the answer.
  await waitFor(() => {
    const list = screen.queryByRole('list', { name: 'Access tokens' })
    expect(list ?? screen.queryByText(/^No program can reach/)).not.toBeNull()
  })
  return rendered
}

/** Opens the form, names the token and sends it. */
function make(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'New token' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Make token' }))
}

describe('the list', () => {
  test('says of each token how it begins, what it may do, when it was used and when it ends', async () => {
    await show({ [LIST]: listOf(TOKEN) })
    const item = within(screen.getByRole('list', { name: 'Access tokens' })).getByRole('listitem')
    expect(item.textContent).toContain('ballast_pat_abcdef…')
    expect(item.textContent).toContain('See my portfolios · Spend my tokens')
    expect(item.textContent).toContain('Made Nov 1, 2026, last used Nov 19, 2026, ends Jan 30, 2027')
  })

  test('marks what has run out and never was used, and offers to remove it', async () => {
    await show({ [LIST]: listOf({ ...TOKEN, expired: true, lastUsedOn: null }) })
    expect(screen.getByText('Expired')).toBeTruthy()
    expect(screen.getByText(/never used, ended Jan 30, 2027/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove Laptop' })).toBeTruthy()
  })
})

describe('making a token', () => {
  test('a scope that is taken away is not asked for, and none at all is refused here', async () => {
    const { sent } = await show({ [LIST]: listOf(), [MAKE]: { ...TOKEN, token: 'ballast_pat_secret' } })
    fireEvent.click(screen.getByRole('button', { name: 'New token' }))
    for (const name of [/See my portfolios/, /Run analyses/]) fireEvent.click(screen.getByRole('checkbox', { name }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'x' } })
    fireEvent.click(screen.getByRole('button', { name: 'Make token' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Choose at least one')
    fireEvent.click(screen.getByRole('checkbox', { name: /Run analyses/ }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Ends after' }), { target: { value: '7' } })
    fireEvent.click(screen.getByRole('button', { name: 'Make token' }))
    await screen.findByDisplayValue('ballast_pat_secret')
    expect(sent.filter(({ call }) => call === MAKE).map(({ body }) => body)).toEqual([
      { name: 'x', scopes: ['run:analysis'], lifetimeDays: 7 },
    ])
  })

  test('what the server refuses is told in the form', async () => {
    await show({ [LIST]: listOf(TOKEN), [MAKE]: new Refusal(409, { error: 'You have 20 access tokens.' }) })
    make('One more')
    expect((await screen.findByRole('alert')).textContent).toContain('You have 20 access tokens.')
  })

  test('closing forgets the token: the next look shows an empty form', async () => {
    await show({ [LIST]: listOf(), [MAKE]: { ...TOKEN, token: 'ballast_pat_secret' } })
    make('Laptop')
    expect((await screen.findByRole('figure')).textContent).toContain('Bearer ballast_pat_secret')
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'New token' }))
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '')
    expect(document.body.textContent).not.toContain('ballast_pat_secret')
  })
})

test('a token that cannot be revoked stays, and the dialog says why', async () => {
  const path = `DELETE /api/access-tokens/${TOKEN.id}`
  await show({ [LIST]: listOf(TOKEN), [path]: new Refusal(503, { error: 'The database is away.' }) })
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Laptop' }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke token' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
})
