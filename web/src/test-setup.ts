import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

// How long a test waits for something to appear. It ends as soon as that is there, so patience costs nothing, and a busy
// machine makes no test fail.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and says so at every scroll, which would bury what tests have to say.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

// The files of a worker share one page: loading React and making a page take longer than most files. Each test takes its
// screen away and what it put in place of globals, each file what it stored, so that none depends on which ran before.
beforeEach(() => void toast.dismiss())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})
afterAll(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
  document.body.replaceChildren()
})
