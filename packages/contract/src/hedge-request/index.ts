export { nameHoldings } from './name-holdings.ts'
export { readNumber, readOneNumber } from './read-number.ts'
export { mergeChips, type RequestChip, type RequestReading, readRequest } from './read-request.ts'
export type { RequestFields } from './templates.ts'
