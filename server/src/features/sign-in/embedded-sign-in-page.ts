import { escapeHtml, renderFailure, renderPage } from '../../http/page.ts'

export interface SignInForm {
  /** Path that the form is sent to. */
  action: string
  email: string
  name: string
  /** Fault of the e-mail address, in words. */
  problem: string | undefined
}

/** The embedded provider's form: who are you? */
export function renderSignInForm({ action, email, name, problem }: SignInForm): string {
  return renderPage(
    'Sign in',
    `<h1>Sign in</h1>
<p>This is the local sign-in on your own machine. It asks for no password and sends nothing anywhere.</p>
<form method="post" action="${escapeHtml(action)}" novalidate>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus value="${escapeHtml(email)}"${
      problem === undefined ? '' : ' aria-invalid="true" aria-describedby="email-problem"'
    }>
${problem === undefined ? '' : `<div class="error" id="email-problem" role="alert">${escapeHtml(problem)}</div>`}
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="200" value="${escapeHtml(name)}">
<button type="submit">Sign In</button>
</form>
<p class="note">A person is known by the e-mail address: the same address opens the same portfolios. To let others in, set OIDC_ISSUER to an identity provider.</p>`,
  )
}

/** @param form the provider's own form, which confirms that the browser's owner wants to sign out */
export function renderSignOutForm(form: string, script: string): string {
  return renderPage(
    'Sign out',
    `<h1>Sign out</h1>
<p>You are signed out of Ballast. One step is left: signing out of the local sign-in.</p>
${form}
<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>`,
    [script],
  )
}

/** Why a sign-in went wrong, and a way to begin again. */
export function renderSignInFailure(words: string): string {
  return renderFailure('Sign-in failed', words, { href: '/api/login', label: 'Sign In again' })
}
