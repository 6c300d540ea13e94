import { getNotifications, type NotificationSettings, updateNotificationSettings } from '@ballast/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { SettingsCard } from './settings-card.tsx'

const SETTINGS: NotificationSettings = { timeZone: 'UTC', quietHours: null, weeklyDigest: false }
const SAVE = `${updateNotificationSettings.method} ${updateNotificationSettings.path}`

test('a second change is sent when the first has arrived, so that the last one stays', async () => {
  const arrived: (() => void)[] = []
  const { sent } = renderScreen(<SettingsCard settings={SETTINGS} isPro />, {
    [SAVE]: (body: unknown) => new Promise((resolve) => arrived.push(() => resolve(body))),
    [`${getNotifications.method} ${getNotifications.path}`]: {},
  })
  fireEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }))
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '23' } })
  await expect.poll(() => screen.getByLabelText<HTMLSelectElement>('From').value).toBe('23')
  expect(sent.filter(({ call }) => call === SAVE)).toEqual([
    { call: SAVE, body: { ...SETTINGS, quietHours: { from: 22, to: 7 } } },
  ])

  arrived[0]?.()
  await expect.poll(() => arrived.length).toBe(2)
  expect(sent.filter(({ call }) => call === SAVE).at(-1)?.body).toEqual({
    ...SETTINGS,
    quietHours: { from: 23, to: 7 },
  })
  arrived[1]?.()
})
