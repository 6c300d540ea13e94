import { Brand } from '../../components/shell/brand.tsx'
import { ThemeToggle } from '../../components/shell/theme-toggle.tsx'
import { WayIn } from './way-in.tsx'

const SECTIONS = [
  { href: '#features', label: 'Features' },
  { href: '#transparency', label: 'Transparency' },
  { href: '#pricing', label: 'Pricing' },
] as const

export function LandingBar({ loginUrl }: { loginUrl: string }) {
  return (
    <header className="landing flex h-16 items-center gap-10">
      <Brand />
      <nav aria-label="Sections" className="flex gap-7 max-sm:hidden">
        {SECTIONS.map(({ href, label }) => (
          <a key={href} href={href} className="py-2 font-medium text-muted-foreground hover:text-foreground">
            {label}
          </a>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2.5">
        <ThemeToggle />
        <WayIn loginUrl={loginUrl} label="Sign In" />
      </div>
    </header>
  )
}
