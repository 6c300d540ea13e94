const MAX_CHARACTERS = 2_000
// A browser takes `\` for `/` and drops tabs and line ends: `/\evil.example` and `/<tab>/evil.example` lead away.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const TRICK = /[\\\u0000-\u0020\u007f]/

/**
 * Where to go after sign-in: a path of the app's own pages, else `/`.
 *
 * @param wanted what the address said; anything that could lead to another site, or to a call of the API, is ignored
 */
export function toLocalPath(wanted: string | undefined, publicUrl: URL): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.length > MAX_CHARACTERS || TRICK.test(wanted))
    return '/'
  let url: URL
  try {
    url = new URL(wanted, publicUrl)
  } catch {
    return '/'
  }
  const isOwnPage = url.origin === publicUrl.origin && !/^\/+(?:api|dev-idp)(?:\/|$)/i.test(url.pathname)
  const path = `${url.pathname}${url.search}${url.hash}`
  // `/..//evil.example` is local as written and begins with two slashes once resolved.
  return isOwnPage && !path.startsWith('//') ? path : '/'
}
