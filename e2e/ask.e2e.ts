import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { choosePortfolio, expect, havePortfolio, JOURNEY, signedInTest as test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { pressEscapeIn } from './support/press-escape.ts'
import { HEDGEABLE_CSV } from './support/sample-files.ts'

const openAsk = (page: Page) => page.getByRole('button', { name: 'Ask about this portfolio' }).click()
const askFor = async (page: Page, question: string) => {
  const field = page.getByLabel('Your question')
  await field.fill(question)
  await field.press('Enter')
  const answer = page.getByRole('article', { name: question })
  await expect(answer).not.toHaveAttribute('aria-busy')
  return answer
}

test('one asks, asks on, opens a figure, and deletes what was asked', JOURNEY, async ({ page }) => {
  const id = await havePortfolio(page, `Asked ${randomUUID().slice(0, 8)}`, HEDGEABLE_CSV)
  await choosePortfolio(page, id)
  await page.goto('/')
  await openAsk(page)
  await expect(page.getByLabel('Your question')).toBeFocused()
  await expect(page.getByRole('list', { name: 'Suggested questions' }).getByRole('button')).toHaveCount(3)
  const first = await askFor(page, 'what did 2008 do to this?')
  await expect(first).toContainText('What did the global financial crisis do to this?')
  await expect(first.getByRole('table')).toContainText('Largest fall')
  const figure = first.getByRole('button', { name: /%$/ }).first()
  await figure.click()
  const sheet = page.getByRole('dialog', { name: /^Where .* comes from$/ })
  await expect(sheet).toContainText('run backtest')
  await pressEscapeIn(sheet)
  // The sheet hands the focus back; typing before that would lose its Enter to the figure.
  await expect(figure).toBeFocused()
  await expect(await askFor(page, 'and 2020?')).toContainText('What did the COVID crash do to this?')
  const none = await askFor(page, 'who is the president?')
  await expect(none).toContainText('Ballast has no answer to that.')
  await expect(none.getByRole('list', { name: 'Ask next' }).getByRole('button')).toHaveCount(3)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New thread' }).click()
  const threads = page.getByRole('list', { name: 'Earlier questions' })
  await threads.getByRole('button', { name: /^what did 2008 do to this\?/ }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'New thread' }).click()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('button', { name: 'Delete All', exact: true }).click()
  await expect(threads).toBeHidden()
})

for (const screen of ['analysis', 'backtest', 'options', 'hedges', 'ai-analysis'])
  test(`on the screen ${screen} one can ask at the width of a phone`, async ({ page }) => {
    const id = await havePortfolio(page, `Asked ${randomUUID().slice(0, 8)}`, HEDGEABLE_CSV)
    await choosePortfolio(page, id)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/${screen}`)
    await openAsk(page)
    const answer = await askFor(page, 'what is my biggest risk?')
    await expect(answer).toContainText('Most of the risk lies in')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
