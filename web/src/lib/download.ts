/** Hands a file that was made here to the browser's downloads. */
export function downloadFile(name: string, content: Blob | string, type = 'text/csv;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has started the download by the next task; the address is not needed any more.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
