// Tests: e2e/inbox.e2e.ts

import { Copy } from 'lucide-react'
import { copyText } from '../../components/copy-text.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import type { MadeSecret } from './channels-card.tsx'

const WORDS = {
  calendar: {
    label: 'Calendar address',
    hint: 'Subscribe to this address in your calendar. You see it only now, and anyone who has it sees the dates.',
  },
  webhook: {
    label: 'Webhook secret',
    hint: 'Your receiver checks signatures with it. It is shown this once. After a change the old one signs, too, for a day.',
  },
} as const

/** A secret that its owner copies now or never. */
export function SecretNotice({ made: { type, secret }, onDone }: { made: MadeSecret; onDone: () => void }) {
  const { label, hint } = WORDS[type === 'calendar' ? 'calendar' : 'webhook']
  return (
    <Notice role="alert" onDismiss={onDone}>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={label} className="min-w-0 flex-1 basis-64">
          <Input
            readOnly
            value={secret}
            onFocus={(event) => event.target.select()}
            className="font-mono"
            spellCheck={false}
          />
        </Field>
        <Button
          className="h-11 sm:h-9"
          onClick={() => void copyText(secret, { title: 'Copied', description: 'Keep it as you keep a password.' })}
        >
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
      <p className="mt-2 text-muted-foreground">{hint}</p>
    </Notice>
  )
}
