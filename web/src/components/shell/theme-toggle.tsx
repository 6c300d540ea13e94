import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../../lib/theme.ts'
import { Button } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

/** Shows the theme one would switch to. */
export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme()
  const label = `Switch to ${theme === 'dark' ? 'light' : 'dark'} theme`
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Tooltip text={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={toggleTheme}>
        <Icon aria-hidden="true" />
      </Button>
    </Tooltip>
  )
}
