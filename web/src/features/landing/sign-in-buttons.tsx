import { PLANS } from '@ballast/contract'
import { cn } from '../../lib/class-names.ts'
import { useIsDemo, WayIn } from './way-in.tsx'

/** The two ways in; both lead to the sign-in page, which knows new from known. A public demo has one. */
export function SignInButtons({ loginUrl, className }: { loginUrl: string; className?: string }) {
  const look = { loginUrl, size: 'lg', className: 'max-sm:w-full' } as const
  return (
    <div className={cn('flex flex-wrap gap-3', className)}>
      <WayIn {...look} variant="primary" label={PLANS.free.callToAction} />
      {!useIsDemo() && <WayIn {...look} label="Sign In" />}
    </div>
  )
}
