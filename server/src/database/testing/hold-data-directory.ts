// A program that takes a folder and holds it until it is ended, or says why it was refused.
import { lockDataDirectory } from '../data-directory-lock.ts'

try {
  await lockDataDirectory(process.argv[2] ?? '')
  console.log('held')
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
}
