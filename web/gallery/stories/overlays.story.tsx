import { useState } from 'react'
import { Button } from '../../src/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../src/components/ui/dialog.tsx'
import { DropdownMenu, MenuItem } from '../../src/components/ui/dropdown-menu.tsx'
import { Field } from '../../src/components/ui/field.tsx'
import { Input } from '../../src/components/ui/input.tsx'
import { MenuLabel, MenuPanel, MenuSeparator } from '../../src/components/ui/menu-panel.tsx'
import { Popover } from '../../src/components/ui/popover.tsx'
import { Tooltip } from '../../src/components/ui/tooltip.tsx'
import type { Stories } from '../stories.ts'

const nothing = () => undefined

function Confirm({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete Core Growth?"
        description="Its 14 positions will be lost. This cannot be undone."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={busy}
        onConfirm={() => setOpen(false)}
      />
    </>
  )
}

export const alone = true
export const stories: Stories = {
  Dialog: () => (
    <Dialog open onOpenChange={nothing} title="Add a position" description="It joins what you hold.">
      <Field label="Ticker">
        <Input placeholder="AAPL" />
      </Field>
    </Dialog>
  ),
  Sheet: () => (
    <Dialog open onOpenChange={nothing} title="NVDA $140 put" description="Expires Feb 19, 2027" layout="sheet">
      <p>What there is to study.</p>
    </Dialog>
  ),
  Confirm: () => <Confirm />,
  'Confirm, busy': () => <Confirm busy />,
  'Menu, closed': () => (
    <DropdownMenu trigger={<Button>More</Button>}>
      <MenuItem>Rename</MenuItem>
    </DropdownMenu>
  ),
  'Menu, open': () => (
    <MenuPanel trigger={<Button>More</Button>}>
      <MenuLabel>Core Growth</MenuLabel>
      <MenuSeparator />
      <MenuItem>Rename</MenuItem>
      <MenuItem disabled>Undo the import</MenuItem>
      <MenuItem>Delete</MenuItem>
    </MenuPanel>
  ),
  Popover: () => (
    <Popover label="How beta is computed" trigger={<Button>Beta</Button>}>
      <p>How far the portfolio moves with the market.</p>
    </Popover>
  ),
  Tooltip: () => (
    <Tooltip text="Prices of the last close">
      <Button>As of Nov 20</Button>
    </Tooltip>
  ),
}
