import { expect, test } from 'vitest'
import { composeMessageMail } from './mail.ts'

const MESSAGE = {
  title: 'Your hedge is too small now',
  text: 'You own more now.\nBuy 2 more contracts.',
  link: '/policies/1',
}
const compose = (message: typeof MESSAGE) =>
  composeMessageMail(
    { id: '0b8d2f1e-0000-4000-8000-000000000000', message, channel: { secret: 'token' } },
    new URL('https://ballast.example'),
  )

test('both parts say the same and lead to the same places', () => {
  const { text, html } = compose(MESSAGE)
  for (const words of [
    'Your hedge is too small now',
    'You own more now.',
    'Buy 2 more contracts.',
    'https://ballast.example/policies/1',
    'https://ballast.example/inbox',
    'https://ballast.example/unsubscribe/token',
  ]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})

test('no text becomes markup or another header', () => {
  const { html, subject } = compose({
    ...MESSAGE,
    title: 'A\r\nBcc: thief@example.com',
    text: '<img src=x onerror=alert(1)>',
  })
  expect(html).not.toContain('<img')
  expect(subject).toBe('A Bcc: thief@example.com')
})
