import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toUserMessage } from '../lib/to-user-message.ts'
import { Button } from './ui/button.tsx'
import { showError } from './ui/toast.tsx'

interface SaveButtonProps {
  /** Loads and saves the file. */
  save: () => Promise<void>
  failure?: string
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** Saves a file that has to be fetched first, and says when that failed. */
export function SaveButton({ save, failure = 'Not saved', children, ...looks }: SaveButtonProps) {
  const [saving, setSaving] = useState(false)
  const onClick = async () => {
    setSaving(true)
    try {
      await save()
    } catch (error) {
      showError({ title: failure, description: toUserMessage(error, 'The server could not be reached. Try again.') })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button size="sm" busy={saving} onClick={() => void onClick()} {...looks}>
      <Download aria-hidden="true" />
      {children}
    </Button>
  )
}
