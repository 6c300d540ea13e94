// Tests: controls.test.tsx

import { X } from 'lucide-react'
import { AlertDialog as RadixAlertDialog, Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cn } from '../../lib/class-names.ts'
import { Button } from './button.tsx'

const overlayStyles = 'fixed inset-0 z-50 bg-background/70 data-[state=open]:animate-appear'
const surfaceStyles = 'fixed z-50 overflow-y-auto border bg-popover p-5 shadow-dialog'
const panelStyles = `${surfaceStyles} top-1/2 left-1/2 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 rounded-dialog`
const sheetStyles = `${surfaceStyles} inset-x-0 bottom-0 max-h-[92dvh] rounded-t-dialog data-[state=open]:animate-appear sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-[600px] sm:max-w-[calc(100vw-48px)] sm:rounded-none sm:rounded-l-dialog`

/** Remembers what had the focus when a dialog opened, and gives it back: the library knows only buttons of its own. */
function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    remember: () => {
      opener.current = document.activeElement
    },
    giveBack: (event: Event) => {
      if (!(opener.current instanceof HTMLElement)) return
      event.preventDefault()
      opener.current.focus({ preventScroll: true })
    },
  }
}

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** `sheet` is for something to study: the height of the window at its right, from below on a phone, with a close button. */
  layout?: 'panel' | 'sheet'
  className?: string
  children: ReactNode
}

/**
 * A task in front of the page: it keeps the focus inside and gives it back when it closes. It begins at the element with
 * `data-initial-focus`, else at the first that takes the focus.
 */
export function Dialog({ open, onOpenChange, title, description, layout = 'panel', className, children }: DialogProps) {
  const opener = useOpener()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayStyles} />
        <RadixDialog.Content
          className={cn(layout === 'sheet' ? sheetStyles : panelStyles, className)}
          onOpenAutoFocus={(event) => {
            opener.remember()
            const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-initial-focus]')
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onKeyDown={(event) => {
            // The library hears Escape again only some time after a popover inside has closed.
            if (event.key === 'Escape' && !event.defaultPrevented) onOpenChange(false)
          }}
          onCloseAutoFocus={opener.giveBack}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          {layout === 'sheet' && (
            <RadixDialog.Close asChild>
              <Button variant="ghost" size="icon-sm" className="absolute top-3.5 right-3.5" aria-label="Close">
                <X aria-hidden="true" />
              </Button>
            </RadixDialog.Close>
          )}
          <RadixDialog.Title className={cn('text-title', layout === 'sheet' && 'pr-10')}>{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description
              className={cn('mt-1 text-body text-muted-foreground', layout === 'sheet' && 'pr-10')}
            >
              {description}
            </RadixDialog.Description>
          )}
          <div className="mt-4">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question: "Delete Core Growth?" */
  title: ReactNode
  /** Says what will be lost and what stays. */
  description: ReactNode
  /** The verb: "Delete". */
  confirmLabel: string
  busyLabel?: string
  busy?: boolean
  cancelLabel?: string
  /** The dialog stays open until the caller closes it, so that a failure can be told in place. */
  onConfirm: () => void
  /** An error or a field between the text and the buttons. */
  children?: ReactNode
}

/** Asks before something is lost. Neither Escape nor a click outside confirms; the focus goes back to where it was. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  busy = false,
  cancelLabel = 'Cancel',
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const opener = useOpener()
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={overlayStyles} />
        <RadixAlertDialog.Content
          className={panelStyles}
          onOpenAutoFocus={opener.remember}
          onCloseAutoFocus={opener.giveBack}
        >
          <RadixAlertDialog.Title className="text-title">{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-1 text-body text-muted-foreground">
            {description}
          </RadixAlertDialog.Description>
          {children && <div className="mt-4 empty:hidden">{children}</div>}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <RadixAlertDialog.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </RadixAlertDialog.Cancel>
            <Button variant="destructive" busy={busy} {...(busyLabel && { busyLabel })} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  )
}
