import { expect, expectAnswer, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'

test(
  'what one user owns does not exist for another, on screen and in the API',
  JOURNEY,
  async ({ page, browser, baseURL }) => {
    const portfolioId = await havePortfolio(page, 'Private', 'ticker,shares\nAAPL,1\n')
    const elsewhere = await browser.newContext(baseURL ? { baseURL } : {})
    const other = await elsewhere.newPage()
    await other.goto('/api/login')
    await other.getByLabel(/e-?mail/i).fill('someone-else@example.com')
    await other.getByLabel(/name/i).fill('Someone Else')
    await other.getByRole('button', { name: /sign in|continue/i }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Portfolio Overview' })).toBeVisible()

    const paths = ['positions', 'prices', 'overview', 'imports', 'export']
    for (const path of paths) {
      const answer = await other.request.get(`/api/portfolios/${portfolioId}/${path}`)
      expect(answer.status(), path).toBe(404)
      expect(await answer.text()).not.toContain('AAPL')
    }
    expectAnswer(404, `/api/portfolios/${portfolioId}/positions`)
    await other.goto(`/portfolios/${portfolioId}`)
    await expect(other.getByText('Private')).toHaveCount(0)
    await elsewhere.close()
  },
)
