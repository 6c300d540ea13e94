import type { BrowserContext } from '@playwright/test'

/** A position as a broker's page shows it: quantity × price is the value, so that the reading can be proved. */
interface ShownPosition {
  ticker: string
  quantity: number
  price: number
  averageCost: number
}

/** A picture of a broker's page with a table of positions, drawn by the browser that runs the test. */
export async function drawPositions(context: BrowserContext, positions: readonly ShownPosition[]): Promise<Buffer> {
  const money = (value: number) => `$${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const rows = positions.map(
    ({ ticker, quantity, price, averageCost }) =>
      `<tr><td>${ticker}</td><td>${quantity}</td><td>${money(price)}</td><td>${money(quantity * price)}</td><td>${money(averageCost)}</td></tr>`,
  )
  const page = await context.newPage()
  await page.setViewportSize({ width: 900, height: 120 + 44 * positions.length })
  await page.setContent(`<style>
      body { font: 18px Arial, sans-serif; margin: 24px; background: white; color: black }
      td, th { padding: 8px 24px; text-align: right } td:first-child, th:first-child { text-align: left }
    </style>
    <table><tr><th>Symbol</th><th>Quantity</th><th>Price</th><th>Market Value</th><th>Average Cost</th></tr>${rows.join('')}</table>`)
  const picture = await page.screenshot()
  await page.close()
  return picture
}
