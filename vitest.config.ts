import { defineConfig } from 'vitest/config'

/**
 * A test that takes longer hangs: none of them is about speed, and a busy machine makes each ten times slower. In the long
 * run slow properties and fault tests use their full counts, so that a single one may take minutes.
 */
const longer = process.env.BALLAST_LONG ? 30 : 1

/** Properties draw the same cases at every run but the long one, which looks for new ones and names the seed it failed with. */
const setupFiles = [`${import.meta.dirname}/scripts/seed-properties.ts`]

/** Node runs the TypeScript of these itself, as it does in production; only what the browser gets goes through Vite. */
const onNode = { environment: 'node', setupFiles, experimental: { viteModuleRunner: false } } as const

/** Each of these starts servers and measures them: side by side they would measure one another. */
const processes = (name: string) => ({
  test: {
    name,
    root: '.',
    include: [`e2e/${name}/**/*.test.ts`],
    ...onNode,
    testTimeout: 300_000 * longer,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
})

export default defineConfig({
  test: {
    tags: [
      { name: 'full', description: 'Left to the full run: long, and seldom the first to notice a fault' },
      { name: 'long', description: 'Of the full run, left to the long one: builds and installs what is shipped' },
      {
        name: 'postgres',
        description:
          'Behaves differently on PostgreSQL, so that the short run tries it there, and the full one on the embedded database',
      },
    ],
    // The files of a worker share its loaded modules: loading the server takes seconds.
    isolate: false,
    // Tests here compute; more workers than cores only make each of them slower and its time limit tighter.
    maxWorkers: '100%',
    // What is waited for comes when the machine has time for it; one that never comes is told from it all the same.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'architecture',
          root: '.',
          include: ['scripts/**/*.test.ts'],
          ...onNode,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'quant',
          root: 'packages/quant',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.shared.test.ts'],
          ...onNode,
          testTimeout: 120_000 * longer,
        },
      },
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          ...onNode,
          testTimeout: 120_000 * longer,
        },
      },
      {
        test: {
          name: 'importers',
          root: 'packages/importers',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.shared.test.ts'],
          ...onNode,
          testTimeout: 120_000 * longer,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.shared.test.ts'],
          ...onNode,
          testTimeout: 120_000 * longer,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'shared',
          root: '.',
          include: ['{packages,server}/**/src/**/*.shared.test.ts'],
          ...onNode,
          testTimeout: 120_000 * longer,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web-views',
          root: 'web',
          include: ['src/**/*.test.ts'],
          ...onNode,
          testTimeout: 60_000 * longer,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: 'web',
          // What needs a page; making one takes most of a second.
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          // Neither is inherited from above together with the configuration of the build.
          isolate: false,
          maxWorkers: '100%',
          setupFiles: [...setupFiles, `${import.meta.dirname}/web/src/test-setup.ts`],
          testTimeout: 60_000 * longer,
          hookTimeout: 60_000,
        },
      },
      processes('process'),
      // Apart, because without a PostgreSQL there is nothing for them to run on.
      processes('process-postgres'),
    ],
  },
})
