/**
 * Exports and pasted texts in the manner of those that people bring, written by somebody who had not seen the reading; all
 * holdings are invented. In `fixtures/samples/*.txt` each is `=== name | format`, the text, `---`, and a line for each position:
 * ticker, shares, cost per share, currency and `?` where the person is asked to look.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Sample {
  name: string
  format: string
  text: string
  positions: string[]
}

/** The samples of one file, in their order. */
export const listSamples = (file: string): Sample[] =>
  readFileSync(join(import.meta.dirname, '../../fixtures/samples', file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n')
      const [name = '', format = ''] = head.split(' | ')
      const end = lines.lastIndexOf('---')
      const positions = lines.slice(end + 1).filter((line) => line !== '')
      return { name, format, text: lines.slice(0, end).join('\n'), positions }
    })
