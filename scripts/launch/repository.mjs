import { fileURLToPath } from 'node:url'

/** Absolute path of the repository's root, wherever the command was called from. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
