/** @module-tag full */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answers, Refusal, renderScreen } from '../../test-screen.tsx'
import { AccessDenied, AnalyticsPage, type AnalyticsTab } from './analytics-page.tsx'
import { NOTHING, SUMMARY } from './test-usage.ts'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('../../components/ui/toast-stage.tsx'))

const USER = {
  id: '3f0c1e9e-7a0f-4a4e-9a1c-0d4f5b6a7c8d',
  email: 'petra@example.com',
  name: 'Petra Pro',
  tier: 'pro',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastSignInAt: '2026-11-20T10:00:00.000Z',
  isAdmin: false,
  monthlyTokens: 7,
  purchasedTokens: 10,
  owedTokens: 0,
  subscriptionStatus: 'active',
}
const GIFT = {
  sequence: 9,
  at: '2026-11-20T10:00:00.000Z',
  kind: 'admin-grant',
  tokens: 3,
  pool: 'purchased',
  balanceAfter: 17,
  label: 'Given by the operator',
  feature: null,
  amountPaid: null,
  userId: USER.id,
  email: USER.email,
  reason: 'A failed run',
}
const PURCHASE = {
  id: 'p1',
  createdAt: '2026-11-20T10:00:00.000Z',
  packageId: 'medium',
  amountPaid: 59,
  amountReversed: 59,
  tokensAdded: 25,
  email: null,
  subscription: {
    status: 'past_due',
    currentPeriodStart: '2026-11-14T00:00:00.000Z',
    currentPeriodEnd: '2026-12-14T00:00:00.000Z',
  },
}
const LEDGER = `GET /api/admin/ledger?userId=${USER.id}&limit=50`

const show = (tab: AnalyticsTab, answers: Answers) =>
  renderScreen(<AnalyticsPage tab={tab} onTabChange={() => {}} />, answers)

describe('usage', () => {
  const purchases = { 'GET /api/analytics/token-purchases': [PURCHASE] }

  test('totals, bars with their sums, spending and purchases', async () => {
    show('usage', { 'GET /api/analytics/summary': SUMMARY, ...purchases })
    expect(await screen.findByText('1,386')).toBeTruthy()
    expect(screen.getByText('+12.4%')).toBeTruthy()
    const spending = screen.getByRole('region', { name: 'Spending' })
    expect(within(spending).getByRole('row', { name: '25 tokens 37 925 $2,183' })).toBeTruthy()
    for (const text of ['$15,288.00', '−$59.00', '$19,405.00', '3 tokens']) {
      expect(within(spending).getByText(text)).toBeTruthy()
    }
    const daily = screen.getByRole('region', { name: 'Daily usage' })
    for (const total of ['19', '52', '63', '67', '70', '79', '0']) {
      expect(within(daily).getAllByText(total).length).toBeGreaterThan(0)
    }
    const table = await screen.findByRole('table', { name: 'Recent token purchases' })
    expect(within(table).getByText('Deleted account')).toBeTruthy()
    expect(within(table).getByText('past due')).toBeTruthy()
    expect(within(table).getByText('−$59.00 taken back')).toBeTruthy()
  })

  test('the bars are read day by day with the keyboard, and as a table', async () => {
    show('usage', { 'GET /api/analytics/summary': SUMMARY, ...purchases })
    const chart = await screen.findByRole('application')
    fireEvent.keyDown(chart, { key: 'End' })
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    expect(screen.getByText('Nov 20, 2026: Hedge analysis 58, Agentic discovery 21')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Table: Daily usage' }))
    expect(screen.getByRole('row', { name: '2026-11-20 58 21 79' })).toBeTruthy()
  })

  test('nothing yet', async () => {
    show('usage', { 'GET /api/analytics/summary': NOTHING })
    expect(await screen.findByText('No analytics data available')).toBeTruthy()
  })

  test('a failure is told where the figures would be', async () => {
    show('usage', { 'GET /api/analytics/summary': new Refusal(500, { error: 'The database is busy.' }) })
    expect((await screen.findByRole('alert')).textContent).toContain('The database is busy.')
  })
})

describe('users', () => {
  const answers: Answers = {
    'GET /api/admin/users': [USER],
    'GET /api/admin/users?search=petra': [USER],
    'GET /api/admin/users?search=zoe': [],
    [LEDGER]: { entries: [GIFT], nextBefore: null },
  }

  test('the one searched for is found, once typing rests', async () => {
    const { sent } = show('users', answers)
    await screen.findByRole('table', { name: 'Users' })
    const field = screen.getByRole('searchbox', { name: 'Find a user' })
    for (const typed of ['p', 'pe', 'petra ']) fireEvent.change(field, { target: { value: typed } })
    await waitFor(() => expect(sent.at(-1)?.call).toBe('GET /api/admin/users?search=petra'))
    expect(sent.filter(({ call }) => call.includes('search='))).toHaveLength(1)
    fireEvent.change(field, { target: { value: 'zoe' } })
    expect(await screen.findByText('Nobody found')).toBeTruthy()
  })

  test('a user’s ledger shows the reason of a gift, and tokens are given once for each form', async () => {
    let answer: (body: unknown) => void = () => {}
    const { sent } = show('users', {
      ...answers,
      'POST /api/admin/token-grants': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    fireEvent.click(within(await screen.findByRole('table', { name: 'Users' })).getByText('petra@example.com'))
    const sheet = await screen.findByRole('dialog', { name: 'petra@example.com' })
    expect(await within(sheet).findByText('A failed run')).toBeTruthy()

    fireEvent.click(within(sheet).getByRole('button', { name: 'Give tokens' }))
    expect(
      within(sheet)
        .getAllByRole('alert')
        .map((alert) => alert.textContent),
    ).toEqual(['Type a whole number from 1 to 1000.', 'Say in a few words why.'])
    fireEvent.change(within(sheet).getByRole('textbox', { name: 'Tokens' }), { target: { value: '5' } })
    fireEvent.change(within(sheet).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Sorry' } })
    fireEvent.submit(within(sheet).getByRole('form', { name: 'Give tokens' }))
    fireEvent.submit(within(sheet).getByRole('form', { name: 'Give tokens' }))
    await waitFor(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true))
    answer({ ...USER, purchasedTokens: 15 })
    expect(await screen.findByText('5 tokens for petra@example.com.')).toBeTruthy()
    const grants = sent.filter(({ call }) => call === 'POST /api/admin/token-grants').map(({ body }) => body)
    expect(new Set(grants.map((body) => (body as { requestId: string }).requestId)).size).toBe(1)
    expect(grants[0]).toMatchObject({ userId: USER.id, tokens: 5, reason: 'Sorry' })
  })
})

test('a request to support is marked as answered', async () => {
  const request = {
    id: USER.id,
    createdAt: '2026-11-20T10:00:00.000Z',
    email: 'petra@example.com',
    subject: 'VAT',
    message: 'Is it included?',
    priority: true,
    closedAt: null,
  }
  const { sent } = show('support', {
    'GET /api/admin/support-requests': [request],
    'POST /api/admin/support-requests/close': { ...request, closedAt: '2026-11-21T10:00:00.000Z' },
  })
  const item = (await screen.findByRole('heading', { name: /^VAT/ })).closest('li')!
  fireEvent.click(within(item).getByRole('button', { name: 'Mark as answered: VAT' }))
  await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /api/admin/support-requests')).toHaveLength(2))
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ requestId: USER.id })
})

test('the audit log says who did what for whom, also when they are gone', async () => {
  show('audit', {
    'GET /api/admin/audit-log?limit=50': {
      entries: [
        {
          sequence: 1,
          at: '2026-11-20T10:00:00.000Z',
          actorEmail: 'maya@example.com',
          action: 'token-grant',
          subjectEmail: null,
          details: '5 tokens given: Sorry',
        },
      ],
      nextBefore: null,
    },
  })
  const item = (await screen.findByText('5 tokens given: Sorry')).closest('li')!
  expect(item.textContent).toContain('maya@example.com for Deleted account')
})

const SERVER = {
  version: '1.4.0',
  node: 'v24.21.0',
  uptimeSeconds: 7_260,
  memoryMebibytes: 180,
  eventLoopDelayMilliseconds: 4,
  database: { engine: 'postgres', isReachable: true, connections: { open: 4, idle: 3, waiting: 0 } },
  threads: { running: 1, waiting: 2 },
  marketData: { source: 'yahoo', simulated: false, requested: 'auto', state: 'ready', notice: null },
  analysisEngine: 'Built-in quantitative engine',
  mail: 'none',
}

test('the server tells what it runs on, and when something needs attention', async () => {
  const deliveries = { waiting: 0, retrying: 0, delivered: 0, givenUp: 0 }
  const work = { jobs: [], deliveries, duePortfolios: 0, failingChecks: { portfolios: 0, newestReason: null } }
  const notice = 'Yahoo does not answer.'
  const marketData = { ...SERVER.marketData, state: 'degraded', notice }
  show('jobs', { 'GET /api/admin/background-work': { ...work, server: { ...SERVER, marketData } } })
  const card = await screen.findByRole('region', { name: 'Server' })
  const textOf = (label: string) => within(card).getByText(label).nextElementSibling?.textContent
  expect(textOf('Version')).toBe('1.4.0, Node 24.21.0')
  expect(textOf('Running for')).toBe('2 hours')
  expect(textOf('Database')).toBe('PostgreSQL')
  expect(textOf('Connections')).toBe('4 open, 0 transactions waiting')
  expect(textOf('Market data')).toBe('Yahoo Finance, degraded')
  expect(textOf('Mail')).toBe('Not set up')
  expect(textOf('Work in threads')).toBe('1 running, 2 waiting')
  expect(within(card).getByText('Needs attention')).toBeTruthy()
  expect(within(card).getByText(notice)).toBeTruthy()
})

test('background jobs tell what waits, what is tried again, and which job fails', async () => {
  const run = { waiting: 1, active: 0, done: 90, failures: 4, endedAt: '2026-11-20T10:00:01.000Z' }
  show('jobs', {
    'GET /api/admin/background-work': {
      jobs: [
        { ...run, name: 'delivery', failuresInRow: 0, lastFailedAt: null, lastError: null },
        { ...run, name: 'policies', failuresInRow: 3, lastFailedAt: run.endedAt, lastError: 'Error: no quotes' },
      ],
      deliveries: { waiting: 5, retrying: 2, delivered: 40, givenUp: 1 },
      duePortfolios: 12,
      failingChecks: { portfolios: 3, newestReason: 'the provider did not answer about SPY' },
      server: SERVER,
    },
  })
  const jobs = await screen.findByRole('list', { name: 'Jobs' })
  const [delivery, policies] = within(jobs).getAllByRole('listitem')
  expect(delivery?.textContent).toContain('1 waiting, 0 at work, 90 done, 4 failed')
  expect(policies?.textContent).toContain('Error: no quotes')
  expect(policies?.textContent).toContain('Tried again after 3 failures')
  expect(screen.getByText('40 delivered in 7 days')).toBeTruthy()
  expect(screen.getByText('3 failed and are tried again')).toBeTruthy()
  expect(screen.getByText('The newest failed check: the provider did not answer about SPY.')).toBeTruthy()
})

test('everybody else is told so, and nothing is asked of the server', () => {
  const { sent } = renderScreen(<AccessDenied />)
  expect(screen.getByText('Access Denied')).toBeTruthy()
  expect(screen.getByText('This page is only accessible to administrators.')).toBeTruthy()
  expect(sent).toEqual([])
})
