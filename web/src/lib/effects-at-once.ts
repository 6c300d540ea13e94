// Tests: e2e/commands.e2e.ts, e2e/options.e2e.ts

import { options } from 'preact'

/**
 * Effects run before the browser paints what they belong to. Preact puts them off until after the next frame, and a busy machine
 * draws few: keys pressed at what one sees already would find nobody who listens. React, for which the code is written, does not
 * let an input come between either.
 */
options.requestAnimationFrame = queueMicrotask
