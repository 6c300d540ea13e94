import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '../launch/repository.mjs'

export interface SourceFile {
  /** Path from the repository's root, with `/`. */
  path: string
  text: string
  /** Imports of the file: a path from the root for its own files, else the package's name as written. */
  imports: readonly string[]
}

const LEFT_OUT = /(^|\/)(node_modules|dist|migrations|reference|coverage)\/|\.gen\.ts$/

/** Every TypeScript file below a folder of the repository, made files aside. */
export function listSourceFiles(folder: string): SourceFile[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file))
    .sort()
    .map(toSourceFile)
}

function toSourceFile(file: string): SourceFile {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => toTarget(file, fileName))
  return { path: file, text, imports }
}

function toTarget(importer: string, asWritten: string): string {
  // What follows a `?` tells the bundler how to take the file, as in `./reader.ts?worker&url`.
  const specifier = asWritten.replace(/\?.*$/, '')
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(importer), specifier) : specifier
}

/** True for tests and for what only tests use. */
export function isTestFile(file: string): boolean {
  return /\.test\.tsx?$|\/test(ing)?\/|\/test-[a-z-]+\.tsx?$|[/-]arbitraries\.ts$/.test(file)
}
