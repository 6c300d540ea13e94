import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { listClientConfigs } from './access-tokens-config.ts'

/** A new token, to be copied now, and how common assistants are told about it. */
export function AccessTokensMade({ token, mcpUrl, onDone }: { token: string; mcpUrl: string; onDone: () => void }) {
  const configs = listClientConfigs(mcpUrl, token)
  const [chosenId, choose] = useState(configs[0]?.id)
  const chosen = configs.find(({ id }) => id === chosenId)
  return (
    <div className="grid gap-5">
      <div className="flex items-end gap-2">
        <Field label="Token" className="min-w-0 flex-1">
          <Input
            readOnly
            value={token}
            onFocus={(event) => event.target.select()}
            className="font-mono"
            spellCheck={false}
          />
        </Field>
        <Button className="h-11 sm:h-9" onClick={() => void copy(token, 'Token copied')}>
          <Copy aria-hidden="true" />
          Copy token
        </Button>
      </div>
      <div className="grid gap-3">
        <Field label="Set up">
          <Select value={chosenId} onChange={({ target }) => choose(target.value)} className="sm:w-56">
            <Options of={configs.map(({ id, label }) => [id, label])} />
          </Select>
        </Field>
        {chosen && (
          <figure className="grid gap-2">
            <figcaption className="text-[13px] text-muted-foreground leading-[18px]">{chosen.where}</figcaption>
            <pre className="wrap-anywhere whitespace-pre-wrap rounded-tile border bg-background p-3 font-mono text-label">
              {chosen.text}
            </pre>
            <Button
              size="sm"
              className="justify-self-start"
              onClick={() => void copy(chosen.text, 'Configuration copied')}
            >
              <Copy aria-hidden="true" />
              Copy configuration
            </Button>
          </figure>
        )}
      </div>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

const copy = (text: string, title: string) => copyText(text, { title, description: 'Keep it as you keep a password.' })
