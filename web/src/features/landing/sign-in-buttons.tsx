import { PLANS } from '@ballast/contract'
import { Button } from '../../components/ui/button.tsx'
import { cn } from '../../lib/class-names.ts'

/** The two ways in; both lead to the sign-in page, which knows new from known. */
export function SignInButtons({ loginUrl, className }: { loginUrl: string; className?: string }) {
  return (
    <div className={cn('flex flex-wrap gap-3', className)}>
      <Button asChild variant="primary" size="lg" className="max-sm:w-full">
        <a href={loginUrl}>{PLANS.free.callToAction}</a>
      </Button>
      <Button asChild size="lg" className="max-sm:w-full">
        <a href={loginUrl}>Sign In</a>
      </Button>
    </div>
  )
}
