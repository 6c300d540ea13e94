import path from 'node:path'
import type { Browser } from '@playwright/test'
import { ROOT } from '../launch/repository.mjs'
import type { RandomScreen, TruePosition } from './random-screens.ts'

const FACES = [
  ['Inter', '@fontsource-variable/inter/files/inter-latin-standard-normal.woff2'],
  ['JetBrains Mono', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'],
].map(
  ([name, file]) =>
    `@font-face { font-family: "${name}"; font-weight: 100 900; src: url("file://${path.join(ROOT, 'node_modules', file ?? '')}") }`,
)

/** Part of the first line of the last holding that a cut leaves: too little to be read. */
const CUT = 0.35

/** A picture of a screen, and what can be read in it. */
export interface Photograph {
  bytes: Buffer
  positions: TruePosition[]
}

/** Draws a screen. Holdings that a cut goes through are not among the positions. */
export async function photograph(screen: RandomScreen, browser: Browser): Promise<Photograph> {
  const { scale, html, jpegQuality, isCut } = screen
  const page = await browser.newPage({ viewport: { width: screen.width, height: 300 }, deviceScaleFactor: scale })
  try {
    // A page of a file may load the fonts that are files.
    await page.goto(`file://${path.join(ROOT, 'package.json')}`)
    await page.setContent(html.replace('<style>', `<style>${FACES.join(' ')}`))
    await page.evaluate('document.fonts.ready')
    // What a wide table would hide behind the edge is not there to be read.
    const width = Math.max(screen.width, await page.evaluate<number>('document.documentElement.scrollWidth'))
    if (width > screen.width) await page.setViewportSize({ width, height: 300 })
    const tops: { item: number; top: number; bottom: number }[] = await page.evaluate(`
      [...document.querySelectorAll('.item')].map((item) => {
        const first = item.querySelector('.first').getBoundingClientRect()
        return { item: item.getBoundingClientRect().top, top: first.top, bottom: first.bottom }
      })`)
    const last = tops.at(-1)
    const height = isCut && last ? Math.floor(last.top + CUT * (last.bottom - last.top)) : undefined
    const bytes = await page.screenshot({
      ...(height === undefined ? { fullPage: true } : { clip: { x: 0, y: 0, width, height }, fullPage: true }),
      ...(jpegQuality === null ? { type: 'png' } : { type: 'jpeg', quality: jpegQuality }),
    })
    const positions = screen.positions.filter(
      (_, at) => height === undefined || (tops[at]?.top ?? 0) < (last?.top ?? 0) - 4,
    )
    return { bytes, positions }
  } finally {
    await page.close()
  }
}
