import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { segmentListStyles, segmentStyles } from './segment-styles.ts'

interface TabsProps<Value extends string> {
  /** Names the row of tabs for those who do not see it. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode; disabled?: boolean }[]
  className?: string
}

/** Segmented tabs: one stop for Tab, arrow keys move between them. */
export function Tabs<Value extends string>({ label, value, onValueChange, tabs, className }: TabsProps<Value>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      <RadixTabs.List
        aria-label={label}
        className={cn(segmentListStyles, 'grid auto-cols-fr grid-flow-col print:hidden')}
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled ?? false}
            className={segmentStyles}
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="mt-4 animate-appear">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
