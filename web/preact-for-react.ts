// Tests: e2e/gallery.e2e.ts, e2e/landing.e2e.ts

/**
 * The code is written for React and types are React's; browsers get Preact, which does the same in a tenth of the bytes. Tests
 * of components run on React, those in a browser on what is shipped.
 */
export const PREACT_FOR_REACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}
