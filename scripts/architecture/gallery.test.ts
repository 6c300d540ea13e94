import { expect, test } from 'vitest'
import { listSourceFiles, type SourceFile } from './source-files.ts'

/** Files that the given ones import, and so on. */
function listReached(from: readonly SourceFile[], files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const visit = (file: SourceFile | undefined) => {
    if (!file || reached.has(file.path)) return
    reached.add(file.path)
    for (const target of file.imports) visit(byPath.get(target))
  }
  for (const file of from) visit(file)
  return reached
}

test('every component stands in the gallery', () => {
  const sources = [...listSourceFiles('web/gallery'), ...listSourceFiles('web/src')]
  const stories = sources.filter(({ path }) => path.endsWith('.story.tsx'))
  const reached = listReached(stories, sources)
  const components = sources.filter(({ path }) => /^web\/src\/components\/.*(?<!\.test)\.tsx$/.test(path))
  expect(stories.length).toBeGreaterThan(0)
  expect(components.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
})
