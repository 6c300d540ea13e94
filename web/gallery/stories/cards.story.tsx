import { useState } from 'react'
import { Button } from '../../src/components/ui/button.tsx'
import { Card, Folds } from '../../src/components/ui/card.tsx'
import { Change, MoneyChange } from '../../src/components/ui/change.tsx'
import { Disclosure } from '../../src/components/ui/disclosure.tsx'
import { SmallStat, StatCard } from '../../src/components/ui/stat.tsx'
import { Tabs } from '../../src/components/ui/tabs.tsx'
import type { Stories } from '../stories.ts'

function Views() {
  const [value, setValue] = useState<'chart' | 'table' | 'more'>('chart')
  return (
    <Tabs
      label="View"
      value={value}
      onValueChange={setValue}
      tabs={[
        { value: 'chart', label: 'Chart', content: <p>The chart.</p> },
        { value: 'table', label: 'Table', content: <p>The table.</p> },
        { value: 'more', label: 'Not available', content: null, disabled: true },
      ]}
    />
  )
}

export const stories: Stories = {
  'Card with everything': () => (
    <Card title="Allocation" description="By market value" actions={<Button size="sm">Refresh</Button>}>
      <p>Content of the card.</p>
    </Card>
  ),
  'Plain card': () => (
    <Card>
      <p>A surface without a title.</p>
    </Card>
  ),
  'Folded cards': () => (
    <Folds title="Why, and how to check it">
      <Card folded title="Risk Assessment" description="Concentration medium, sector low">
        <p>What could hurt.</p>
      </Card>
      <Card folded title="Earlier analyses" description="2 of this portfolio" actions={<Button size="sm">All</Button>}>
        <p>A list.</p>
      </Card>
    </Folds>
  ),
  Disclosure: () => (
    <Disclosure summary="Why, and from what">
      <p>The rest of the text.</p>
    </Disclosure>
  ),
  'Figure with a gain': () => (
    <StatCard label="Total value" figure="$257,106" aside={<Change percent={3.1} />} caption="Today" />
  ),
  'Figure with a loss': () => (
    <StatCard label="Total value" figure="$257,106" aside={<Change percent={-3.1} />} caption="Today" />
  ),
  'Figure that is not known': () => <StatCard label="Total value" figure="—" aside={<Change percent={null} />} />,
  'Small figures': () => (
    <dl className="grid grid-cols-3 gap-3">
      <SmallStat label="Beta" figure="1.12" />
      <SmallStat label="Sharpe ratio" figure="0.84" caption="One year" />
      <SmallStat label="Gain" figure={<MoneyChange amount={1_200} />} />
    </dl>
  ),
  Changes: () => (
    <div className="flex gap-4">
      <Change percent={1.5} />
      <Change percent={0} />
      <Change percent={-1.5} />
      <Change percent={undefined} />
      <MoneyChange amount={-4_000} />
      <MoneyChange amount={null} />
    </div>
  ),
  Tabs: () => <Views />,
}
