import { expect, expectAnswer, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const CSV = 'ticker,shares,avgCost,sector,kind\nAAPL,10,150,Technology,\nMSFT,5,200,Technology,\nCASH,1000,,,cash\n'

test(
  'a report is downloaded, handed on as a link, checked by a stranger and revoked',
  JOURNEY,
  async ({ page, browser }) => {
    const portfolioId = await havePortfolio(page, 'Secret name', CSV)
    await page.goto(`/portfolios/${portfolioId}`)
    await page.getByRole('button', { name: 'Make report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report' })
    await dialog.getByLabel('Paper').selectOption('letter')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download PDF' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^ballast-report-\d{4}-\d\d-\d\d\.pdf$/)

    await dialog.getByRole('checkbox', { name: /Hide amounts/ }).check()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    await expect(dialog.getByText(/^Made .*, ends .*, amounts hidden$/)).toBeVisible()
    await expectAccessible(page)

    const stranger = await (await browser.newContext()).newPage()
    const answer = await stranger.goto(url)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
    await expect(stranger.getByText(/this portfolio would lose about \d+\.\d% \[\d+\] of its value/)).toBeVisible()
    await expect(stranger.getByText('Checked here').first()).toBeVisible()
    await expect(stranger.getByText(/^Differs:/)).toHaveCount(0)
    await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
    await expect(stranger.getByText(/Secret name/)).toHaveCount(0)
    await expect(stranger.getByRole('main')).not.toContainText('$')
    await expectAccessible(stranger)

    await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
    await expect(dialog.getByText(/^Made /)).toHaveCount(0)
    expectAnswer(404, new URL(url).pathname.replace('/r/', '/api/shared-reports/'))
    await stranger.reload()
    await expect(stranger.getByText('This link does not open a report')).toBeVisible()
    await stranger.context().close()
  },
)
