import type { Schema } from './registry.ts'

/** Every schema that the runner knows; add yours here. */
export const SCHEMAS: readonly Schema[] = []
