/**
 * Images of positions with what is to be read from them, drawn by a browser: material to measure the reading of
 * screenshots with. `node scripts/generate-position-images.ts <folder> [seeds] [layout]`
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGUMENTS } from '../e2e/support/chromium-arguments.ts'
import { ROOT } from './launch/repository.mjs'
import { HELD_OUT_LAYOUTS } from './position-images/held-out-layouts-data.ts'
import { createRandom, inventHoldings, OTHER_SECURITIES } from './position-images/holdings.ts'
import { LAYOUTS, type PositionLayout } from './position-images/layouts-data.ts'
import { MORE_LAYOUTS } from './position-images/more-layouts-data.ts'
import { findOrInstallChromium } from './test/chromium.ts'

const [folder, seeds = '1', only] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder that the images go to.')
const INTER = path.join(ROOT, 'node_modules/@fontsource-variable/inter/files/inter-latin-standard-normal.woff2')

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: CHROMIUM_ARGUMENTS })
const ALL_LAYOUTS = [...LAYOUTS, ...MORE_LAYOUTS, ...HELD_OUT_LAYOUTS]
for (const layout of ALL_LAYOUTS.filter(({ name }) => only === undefined || name === only)) {
  for (let seed = 1; seed <= Number(seeds); seed++) await draw(layout, seed, folder)
}
await browser.close()

async function draw(layout: PositionLayout, seed: number, target: string): Promise<void> {
  const holdings = inventHoldings(
    layout.holdings,
    createRandom(seed * 7919 + ALL_LAYOUTS.indexOf(layout)),
    LAYOUTS.includes(layout) ? undefined : OTHER_SECURITIES,
  )
  const page = await browser.newPage({
    viewport: { width: layout.width, height: 300 },
    deviceScaleFactor: layout.scale,
  })
  const [own, ...rules] = splitStyle(layout.style)
  const font = `@font-face { font-family: Inter; font-weight: 100 900; src: url("file://${INTER}") }`
  const html = `<!doctype html><meta charset="utf-8"><style>${font} body { margin: 0; padding: 18px; ${own} } ${rules.join(' ')}</style><main>${layout.body(holdings)}</main>`
  const file = path.join(target, `${layout.name}-${seed}`)
  await writeFile(`${file}.html`, html)
  await page.goto(`file://${path.resolve(`${file}.html`)}`)
  await page.evaluate('document.fonts.ready')
  const type = layout.jpegQuality === undefined ? 'png' : 'jpeg'
  const image = await page.screenshot({
    fullPage: true,
    type,
    ...(layout.jpegQuality !== undefined && { quality: layout.jpegQuality }),
  })
  await page.close()
  await rm(`${file}.html`)
  await writeFile(`${file}.${type === 'png' ? 'png' : 'jpg'}`, image)
  const positions = (layout.cutsFirst ? holdings.slice(1) : holdings).map(({ ticker, shares, cost }) => ({
    ticker,
    shares,
    avgCost: layout.hasCost ? cost : null,
  }))
  const expected = { isCostDerived: layout.isCostDerived ?? false, positions }
  await writeFile(`${file}.expected.json`, `${JSON.stringify(expected, null, 1)}\n`)
}

/** Declarations of the page itself, which come first, and the rules behind them. */
function splitStyle(style: string): string[] {
  const rule = /(?:^|(?<=[;}] ))[a-z.0-9:(), -]+ \{/.exec(style)
  return rule ? [style.slice(0, rule.index), style.slice(rule.index)] : [style]
}
