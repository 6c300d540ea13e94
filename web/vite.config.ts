import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API; only the development proxy uses it. */
const API_SERVER = 'http://127.0.0.1:3000'

/** Heavy libraries that only some screens need: each gets a chunk of its own, loaded with the screen that draws. */
const LIBRARY_CHUNKS = [
  {
    name: 'recharts',
    test: /node_modules[\\/](recharts|victory-vendor|d3-[a-z]+|@reduxjs|react-redux|immer|reselect)[\\/]/,
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
    rolldownOptions: { output: { codeSplitting: { groups: LIBRARY_CHUNKS } } },
  },
}))
