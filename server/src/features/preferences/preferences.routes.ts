// Tests: preferences.test.ts

import { getPreferences, updatePreferences } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { changePreferences, findPreferences } from '../../accounts/preferences.ts'
import { mount } from '../../http/mount.ts'
import type { Parts } from '../../parts.ts'

export function registerPreferenceRoutes(app: FastifyInstance, dependencies: Pick<Parts, 'db' | 'clock'>): void {
  mount(app, getPreferences, ({ user }) => findPreferences(dependencies, user.id))
  mount(app, updatePreferences, ({ user, body }) => changePreferences(dependencies, user.id, body))
}
