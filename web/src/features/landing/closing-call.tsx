import { SignInButtons } from './sign-in-buttons.tsx'

export function ClosingCall({ loginUrl }: { loginUrl: string }) {
  return (
    <section aria-labelledby="closing-title" className="border-t">
      <div className="landing py-16 text-center">
        <h2 id="closing-title" className="text-section-phone sm:text-[28px] sm:leading-9">
          Find the weak spot before the market does.
        </h2>
        <SignInButtons loginUrl={loginUrl} className="mt-5 justify-center" />
      </div>
    </section>
  )
}
