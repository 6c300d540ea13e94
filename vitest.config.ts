import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'quant', root: 'packages/quant', include: ['src/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.shared.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'shared', root: '.', include: ['{packages,server}/**/src/**/*.shared.test.ts'], environment: 'node', testTimeout: 60_000 } },
      { extends: './web/vite.config.ts', test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
    ],
  },
})
