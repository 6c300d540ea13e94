import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { PREACT_FOR_REACT } from '../preact-for-react.ts'

/** The gallery of components: `npm run gallery` shows it, the full test run builds it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // The components as browsers get them.
  resolve: { alias: PREACT_FOR_REACT },
  server: { host: '127.0.0.1', port: 5174 },
  preview: { host: '127.0.0.1' },
  build: { target: 'es2023', modulePreload: { polyfill: false } },
})
