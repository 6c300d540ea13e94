import { Trash2 } from 'lucide-react'
import { SaveButton } from '../../src/components/save-button.tsx'
import { Button } from '../../src/components/ui/button.tsx'
import type { Stories } from '../stories.ts'

const VARIANTS = ['primary', 'outline', 'ghost', 'destructive'] as const

export const stories: Stories = {
  Variants: () => (
    <div className="flex flex-wrap gap-3">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          Analyze portfolio
        </Button>
      ))}
    </div>
  ),
  Disabled: () => (
    <div className="flex flex-wrap gap-3">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          Analyze portfolio
        </Button>
      ))}
    </div>
  ),
  Busy: () => (
    <Button variant="primary" busy busyLabel="Analyzing...">
      Analyze portfolio
    </Button>
  ),
  Sizes: () => (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm">Small</Button>
      <Button>Medium</Button>
      <Button size="lg">Large</Button>
      <Button size="icon" aria-label="Delete">
        <Trash2 aria-hidden="true" />
      </Button>
      <Button size="icon-sm" variant="ghost" aria-label="Delete">
        <Trash2 aria-hidden="true" />
      </Button>
    </div>
  ),
  'As a link': () => (
    <Button asChild>
      <a href="#/buttons">Open the overview</a>
    </Button>
  ),
  'Saves a file': () => <SaveButton save={async () => undefined}>Save as CSV</SaveButton>,
}
