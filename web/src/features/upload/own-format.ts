/** As much of a text as tells what it is. */
const HEAD_CHARACTERS = 4_000

/** The columns of our own CSV, without blanks, punctuation and capitals. */
const OWN_COLUMNS: ReadonlySet<string> = new Set([
  'ticker',
  'shares',
  'avgcost',
  'averagecost',
  'sector',
  'account',
  'currency',
  'kind',
  'statedprice',
  'statedon',
])

/**
 * True if a text is written in our own CSV or JSON format, by its header or its first object. Such a text is saved at
 * once if it is clean; every other one is read by the importers and reviewed first.
 */
export function isOwnFormat(text: string): boolean {
  const head = text
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\ufeff/, '')
    .trimStart()
  return head.startsWith('[') || head.startsWith('{') ? isOwnJson(head) : isOwnCsv(head)
}

function isOwnCsv(head: string): boolean {
  const lines = head.split(/\r\n|\r|\n/, 2)
  // What Excel writes above the header to name the separator.
  const header = (/^"?sep=/i.test(lines[0] ?? '') ? lines[1] : lines[0]) ?? ''
  const columns = header.split(/[,;\t]/).map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''))
  return columns.includes('ticker') && columns.includes('shares') && columns.every((column) => OWN_COLUMNS.has(column))
}

/** A list without an object yet is ours, too: what is wrong with it is told best by the one who knows how it should be. */
function isOwnJson(head: string): boolean {
  const keys = [...head.matchAll(/"([^"\\]{1,40})"\s*:/g)].map(([, key]) => key?.toLowerCase())
  return keys.length === 0 || (keys.includes('ticker') && keys.includes('shares'))
}
