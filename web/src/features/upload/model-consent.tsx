import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { imageModelQuery } from './upload.queries.ts'

interface ModelConsentProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled: boolean
}

/** Asks, for the images that are chosen now, whether a language model may look at them; nothing where there is none. */
export function ModelConsent({ checked, onCheckedChange, disabled }: ModelConsentProps) {
  const { data } = useQuery(imageModelQuery)
  if (!data?.model) return null
  const { name, host } = data.model
  return (
    <div className="grid gap-1 rounded-tile border p-3">
      <Checkbox
        label={`Let ${name} look at these images too`}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
      />
      <p className="text-label text-muted-foreground">
        {checked
          ? `The whole pictures go to ${host}, with everything that can be seen in them. File names and your account do not. A value that it reads counts as sure only where it is proven.`
          : 'Without it, images are read on this server and go nowhere else.'}
      </p>
    </div>
  )
}
