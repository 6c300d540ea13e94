/** @module-tag full */
import {
  type BillingStatus,
  DEFAULT_TRIAL_DAYS,
  PLANS,
  pricePerToken,
  TOKEN_COSTS,
  TOKEN_PACKAGES,
} from '@ballast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Answers, Refusal, renderRouted } from '../../test-screen.tsx'
import { PricingPage } from './pricing-page.tsx'
import type { CheckoutOutcome } from './return-notice.tsx'
import { FREE, PRO } from './test-billing.ts'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('../../components/ui/toast-stage.tsx'))
// Toasts outlive the page they were shown on, and so would reach the next test.
afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(button)
})

const OFFER = { trialDays: 7, supportEmail: null, paymentsAvailable: true, sandbox: true, test: true, testOrigin: null }
const ENTRY = {
  sequence: 2,
  at: '2026-11-20T10:00:00.000Z',
  kind: 'use',
  tokens: -1,
  pool: 'monthly',
  balanceAfter: 29,
  label: 'AI Hedge Recommendations',
  feature: 'hedge_analysis',
  amountPaid: null,
}
const STATEMENT = 'GET /api/billing/ledger?limit=50'

interface Options {
  answers?: Answers
  back?: { outcome: CheckoutOutcome; sessionId: string | undefined }
}

async function show(status: BillingStatus, { answers = {}, back }: Options = {}) {
  const leaveFor = vi.fn()
  const onBackDone = vi.fn()
  const onPaid = vi.fn()
  const rendered = await renderRouted(
    <PricingPage
      status={status}
      failure={null}
      hasSupport={false}
      back={back}
      onBackDone={onBackDone}
      onPaid={onPaid}
      leaveFor={leaveFor}
    />,
    { 'GET /api/billing/offer': OFFER, [STATEMENT]: { entries: [ENTRY], nextBefore: null }, ...answers },
    '/pricing',
  )
  await screen.findByRole('table', { name: 'Token statement' })
  return { ...rendered, leaveFor, onBackDone, onPaid }
}

describe('what is on the page', () => {
  test('Free: its plan, the way to PRO, no packages', async () => {
    await show(FREE)
    expect(within(screen.getByRole('region', { name: 'Free' })).getByText('Current plan')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Start PRO Trial' })).toBeTruthy()
    expect(screen.getByText('7 days free, then $49 a month')).toBeTruthy()
    expect(screen.queryByText('Best Value')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Manage billing' })).toBeNull()
    expect(screen.getByText(/no money moves/)).toBeTruthy()
  })

  test('PRO: packages with their price per token, the best one marked, and what is left', async () => {
    await show(PRO)
    const cards = within(screen.getByRole('region', { name: 'Discovery tokens' })).getAllByRole('listitem')
    expect(cards.map((card) => card.textContent)).toEqual([
      expect.stringContaining('$29$2.90 per token'),
      expect.stringContaining('$59$2.36 per token'),
      expect.stringContaining('$99$1.98 per token'),
    ])
    expect(within(cards[1]!).getByText('Best Value')).toBeTruthy()
    expect(screen.getByText('30 tokens left')).toBeTruthy()
    expect(screen.queryByText('Admin Access - Unlimited Discoveries')).toBeNull()
  })

  test('admins have packages too, and a card that leads to Analytics', async () => {
    await show({ ...FREE, unlimited: true })
    expect(screen.getByRole('heading', { name: 'Admin Access - Unlimited Discoveries' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Free' })).getByText('Included in PRO')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'PRO' })).getByText('Included in admin access')).toBeTruthy()
    expect(screen.queryByText('Current plan')).toBeNull()
    expect(screen.getByText('Tokens are not deducted from your account.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open Analytics' }).getAttribute('href')).toBe('/analytics')
    expect(screen.getByRole('button', { name: 'Buy 25 tokens' })).toBeTruthy()
  })

  test('where no money moves the page says that it is a test, for a sandbox and for test cards', async () => {
    await show({ ...PRO, sandbox: false, test: true })
    expect(screen.getByText('This is a test: payments here take test cards only, and no money moves.')).toBeDefined()
  })

  test('where payments are real, no sandbox is spoken of', async () => {
    await show({ ...PRO, sandbox: false, test: false })
    expect(screen.queryByText(/sandbox|test cards/)).toBeNull()
  })

  test.each([
    ['Free', FREE],
    ['PRO', { ...PRO, monthlyTokens: 7, purchasedTokens: 0, spendableTokens: 7 }],
    ['admin', { ...FREE, unlimited: true }],
  ])('%s: every price and every count of tokens on it is one of the plan module', async (_, status) => {
    await show(status, { answers: { [STATEMENT]: { entries: [{ ...ENTRY, label: 'Use' }], nextBefore: null } } })
    const text = screen.getByText('Pricing Plans').closest('body')!.textContent!
    const known = new Set<number>([
      ...Object.values(PLANS).flatMap(({ monthlyPrice, monthlyTokens }) => [monthlyPrice, monthlyTokens]),
      ...TOKEN_PACKAGES.flatMap((offer) => [offer.price, offer.tokens, pricePerToken(offer)]),
      ...Object.values(TOKEN_COSTS),
      DEFAULT_TRIAL_DAYS,
    ])
    const stated = [...text.matchAll(/\$(\d+(?:\.\d\d)?)|(\d+) (?:tokens?|days? free)/g)].map((match) =>
      Number(match[1] ?? match[2]),
    )
    expect(stated.length).toBeGreaterThan(4)
    expect(stated.filter((figure) => !known.has(figure))).toEqual([])
  })
})

describe('paying', () => {
  test('the button says Loading... and the browser goes to the checkout, once', async () => {
    let answer: (body: unknown) => void = () => {}
    const { leaveFor, sent } = await show(PRO, {
      answers: {
        'POST /api/stripe/create-token-checkout': () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Buy 10 tokens' }))
    const busy = await screen.findByRole('button', { name: 'Loading...' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Buy 50 tokens' }))
    answer({ url: 'https://checkout.stripe.com/c/pay/cs_1' })
    await waitFor(() =>
      expect(leaveFor.mock.calls.map(([address]) => address)).toEqual(['https://checkout.stripe.com/c/pay/cs_1']),
    )
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([
      { call: 'POST /api/stripe/create-token-checkout', body: { packageId: 'small' } },
    ])
    // Still on its way out: a second checkout must not open meanwhile.
    expect(screen.getByRole('button', { name: 'Buy 50 tokens' })).toHaveProperty('disabled', true)
  })

  test.each([
    ['Start PRO Trial', FREE, 'create-subscription-checkout', 'Failed to start checkout'],
    ['Buy 25 tokens', PRO, 'create-token-checkout', 'Failed to start checkout'],
    ['Manage billing', PRO, 'create-portal-session', 'Failed to open billing portal'],
  ] as const)('"%s" that fails says so and can be pressed again', async (name, status, call, words) => {
    const { leaveFor } = await show(status, {
      answers: { [`POST /api/stripe/${call}`]: new Refusal(503, { error: '' }) },
    })
    fireEvent.click(screen.getByRole('button', { name }))
    expect((await screen.findByText(words)).closest('[role=alert]')?.textContent).toBe(`Error${words}`)
    expect(leaveFor).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false)
  })

  test('an address that is none of Stripe’s or ours is not followed', async () => {
    const { leaveFor } = await show(FREE, {
      answers: { 'POST /api/stripe/create-subscription-checkout': { url: 'https://stripe.com.evil.example/pay' } },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Start PRO Trial' }))
    expect(await screen.findByText('Failed to start checkout')).toBeTruthy()
    expect(leaveFor).not.toHaveBeenCalled()
  })
})

describe('coming back', () => {
  const back = { outcome: 'tokens', sessionId: 'cs_test_1' } as const

  test('a payment that is through says what is there now', async () => {
    const { onPaid, sent } = await show(PRO, {
      back,
      answers: {
        'POST /api/billing/confirm-checkout': { state: 'complete', billing: { ...PRO, spendableTokens: 55 } },
      },
    })
    expect(await screen.findByText('Tokens added')).toBeTruthy()
    expect(screen.getByText('You have 55 tokens ready to use.')).toBeTruthy()
    await waitFor(() => expect(onPaid).toHaveBeenCalled())
    expect(sent.find(({ call }) => call.endsWith('confirm-checkout'))?.body).toEqual({ sessionId: 'cs_test_1' })
  })

  test('one that is not through yet waits and promises nothing', async () => {
    const { onPaid } = await show(PRO, {
      back,
      answers: { 'POST /api/billing/confirm-checkout': { state: 'pending', billing: PRO } },
    })
    expect(await screen.findByText(/not through yet/)).toBeTruthy()
    expect(onPaid).not.toHaveBeenCalled()
    expect(screen.queryByText('Tokens added')).toBeNull()
  })

  test('somebody else’s session is no purchase of mine', async () => {
    await show(PRO, {
      back,
      answers: { 'POST /api/billing/confirm-checkout': new Refusal(404, { error: 'There is no such checkout.' }) },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such checkout.')
  })

  test('a cancelled checkout says that nothing was charged', async () => {
    const { onBackDone } = await show(FREE, { back: { outcome: 'cancelled', sessionId: undefined } })
    expect(screen.getByRole('alert').textContent).toContain('Nothing was charged.')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(onBackDone).toHaveBeenCalledTimes(1)
  })
})

test('the statement goes on to earlier entries', async () => {
  const older = { ...ENTRY, sequence: 1, label: 'Tokens of the month', tokens: 7, balanceAfter: 30 }
  await show(PRO, {
    answers: {
      [STATEMENT]: { entries: [ENTRY], nextBefore: 2 },
      'GET /api/billing/ledger?limit=50&before=2': { entries: [older], nextBefore: null },
    },
  })
  const table = screen.getByRole('table', { name: 'Token statement' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('−1')
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier entries' }))
  expect(await within(table).findByText('Tokens of the month')).toBeTruthy()
  expect(within(table).getByText('+7')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull()
})
