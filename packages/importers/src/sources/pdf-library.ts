// Tests: ../pdf-source.test.ts

import { registerHooks } from 'node:module'
import path from 'node:path'

type Library = typeof import('pdfjs-dist/legacy/build/pdf.mjs')

const CANVAS = '@napi-rs/canvas'
/** Ending of this file: sources here, compiled in the published package. */
const ENDING = path.extname(import.meta.url)
const NOTHING_TO_DRAW_ON = new URL(`./no-canvas${ENDING}`, import.meta.url).href
let library: Promise<Library> | undefined

/**
 * The library that reads PDFs. It would load 35 MB of native code for drawing pages, which nothing here does: the lock leaves
 * that package out, and the library is given classes that draw nothing.
 */
export function loadPdfLibrary(): Promise<Library> {
  library ??= importWithoutCanvas()
  return library
}

async function importWithoutCanvas(): Promise<Library> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === CANVAS
        ? { url: NOTHING_TO_DRAW_ON, format: ENDING === '.ts' ? 'module-typescript' : 'module', shortCircuit: true }
        : next(name, context),
  })
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } finally {
    hooks.deregister()
  }
}
