// Tests: ../features/options/options-page.test.tsx

import { showError, showSuccess } from './ui/toast.tsx'

/** Copies a text and says so, or that the browser does not let a page do it. */
export async function copyText(text: string, done: Parameters<typeof showSuccess>[0]): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess(done)
  } catch {
    showError({ title: 'Not copied', description: 'This browser does not let a page write to the clipboard.' })
  }
}
