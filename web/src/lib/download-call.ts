import type { Call } from '@ballast/contract'
import { sendCall } from './call-api.ts'
import { downloadFile } from './download.ts'

/**
 * Hands the file that a call answers to the browser's downloads. By script rather than by link, so that a failure is told
 * on the page and a POST can be a download as well.
 *
 * @throws ApiError for an answer that is not 2xx
 */
export async function downloadCall(
  call: Call,
  input: { params?: unknown; query?: unknown; body?: unknown },
  name: string,
): Promise<void> {
  const response = await sendCall(call, input, 'text/csv')
  downloadFile(name, await response.blob())
}
