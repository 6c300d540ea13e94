import { PLANS } from '@ballast/contract'
import { useScreenHeading } from '../../lib/heading-focus.ts'
import { HeroPicture } from './hero-picture.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import { useIsDemo } from './way-in.tsx'

export function Hero({ loginUrl }: { loginUrl: string }) {
  const heading = useScreenHeading('Ballast')
  return (
    <section className="landing grid items-center gap-x-14 gap-y-10 pt-10 pb-16 lg:grid-cols-[1fr_1.3fr] lg:pt-11 lg:pb-[74px] xl:grid-cols-[470px_1fr] xl:gap-x-[66px]">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-display-phone xl:text-display">
          Know what <br />a bad year <br />
          would cost you.
        </h1>
        <p className="mt-5 max-w-[46ch] text-lead text-muted-foreground">
          Ballast prices your positions, shows which ones fall together, replays past crises and finds the hedge worth
          paying for.
        </p>
        <SignInButtons loginUrl={loginUrl} className="mt-7" />
        <p className="mt-4 text-[13px] text-subtle-foreground">
          {useIsDemo()
            ? 'No account and no e-mail. You get PRO and a sample portfolio that only you see. It is deleted within a day.'
            : `${PLANS.free.note}. A sample portfolio loads in one click.`}
        </p>
      </div>
      <HeroPicture />
    </section>
  )
}
