import { Brand } from '../../components/shell/brand.tsx'
import { Copyright, FooterLinks } from '../../components/shell/site-footer.tsx'

export function LandingFooter() {
  return (
    <footer className="border-t">
      <div className="landing flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-6 text-label text-muted-foreground">
        <div className="flex items-center gap-7">
          <Brand />
          <Copyright />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <FooterLinks />
          <span>Not investment advice.</span>
        </div>
      </div>
    </footer>
  )
}
