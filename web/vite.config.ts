import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API; only the development proxy uses it. */
const API_SERVER = 'http://127.0.0.1:3000'

/**
 * Chunks by how they are used: what every screen needs in one file, which compresses best and changes only with our
 * dependencies; the chart library in one that only the screens that draw with it load. A library shared by both must not
 * be drawn into the chart chunk, or every page would load the charts to get it.
 */
const CHUNKS = [
  {
    name: 'recharts',
    test: /node_modules[\\/](recharts|victory-vendor|d3-[a-z]+|@reduxjs|react-redux|immer|reselect)[\\/]/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zod|clsx|class-variance-authority)[\\/]/,
  },
]

export default defineConfig(({ mode }) => ({
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
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': API_SERVER, '/dev-idp': API_SERVER },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // A data: URL would need `img-src data:` and `font-src data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
}))
