// Tests: e2e/report.e2e.ts, e2e/sharing.e2e.ts

import { Copy } from 'lucide-react'
import { Button } from './ui/button.tsx'
import { Field } from './ui/field.tsx'
import { Input } from './ui/input.tsx'
import { showError, showSuccess } from './ui/toast.tsx'

/** A link that is shown this once, to be copied. */
export function CopyLink({ url, hint }: { url: string; hint: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      showSuccess({ title: 'Link copied' })
    } catch {
      showError({ title: 'Not copied', description: 'This browser does not let a page write to the clipboard.' })
    }
  }
  return (
    <div className="grid gap-2">
      <Field label="Link" hint={hint}>
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button className="h-11 justify-self-start sm:h-9" onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        Copy
      </Button>
    </div>
  )
}
