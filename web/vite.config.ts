import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContract } from './lean-contract.ts'
import { leanZod } from './lean-zod.ts'
import { PREACT_FOR_REACT } from './preact-for-react.ts'

/**
 * Where `npm run dev` finds the API; only the development proxy uses it. The server must see the address that the browser
 * shows: it begins sign-in anew for any other, for ever.
 */
const API_SERVER = { target: 'http://127.0.0.1:3000', changeOrigin: false }

/**
 * Few chunks, because a compressor finds more to share in one large file than in ten small ones: what every page needs,
 * what the dashboard needs besides, and the charts. Everything else splits by itself at each dynamic import.
 */
const CHUNKS = [
  // A chunk takes along what its modules import, unless one of higher priority has it. So each may import only from those
  // above it, and React never ends up with the charts.
  { name: 'app', test: /web[\\/]src[\\/]main\.tsx$/, priority: 4 },
  {
    name: 'chart-frame',
    test: /components[\\/]charts[\\/](chart-(frame|tooltip|colours|data)|(donut|line)-chart|line-legend|use-chart-cursor|use-element-width)\.tsx?$/,
    priority: 3,
  },
  { name: 'dashboard', test: /[\\/]-dashboard-screen\.tsx$/, priority: 2 },
]

export default defineConfig(({ mode, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    // Must run before react(): it rewrites route files so that each screen becomes a chunk.
    // Tests import components directly and must not rewrite the route tree beside a running build.
    mode !== 'test' &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: './src/routes',
        generatedRouteTree: './src/routeTree.gen.ts',
        routeFileIgnorePattern: '\\.test\\.',
        quoteStyle: 'single',
        semicolons: false,
      }),
    react(),
    tailwindcss(),
    leanZod(),
    leanContract(),
  ],
  resolve: {
    // TanStack's path has a copy of the hook for a React before 18; the other is the same function over React's own.
    alias: {
      ...(mode !== 'test' && !isSsrBuild && PREACT_FOR_REACT),
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': API_SERVER, '/dev-idp': API_SERVER },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    // A data: URL would need `img-src data:` and `font-src data:` in the content security policy.
    assetsInlineLimit: 0,
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: isSsrBuild
        ? { codeSplitting: false, entryFileNames: 'draw-landing.js' }
        : { codeSplitting: { groups: CHUNKS } },
    },
    minify: true,
    copyPublicDir: !isSsrBuild,
  },
  // What the server draws with is one file: no library of the web app is installed where it runs.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
