// Tests: push-subscription.test.ts

import { registerServiceWorker } from '../../lib/service-worker.ts'
import type { NewChannel } from './inbox.queries.ts'

/** True if this browser can show notifications of a page that is closed. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/**
 * Asks for permission and subscribes this browser.
 *
 * @param key the server's public key, base64url
 * @returns a new channel, or why there is none, in words
 */
export async function subscribeToPush(key: string): Promise<NewChannel | { problem: string }> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') {
      return { problem: 'This browser does not allow notifications of this page. Allow them in its settings first.' }
    }
    await registerServiceWorker()
    const registration = await navigator.serviceWorker.ready
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint = '', keys = {} } = subscription.toJSON()
    return {
      type: 'push',
      endpoint,
      keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
      label: toBrowserName(navigator.userAgent),
    }
  } catch {
    return { problem: 'This browser could not subscribe to notifications. Try again, or use another channel.' }
  }
}

/** Firefox, Edge, Chrome or Safari, by which its owner tells one browser from another. */
export function toBrowserName(userAgent: string): string {
  const name = [
    ['Firefox', 'Firefox'],
    ['Edg/', 'Edge'],
    ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([mark = '']) => userAgent.includes(mark))?.[1]
  return name ?? 'Browser'
}
