import type { Page } from '@playwright/test'
import { choosePortfolio, expect, havePortfolio, signedInTest as test } from './support/browser-test.ts'

const CSV = 'ticker,shares,avgCost,kind\nAAPL,10,150,\nMSFT,5,200,\nTLT,40,90,\nGLD,12,170,\nCASH,1000,,cash\n'
const MOST_STOPS = 150

/** A place where the focus stops, and what is wrong with how it is seen there. */
interface Stop {
  name: string
  faults: string[]
}

/** Presses Tab until the focus has left the page, in the light theme, and says where it stopped. */
async function walk(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    document.documentElement.classList.remove('dark')
    // From the beginning of the page, wherever the focus was.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
    window.scrollTo(0, 0)
  })
  const stops: Stop[] = []
  for (let count = 0; count < MOST_STOPS; count++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      const isAgain = element.dataset.walked === 'yes'
      element.dataset.walked = 'yes'
      const look = getComputedStyle(element)
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      const marks = [element, element.parentElement, label].flatMap((one) => (one ? [getComputedStyle(one)] : []))
      const isMarked = marks.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
      )
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      return {
        isAgain,
        name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}`,
        faults: [
          ...(isMarked ? [] : ['no visible focus']),
          ...(isInSight ? [] : ['out of sight']),
          ...(look.visibility === 'hidden' ? ['hidden'] : []),
          ...(element.tabIndex > 0 ? ['an order of its own'] : []),
        ],
      }
    })
    if (stop === null || stop.isAgain) break
    stops.push(stop)
  }
  return stops
}

async function expectWalkable(page: Page, names: readonly RegExp[]): Promise<void> {
  const stops = await walk(page)
  expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([])
  // What is used comes in this order, with other stops between.
  let from = 0
  for (const name of names) {
    const at = stops.findIndex((stop, place) => place >= from && name.test(stop.name))
    expect(at, `${name} after ${stops[from - 1]?.name} in ${stops.map((stop) => stop.name).join(' | ')}`).not.toBe(-1)
    from = at + 1
  }
}

/** Opens a dialog by Enter on its button, walks in it, and leaves it by Escape: the focus is on the button again. */
async function expectDialogByKeyboard(page: Page, button: string | RegExp): Promise<void> {
  const opener = page.getByRole('button', { name: button }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  const seen = new Set<boolean>()
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    seen.add(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
  }
  expect([...seen]).toEqual([true])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('portfolios through time are used by keyboard alone, with a focus that is seen in the light theme', async ({
  page,
}) => {
  const id = await havePortfolio(page, 'Core', CSV)
  await havePortfolio(page, 'IRA', 'ticker,shares\nTLT,20\n')
  await choosePortfolio(page, id)

  await page.goto('/')
  await expect(page.getByRole('button', { name: 'What If' })).toBeVisible()
  await expectDialogByKeyboard(page, 'What If')
  await expectDialogByKeyboard(page, /Compared with/)

  await page.goto('/analysis')
  const card = page.getByRole('region', { name: 'The same positions with less risk' })
  await expect(card).toBeVisible()
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByRole('table').first()).toBeVisible()
  await expectWalkable(page, [/Most in one position|select/, /Volatility at these weights/])

  await page.goto('/backtest')
  await expect(page.getByRole('region', { name: 'How this portfolio has done' })).toBeVisible()
  await expectWalkable(page, [/Compared with/])

  await page.goto('/portfolios/groups')
  const fresh = page.getByRole('region', { name: 'New Group' })
  await expect(fresh).toBeVisible()
  await fresh.getByLabel('Group Name').fill('Both')
  for (const name of ['Core', 'IRA']) {
    await fresh.getByRole('checkbox', { name }).focus()
    await page.keyboard.press('Space')
  }
  await fresh.getByRole('button', { name: 'Create group' }).focus()
  await page.keyboard.press('Enter')
  const group = page.getByRole('region', { name: 'Both' })
  await expect(group).toBeVisible()
  await expectWalkable(page, [/Delete group|button/])
  const remove = group.getByRole('button', { name: 'Delete group' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(remove).toBeFocused()

  await page.goto(`/portfolios/${id}`)
  await expect(page.getByRole('region', { name: 'Sharing' })).toBeVisible()
  await expectWalkable(page, [/Create invitation/])
})

test('a what-if is compared, changed and discarded by keyboard', async ({ page }) => {
  await havePortfolio(page, 'Core', CSV)
  await page.goto('/')
  await page.getByRole('button', { name: 'What If' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('AAPL: shares then').fill('4')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'What if' })
  await expect(bar).toContainText('AAPL 10.00 → 4.00')
  await expectWalkable(page, [/Compare With What You Hold|Change/, /Discard/])
})
