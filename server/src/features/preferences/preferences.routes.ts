// Tests: preferences.test.ts

import { getPreferences, updatePreferences } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { changePreferences, findPreferences } from '../../accounts/preferences.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'

export function registerPreferenceRoutes(app: FastifyInstance, dependencies: { db: Database; clock: Clock }): void {
  mount(app, getPreferences, ({ user }) => findPreferences(dependencies, user.id))
  mount(app, updatePreferences, ({ user, body }) => changePreferences(dependencies, user.id, body))
}
