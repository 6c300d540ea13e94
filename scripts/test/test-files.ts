import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'

/** Test files by the suite that runs them, as paths below the repository's root. */
export interface TestFiles {
  unit: string[]
  shared: string[]
  process: string[]
  browser: string[]
}

/** Finds the test files whose path holds one of the parts. */
export function findTestFiles(parts: readonly string[]): TestFiles {
  const list = (patterns: string[], exclude: string[] = []) =>
    globSync(patterns, { cwd: ROOT, exclude })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => parts.some((part) => file.includes(part)))
      .sort()
  return {
    unit: list(['{packages/*,server,web}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], ['**/*.shared.test.ts']),
    shared: list(['{packages/*,server}/src/**/*.shared.test.ts']),
    process: list(['e2e/process*/**/*.test.ts']),
    browser: list(['e2e/*.e2e.ts']),
  }
}

/** Finds the unit and HTTP test files that hold a test with this tag, so that others need not be loaded. */
export const findTaggedFiles = (tag: string) => findFilesWith(new RegExp(`tags: .*'${tag}'|@module-tag ${tag}\\b`))

/** Finds the test files that open a database. For all others it makes no difference which engine there is. */
export const findDatabaseFiles = () => findFilesWith(/\bcreate(?:TestApp|TestDatabase|ModelBench)\(/)

function findFilesWith(mark: RegExp): string[] {
  return findTestFiles(['']).unit.filter((file) => mark.test(readFileSync(path.join(ROOT, file), 'utf8')))
}
