// Tests: published-package.test.ts, no-nan-travels.test.ts

/** Both entry points of the published package in one, as the workspaces of this repository import it. */

export * from './engine.ts'
export * from './public.ts'
