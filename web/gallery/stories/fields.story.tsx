import { useRef, useState } from 'react'
import { PortfolioNameField } from '../../src/components/portfolio-name-field.tsx'
import { Checkbox } from '../../src/components/ui/checkbox.tsx'
import { Dropzone } from '../../src/components/ui/dropzone.tsx'
import { Field } from '../../src/components/ui/field.tsx'
import { Input } from '../../src/components/ui/input.tsx'
import { RadioTiles } from '../../src/components/ui/radio-tiles.tsx'
import { Select } from '../../src/components/ui/select.tsx'
import { Slider } from '../../src/components/ui/slider.tsx'
import { Switch } from '../../src/components/ui/switch.tsx'
import { Textarea } from '../../src/components/ui/textarea.tsx'
import { ToggleGroup } from '../../src/components/ui/toggle-group.tsx'
import type { Stories } from '../stories.ts'

function Tiles() {
  const [value, setValue] = useState<'core' | 'income'>('core')
  return (
    <RadioTiles
      label="Sample portfolio"
      value={value}
      onValueChange={setValue}
      options={[
        { value: 'core', title: 'Core Growth', description: 'Technology heavy', aside: '14 positions' },
        { value: 'income', title: 'Dividend Income', description: 'Staples and utilities' },
      ]}
    />
  )
}

function Choices() {
  const [value, setValue] = useState<'1m' | '1y'>('1y')
  return (
    <ToggleGroup
      label="Period"
      value={value}
      onValueChange={setValue}
      options={[
        { value: '1m', label: '1 month' },
        { value: '1y', label: '1 year' },
      ]}
    />
  )
}

function Limit() {
  const [value, setValue] = useState(15)
  return (
    <Slider label="Largest loss" value={value} least={5} most={40} step={1} text={`${value}%`} onChange={setValue} />
  )
}

function Name() {
  const [name, setName] = useState('Retirement')
  const field = useRef<HTMLInputElement>(null)
  return <PortfolioNameField name={name} onNameChange={setName} field={field} hint="You can change it later." />
}

const nothing = () => undefined

export const stories: Stories = {
  'Text, empty': () => (
    <Field label="Ticker">
      <Input placeholder="AAPL" />
    </Field>
  ),
  'Text with a hint': () => (
    <Field label="Shares" hint="Fractions are read, too.">
      <Input defaultValue="12.5" />
    </Field>
  ),
  'Text with an error': () => (
    <Field label="Shares" error="Enter a number above 0.">
      <Input defaultValue="-1" />
    </Field>
  ),
  'Text, disabled': () => (
    <Field label="Ticker">
      <Input defaultValue="AAPL" disabled />
    </Field>
  ),
  'Several lines': () => (
    <Field label="Positions as CSV">
      <Textarea mono defaultValue={'ticker,shares,avgCost\nAAPL,10,150'} />
    </Field>
  ),
  Select: () => (
    <Field label="Paper">
      <Select defaultValue="a4">
        <option value="a4">A4</option>
        <option value="letter">Letter</option>
      </Select>
    </Field>
  ),
  'Name of a portfolio': () => <Name />,
  Checkbox: () => (
    <div className="grid gap-2">
      <Checkbox label="Not chosen" checked={false} onCheckedChange={nothing} />
      <Checkbox label="Chosen" checked onCheckedChange={nothing} />
      <Checkbox label="Some of them" checked="indeterminate" onCheckedChange={nothing} />
      <Checkbox label="Disabled" checked disabled onCheckedChange={nothing} />
    </div>
  ),
  Switch: () => (
    <div className="grid gap-2">
      <Switch label="Off" checked={false} onCheckedChange={nothing} />
      <Switch label="On" checked onCheckedChange={nothing} />
      <Switch label="Disabled" checked disabled onCheckedChange={nothing} />
    </div>
  ),
  Tiles: () => <Tiles />,
  'Toggle group': () => <Choices />,
  Slider: () => <Limit />,
  'Drop zone': () => <Dropzone accept=".csv" onFiles={nothing} hints="CSV, Excel, PDF or a screenshot" />,
  'Drop zone, disabled': () => <Dropzone accept=".csv" onFiles={nothing} hints="CSV, Excel or PDF" disabled />,
}
