const BROWSERS = [
  // Most browsers also claim to be Chrome and Safari, so the order decides.
  { mark: 'Edg/', name: 'Edge' },
  { mark: 'OPR/', name: 'Opera' },
  { mark: 'Firefox/', name: 'Firefox' },
  { mark: 'Chrome/', name: 'Chrome' },
  { mark: 'Safari/', name: 'Safari' },
] as const

const SYSTEMS = [
  { mark: 'Android', name: 'Android' },
  { mark: 'iPhone', name: 'iPhone' },
  { mark: 'iPad', name: 'iPad' },
  { mark: 'Windows', name: 'Windows' },
  { mark: 'Mac OS X', name: 'macOS' },
  { mark: 'Linux', name: 'Linux' },
] as const

/** `Chrome on Windows`: enough to recognise one's own device; the start of the text when nothing is recognised. */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = BROWSERS.find(({ mark }) => userAgent.includes(mark))?.name
  const system = SYSTEMS.find(({ mark }) => userAgent.includes(mark))?.name
  return [browser, system].filter(Boolean).join(' on ') || userAgent.slice(0, 60)
}
