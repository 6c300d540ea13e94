import { useState } from 'react'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { areSingleKeysOn, setSingleKeys } from '../../lib/single-keys.ts'
import { Keys } from './keys.tsx'
import { SHORTCUTS } from './shortcut-keys.ts'

/** Every shortcut, and the switch for those that are a single key: they may get in the way of speech control. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areSingleKeysOn)
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <ul className="divide-y">
        {SHORTCUTS.map(({ keys, does }) => (
          <li key={does} className="flex items-center justify-between gap-4 py-2 text-body">
            {does}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
      <Switch
        className="mt-4 border-t pt-4"
        label="Single-key shortcuts"
        checked={on}
        onCheckedChange={(next) => {
          setOn(next)
          setSingleKeys(next)
        }}
      />
    </Dialog>
  )
}
