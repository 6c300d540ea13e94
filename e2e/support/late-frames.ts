import type { Page } from '@playwright/test'

/**
 * Lets frames and short timers come late from the next page on, as on a machine that is busy with something else. Keys and clicks
 * go before both there: what is seen must answer all the same.
 */
export async function haveLateFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [later, frame] = [window.setTimeout.bind(window), window.requestAnimationFrame.bind(window)]
    const LATE_MS = 500
    window.requestAnimationFrame = (callback) => later(() => frame(callback), LATE_MS)
    window.setTimeout = ((callback: () => void, ms = 0, ...rest: unknown[]) =>
      later(callback, ms > 0 && ms < 50 ? LATE_MS : ms, ...rest)) as typeof window.setTimeout
  })
}
