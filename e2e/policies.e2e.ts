import { randomUUID } from 'node:crypto'
import type { HedgeAnalysis } from '@ballast/contract'
import { ADMIN_EMAIL } from './support/browser-server.ts'
import {
  becomePro,
  choosePortfolio,
  expect,
  havePortfolio,
  JOURNEY,
  signedInTest,
  signIn,
  test,
} from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { expectRoomForText } from './support/expect-room-for-text.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'

test('a ticket is placed, watched as a policy, checked again and closed', JOURNEY, async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const name = `Protected ${randomUUID().slice(0, 8)}`
  const id = await havePortfolio(page, name, HEDGEABLE_CSV)
  await choosePortfolio(page, id)
  await page.goto('/hedges')
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  await page.getByRole('button', { name: 'I placed this' }).click()
  const dialog = page.getByRole('dialog', { name: 'I placed this hedge' })
  const price = dialog.getByLabel('Average price per share').first()
  const paid = await price.inputValue()
  await price.fill('a lot')
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/digits only/)
  // Its ticket moves into a dialog when the window gets as narrow as a phone; what was typed stays.
  const size = page.viewportSize()
  if (!size) throw new Error('The window has no size')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(price).toHaveValue('a lot')
  await page.setViewportSize(size)
  await expect(price).toHaveValue('a lot')
  await price.fill(paid)
  await dialog.getByRole('button', { name: 'Save policy' }).click()

  const stand = page.getByRole('region', { name: /^Protected to −\d+\.\d% in a fall of 20% until / })
  await expect(stand).toBeVisible()
  await expect(stand.getByText(/^(Cost|Received) \$[\d,]+, (worth \$[\d,]+|\$[\d,]+ to close) today/)).toBeVisible()
  await expect(page.getByText(`For ${name}`)).toBeVisible()
  await stand.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(3)
  await expectRoomForText(page)
  await expectAccessible(page)

  await page.goto('/')
  const protection = page.getByRole('region', { name: /^Protected to .* until .* · (cost|received) \$/ })
  await expect(protection.getByRole('application', { name: /^Loss in a fall of 20%/ })).toBeVisible()
  await expectRoomForText(page)
  await expectAccessible(page)
  await protection.getByRole('link', { name: 'Open the policy' }).click()

  await page.getByRole('link', { name: 'Policies', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeFocused()
  const listed = page.getByRole('listitem').filter({ hasText: name })
  await expect(listed).toContainText('Protected to')
  await expectAccessible(page)
  await listed.getByRole('link').click()
  await page.getByRole('button', { name: 'Close policy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close policy' }).click()
  await expect(page.getByText('Closed by its owner.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check now' })).toHaveCount(0)
})

test('options bought elsewhere become a policy', async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const name = `Elsewhere ${randomUUID().slice(0, 8)}`
  await havePortfolio(page, name, `${HEDGEABLE_CSV}\nSPY270219P00730000,2,12.50,\n`)
  await page.goto('/policies')
  await page.getByRole('button', { name: 'Use options I hold' }).click()
  const choice = page.getByRole('dialog', { name: 'Watch options you hold' })
  await choice.getByLabel('Portfolio').selectOption(name)
  await expectAccessible(page)
  await choice.getByRole('checkbox', { name: /^Bought 2 × SPY 730 put/ }).click()
  await choice.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'I placed this hedge' })
  await expect(dialog.getByLabel('Average price per share')).toHaveValue('12.50')
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText(`For ${name}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(2)
})

test('the options of a ticket that were imported are asked about on the overview', async ({ page }) => {
  await signIn(page, { email: ADMIN_EMAIL, name: 'Ada Admin' })
  const name = `Imported ${randomUUID().slice(0, 8)}`
  const id = await havePortfolio(page, name, HEDGEABLE_CSV)
  await choosePortfolio(page, id)
  await page.goto('/hedges')
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  await expect(page.getByRole('button', { name: 'I placed this' })).toBeVisible()
  const analyses = `/api/portfolios/${id}/hedge-analyses`
  const [{ analysisId }] = (await (await page.request.get(analyses)).json()) as [{ analysisId: string }]
  const { hedgeStrategies } = (await (await page.request.get(`${analyses}/${analysisId}`)).json()) as HedgeAnalysis
  const legs = hedgeStrategies.find(({ role }) => role === 'recommended')?.legs ?? []
  const positions = legs.map(({ symbol, contracts }) => ({ ticker: symbol, shares: contracts, avgCost: 9.5 }))
  const headers = { origin: new URL(page.url()).origin }
  const data = { name, positions, portfolioId: id, mode: 'add' }
  expect((await page.request.post('/api/portfolios/save-from-review', { data, headers })).ok()).toBe(true)
  await page.goto('/')
  await expect(page.getByText(/^Is this the hedge of /)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Watch it as a policy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText(`For ${name}`)).toBeVisible()
})

signedInTest('without a policy the screen says how to get one', async ({ page }) => {
  await page.goto('/policies')
  await expect(page.getByText('No policies yet')).toBeVisible()
  await expectAccessible(page)
})

signedInTest('a hedge of all portfolios as one becomes a policy whose options one of them holds', async ({ page }) => {
  await becomePro(page)
  const one = `One ${randomUUID().slice(0, 8)}`
  await havePortfolio(page, one, HEDGEABLE_CSV)
  await havePortfolio(page, `Two ${randomUUID().slice(0, 8)}`, 'ticker,shares,avgCost\nAAPL,5,120\n')
  await page.goto('/hedges')
  await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'All portfolios' })
  await page.getByRole('button', { name: 'Analyze Portfolio' }).click()
  // The ticket is split over the accounts, and follows what is said of them.
  const split = page.getByRole('region', { name: 'By account' })
  await expect(split.getByRole('heading', { name: 'What may your accounts hold?' })).toBeVisible()
  const first = split.getByRole('form').first()
  await first.getByLabel(/^Options in /).selectOption({ label: 'Spreads' })
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account saved' })).toBeVisible()
  await expect(split.getByRole('form')).toHaveCount(1)
  await expect(split.getByRole('button', { name: 'Copy for your broker' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'I placed this' }).click()
  const dialog = page.getByRole('dialog', { name: 'I placed this hedge' })
  await dialog.getByLabel('Add the options to').selectOption(one)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('For All portfolios')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(2)
})
