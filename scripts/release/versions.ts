/** `0.2.0` of `0.1.0` and `minor`; a version that is written out must be newer. */
export function toNextVersion(current: string, wanted: string): string {
  const [major = 0, minor = 0, patch = 0] = toNumbers(current)
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  if (!isNewer(toNumbers(wanted), [major, minor, patch])) throw new Error(`${wanted} is not newer than ${current}.`)
  return wanted
}

function toNumbers(version: string): number[] {
  if (!/^\d{1,6}(?:\.\d{1,6}){2}$/.test(version))
    throw new Error(`"${version}" is no version. Say major, minor, patch or a version such as 1.2.3.`)
  return version.split('.').map(Number)
}

function isNewer(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((number, index) => number !== other[index])
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0)
}

const HEADING = /^## (.+)$/m

/**
 * Reads the part of the change log under a heading, without it.
 *
 * @throws Error when there is no such heading, or nothing under it
 */
export function readNotes(changeLog: string, heading: string): string {
  const [, ...parts] = changeLog.split(/^(?=## )/m)
  const part = parts.find((text) => HEADING.exec(text)?.[1]?.split(' ')[0] === heading)
  const notes = part?.replace(HEADING, '').trim()
  if (!notes) throw new Error(`CHANGELOG.md says nothing under "## ${heading}". Write there what changed for users.`)
  return notes
}

/** The change log with what was unreleased under the version and its day, and an empty heading for what comes next. */
export function closeChangeLog(changeLog: string, version: string, day: string): string {
  return changeLog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${day})\n`)
}

/** A text with the version wherever it names one of an image or a bundle: `ballast:0.1.0`, `ballast-0.1.0-linux-x64`. */
export function setNamedVersions(text: string, version: string): string {
  return text.replaceAll(/\bballast([:-])\d{1,6}(?:\.\d{1,6}){2}\b/g, `ballast$1${version}`)
}

type Json = { [name: string]: unknown }

/**
 * A manifest, or a lock, with the new version wherever a package of this repository is named with the old one.
 *
 * @param text JSON with two spaces of indentation
 */
export function setVersion(text: string, from: string, to: string): string {
  const isOwn = (name: unknown) => name === 'ballast' || (typeof name === 'string' && name.startsWith('@ballast/'))
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const owner = value as Json
    return Object.fromEntries(
      Object.entries(owner).map(([name, inner]) => {
        const isOwnVersion = name === 'version' && isOwn(owner.name)
        return [name, inner === from && (isOwnVersion || isOwn(name)) ? to : visit(inner)]
      }),
    )
  }
  return `${JSON.stringify(visit(JSON.parse(text)), null, 2)}\n`
}
