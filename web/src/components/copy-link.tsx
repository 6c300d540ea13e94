// Tests: e2e/report.e2e.ts, e2e/sharing.e2e.ts

import { Copy } from 'lucide-react'
import { copyText } from './copy-text.ts'
import { Button } from './ui/button.tsx'
import { Field } from './ui/field.tsx'
import { Input } from './ui/input.tsx'

/** A link that is shown this once, to be copied. */
export function CopyLink({ url, hint }: { url: string; hint: string }) {
  return (
    <div className="grid gap-2">
      <Field label="Link" hint={hint}>
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button className="h-11 justify-self-start sm:h-9" onClick={() => void copyText(url, { title: 'Link copied' })}>
        <Copy aria-hidden="true" />
        Copy
      </Button>
    </div>
  )
}
