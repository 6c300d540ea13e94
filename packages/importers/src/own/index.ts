export { importText } from './import-text.ts'
export { mergeLots } from './merge-lots.ts'
export { readPositionInput } from './position-reader.ts'
