import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { DropdownMenu, MenuItem } from '../../components/ui/dropdown-menu.tsx'
import { showError } from '../../components/ui/toast.tsx'
import { callApi } from '../../lib/call-api.ts'
import { downloadFile } from '../../lib/download.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { RECORD_CALLS, type RecordKind } from './analytics.queries.ts'
import { toRecordsCsv } from './records-csv.ts'

const LABELS = {
  'token-usage': 'Token usage',
  'token-purchases': 'Token purchases',
  subscriptions: 'Subscriptions',
} as const satisfies Record<RecordKind, string>

/** The records of the last 30 days as files, each asked for when it is wanted. */
export function RecordsMenu() {
  const [busy, setBusy] = useState(false)
  const save = async (kind: RecordKind) => {
    setBusy(true)
    try {
      downloadFile(`ballast-${kind}.csv`, toRecordsCsv(await callApi(RECORD_CALLS[kind])))
    } catch (error) {
      showError({ title: 'Not saved', description: toUserMessage(error, 'The records could not be loaded.') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <DropdownMenu
      trigger={
        <Button busy={busy} aria-label="Download CSV">
          <Download aria-hidden="true" />
          CSV
        </Button>
      }
    >
      {(Object.keys(LABELS) as RecordKind[]).map((kind) => (
        <MenuItem key={kind} onSelect={() => void save(kind)}>
          {LABELS[kind]}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
