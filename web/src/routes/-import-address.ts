// Tests: e2e/import-review.e2e.ts

import { useNavigate, useSearch } from '@tanstack/react-router'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The import under review, kept in the address of whatever screen it was opened on: a reload, a phone that dropped the
 * page and the back button of another screen all come back to it, and the back button of the review leads to the form.
 * The id says nothing without the user's session.
 */
export function useImportAddress() {
  const { import: written } = useSearch({ strict: false }) as { import?: unknown }
  const navigate = useNavigate()
  const current = typeof written === 'string' && UUID.test(written) ? written : undefined
  return {
    importId: current,
    setImportId: (importId: string | undefined) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, import: importId }) as never,
        replace: importId === undefined || current !== undefined,
        resetScroll: false,
      }),
  }
}
