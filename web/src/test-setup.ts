import { configure } from '@testing-library/react'

// How long a test waits for something to appear. It ends as soon as that is there, so patience costs nothing, and a busy
// machine makes no test fail.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and says so at every scroll, which would bury what tests have to say.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
