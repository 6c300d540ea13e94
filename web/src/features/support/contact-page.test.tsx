import type { User } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal, renderScreen } from '../../test-screen.tsx'
import { ContactPage } from './contact-page.tsx'

const USER: User = {
  id: '3f0c1e9e-7a0f-4a4e-9a1c-0d4f5b6a7c8d',
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.com',
  profileImageUrl: null,
  subscriptionTier: 'free',
  discoveryTokens: 0,
  isAdmin: 0,
}
const HELP = { supportEmail: 'help@example.com', loginUrl: '/api/login?returnTo=%2Fcontact' }
const PRO_FIRST = 'PRO requests come first'

function write(subject: string, message: string) {
  fireEvent.change(screen.getByRole('textbox', { name: 'Subject' }), { target: { value: subject } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: message } })
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

test('without an address there is no form, and nothing is promised', () => {
  renderScreen(<ContactPage {...HELP} supportEmail={null} user={USER} />)
  expect(screen.getByText('No contact address')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a visitor sees the address and where to sign in', () => {
  renderScreen(<ContactPage {...HELP} user={null} />)
  expect(screen.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe('mailto:help@example.com')
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(HELP.loginUrl)
})

test('a message arrives, and one of PRO is marked', async () => {
  const { sent } = renderScreen(<ContactPage {...HELP} user={{ ...USER, subscriptionTier: 'pro' }} />, {
    'POST /api/support': { received: true, priority: true },
  })
  expect(screen.getByText(PRO_FIRST)).toBeTruthy()
  write('VAT', 'Is it included?')
  const status = await screen.findByText(/It is marked as coming from PRO/)
  expect(status.textContent).toContain('maya@example.com')
  expect(sent.map(({ body }) => body)).toEqual([{ subject: 'VAT', message: 'Is it included?' }])
})

test('what is missing is said at its field, and nothing is sent', () => {
  const { sent } = renderScreen(<ContactPage {...HELP} user={USER} />)
  expect(screen.queryByText(PRO_FIRST)).toBeNull()
  write(' ', '')
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  expect(sent).toEqual([])
})

test('a failure keeps what was written', async () => {
  renderScreen(<ContactPage {...HELP} user={USER} />, {
    'POST /api/support': new Refusal(429, { error: 'Too many requests. Try again in a minute.' }),
  })
  write('VAT', 'Is it included?')
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Is it included?')
})
