import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Popover } from './popover.tsx'
import { Progress } from './progress.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'
import { ToggleGroup } from './toggle-group.tsx'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('./menu-panel.tsx'))

describe('button', () => {
  test('while busy it says what is being done and cannot be pressed again', () => {
    const onClick = vi.fn()
    const { rerender } = render(
      <Button busyLabel="Saving..." onClick={onClick}>
        Confirm &amp; Save
      </Button>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Confirm & Save' }))
    rerender(
      <Button busy busyLabel="Saving..." onClick={onClick}>
        Confirm &amp; Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Saving...' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test('while busy it keeps the focus and sends no form', () => {
    const onSubmit = vi.fn((event: Event) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button')
    button.focus()
    fireEvent.click(button)
    rerender(form(true))
    expect(document.activeElement).toBe(button)
    expect(button.hasAttribute('disabled')).toBe(false)
    fireEvent.click(button)
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  test('it does not submit a form unless told to', () => {
    render(<Button>Browse Files</Button>)
    expect(screen.getByRole('button').getAttribute('type')).toBe('button')
  })
})

describe('field', () => {
  test('label, hint and error belong to the control', () => {
    render(
      <Field label="Portfolio Name" hint="At most 100 characters" error="Please provide a portfolio name">
        <Input />
      </Field>,
    )
    const input = screen.getByLabelText('Portfolio Name')
    const described = input.getAttribute('aria-describedby')!.split(' ')
    expect(described.map((id) => document.getElementById(id)!.textContent)).toEqual([
      'Please provide a portfolio name',
      'At most 100 characters',
    ])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Please provide a portfolio name')
  })

  test('a select takes the same label', () => {
    render(
      <Field label="Portfolio">
        <Select>
          <option>Core Growth</option>
        </Select>
      </Field>,
    )
    expect(screen.getByRole('combobox', { name: 'Portfolio' })).toBeTruthy()
  })
})

test('arrow keys move between tabs, and only the chosen one is a stop for Tab', () => {
  function Uploads() {
    const [value, setValue] = useState<'file' | 'csv' | 'json'>('file')
    const tabs = (['file', 'csv', 'json'] as const).map((tab) => ({
      value: tab,
      label: tab,
      content: `${tab} content`,
    }))
    return <Tabs label="Ways to upload" value={value} onValueChange={setValue} tabs={tabs} />
  }
  render(<Uploads />)
  const first = screen.getByRole('tab', { name: 'file' })
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  return waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'csv' }))
    expect(screen.getByRole('tabpanel').textContent).toBe('csv content')
  })
})

test('one of a toggle group is always chosen', () => {
  const onValueChange = vi.fn()
  const options = [
    { value: 'cost', label: 'Cost' },
    { value: 'market-value', label: 'Market value' },
  ]
  render(<ToggleGroup label="Sectors by" value="cost" onValueChange={onValueChange} options={options} />)
  expect(screen.getByRole('group', { name: 'Sectors by' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Cost' }))
  expect(onValueChange).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('radio', { name: 'Market value' }))
  expect(onValueChange).toHaveBeenCalledWith('market-value')
})

test('a switch and a checkbox answer to their labels', () => {
  const onSwitch = vi.fn()
  const onCheck = vi.fn()
  render(
    <>
      <Switch label="Shortcuts" checked={false} onCheckedChange={onSwitch} />
      <Checkbox label="Replace all" checked="indeterminate" onCheckedChange={onCheck} />
    </>,
  )
  fireEvent.click(screen.getByLabelText('Shortcuts'))
  fireEvent.click(screen.getByLabelText('Replace all'))
  expect(onSwitch).toHaveBeenCalledWith(true)
  expect(onCheck).toHaveBeenCalledWith(true)
})

test.each([
  [64.4, '64'],
  [-5, '0'],
  [180, '100'],
])('measured progress of %s reads %s', (percent, shown) => {
  render(<Progress label="Reading table" percent={percent} />)
  expect(screen.getByRole('progressbar', { name: 'Reading table' }).getAttribute('aria-valuenow')).toBe(shown)
})

test('a question about a loss stands until it is answered, and Escape keeps everything', () => {
  const onConfirm = vi.fn()
  const onOpenChange = vi.fn()
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete Core Growth?"
      description="Its 14 positions go with it."
      confirmLabel="Delete"
      onConfirm={onConfirm}
    />,
  )
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Core Growth?' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onOpenChange).toHaveBeenCalledWith(false)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('a question gives the focus back to what asked it', async () => {
  function Asking() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Delete group</Button>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Delete?"
          description=""
          confirmLabel="Delete"
          onConfirm={() => {}}
        />
      </>
    )
  }
  render(<Asking />)
  const button = screen.getByRole('button', { name: 'Delete group' })
  button.focus()
  fireEvent.click(button)
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a dialog names itself and takes the focus', () => {
  render(
    <Dialog open onOpenChange={() => {}} title="Edit position">
      <input aria-label="Shares" />
    </Dialog>,
  )
  expect(screen.getByRole('dialog', { name: 'Edit position' }).contains(document.activeElement)).toBe(true)
})

test('a menu comes with the first press, opens then, and gives the focus back', async () => {
  const onSelect = vi.fn()
  render(
    <DropdownMenu trigger={<Button>Export</Button>}>
      <MenuItem onSelect={onSelect}>CSV</MenuItem>
    </DropdownMenu>,
  )
  const trigger = screen.getByRole('button', { name: 'Export' })
  expect(trigger.getAttribute('aria-haspopup')).toBe('menu')
  fireEvent.click(trigger)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(onSelect).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' })))
})

test('a popover opens from its button and closes on Escape', async () => {
  render(
    <Popover label="Why this score" trigger={<Button>Why</Button>}>
      Spread 82 × independence 40
    </Popover>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Why' }))
  const panel = await screen.findByRole('dialog', { name: 'Why this score' })
  fireEvent.keyDown(panel, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
