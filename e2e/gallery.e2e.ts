import { readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, preview } from 'vite'
import { ROOT } from '../scripts/launch/repository.mjs'
import { expect, test } from './support/browser-test.ts'
import { expectAccessible } from './support/expect-accessible.ts'

const GALLERY = path.join(ROOT, 'web/gallery')
const FILES = readdirSync(path.join(GALLERY, 'stories')).map((file) => file.replace('.story.tsx', ''))

/** The gallery of components, built and served. */
const galleryTest = test.extend<object, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const outDir = await mkdtemp(path.join(tmpdir(), 'ballast-gallery-'))
      const shared = { configFile: path.join(GALLERY, 'vite.config.ts'), logLevel: 'error' } as const
      await build({ ...shared, build: { outDir, emptyOutDir: true } })
      const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } })
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    // A busy machine takes minutes to build it.
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery),
})
galleryTest.describe.configure({ mode: 'default' })

for (const file of FILES) {
  galleryTest(`every state of ${file} meets WCAG 2.2 AA in both themes`, async ({ page }) => {
    await page.goto('/')
    const links = page.getByRole('navigation', { name: 'Components' }).getByRole('link')
    await expect(links.first()).toBeVisible()
    const paths = (await links.allTextContents()).filter((one) => one.split('/')[0] === file)
    expect(paths.length).toBeGreaterThan(0)
    for (const one of paths) {
      await page.goto(`/#/${one}`)
      await expect(page.locator(`[data-page="${one}"]`)).toBeAttached()
      await expectAccessible(page)
    }
  })
}

galleryTest('what opens at a press is looked at open', async ({ page }) => {
  await page.goto('/#/product')
  await page.getByRole('button', { name: '24.67%' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/#/feedback')
  await page.getByRole('button', { name: 'Failure' }).click()
  await expect(page.getByText('Try again in a minute.')).toBeVisible()
  await expectAccessible(page)
})
