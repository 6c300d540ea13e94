import type { NotificationSettings } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useSaveSettings } from './inbox.queries.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const USUAL_NIGHT = { from: 22, to: 7 }

/** Where this browser is; its name for UTC is not in its own list. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Time zone, quiet hours and the weekly digest. Each change takes effect at once. */
export function SettingsCard({ settings, isPro }: { settings: NotificationSettings; isPro: boolean }) {
  const save = useSaveSettings()
  const shown = save.isPending ? save.variables : settings
  const { timeZone, quietHours, weeklyDigest } = shown
  const change = (changes: Partial<NotificationSettings>) => save.mutate({ ...shown, ...changes })
  const zones = [...new Set([timeZone, ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Card title="When to tell you" description="Quiet hours put off e-mail and browser notifications, not webhooks">
      <div className="grid gap-5">
        <Field label="Time zone" className="sm:max-w-72">
          <Select value={timeZone} onChange={({ target }) => change({ timeZone: target.value })}>
            <Options of={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])} />
          </Select>
        </Field>
        <div className="grid gap-3">
          <Switch
            label="Quiet hours"
            checked={quietHours !== null}
            onCheckedChange={(isOn) => change({ quietHours: isOn ? USUAL_NIGHT : null })}
          />
          {quietHours && (
            <div className="flex flex-wrap gap-4">
              <HourChoice
                label="From"
                value={quietHours.from}
                excluded={quietHours.to}
                onChange={(from) => change({ quietHours: { ...quietHours, from } })}
              />
              <HourChoice
                label="To"
                value={quietHours.to}
                excluded={quietHours.from}
                onChange={(to) => change({ quietHours: { ...quietHours, to } })}
              />
            </div>
          )}
        </div>
        <div className="grid gap-1">
          <Switch
            label="Weekly digest"
            checked={weeklyDigest}
            disabled={!isPro && !weeklyDigest}
            onCheckedChange={(isOn) => change({ weeklyDigest: isOn })}
          />
          <p className="text-[13px] text-muted-foreground leading-[18px]">
            {isPro
              ? 'Monday at 8:00: what was checked, even if nothing happened.'
              : 'The digest is part of PRO, as the checks are.'}
          </p>
        </div>
        <FailureText>{save.error && toUserMessage(save.error, 'Failed to save your settings')}</FailureText>
      </div>
    </Card>
  )
}

interface HourChoiceProps {
  label: string
  value: number
  /** The other end, which would make a night without length. */
  excluded: number
  onChange: (hour: number) => void
}

function HourChoice({ label, value, excluded, onChange }: HourChoiceProps) {
  return (
    <Field label={label} className="w-28">
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        <Options
          of={HOURS.filter((hour) => hour !== excluded).map((hour) => [hour, `${String(hour).padStart(2, '0')}:00`])}
        />
      </Select>
    </Field>
  )
}
