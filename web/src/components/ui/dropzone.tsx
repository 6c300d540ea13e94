import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '../../lib/class-names.ts'
import { Button } from './button.tsx'

interface DropzoneProps {
  /** As the file input takes it: `.csv,.json,image/*`. */
  accept: string
  onFiles: (files: File[]) => void
  /** The kinds that are read, under the button. */
  hints: ReactNode
  disabled?: boolean
  className?: string
}

/** Takes files by drag and by button; both lead to the same call. */
export function Dropzone({ accept, onFiles, hints, disabled = false, className }: DropzoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const hintsId = useId()
  const [dragged, setDragged] = useState<string | undefined>(undefined)

  const onDrag = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDragged(describeDrag(event.dataTransfer))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragged(undefined)
    const files = [...event.dataTransfer.files]
    if (!disabled && files.length > 0) onFiles(files)
  }

  return (
    // Dragging is a convenience for the mouse; the button below does the same for everyone.
    // biome-ignore lint/a11y/noStaticElementInteractions: the zone is no control, it only receives a drop
    <div
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) =>
        !event.currentTarget.contains(event.relatedTarget as Node | null) && setDragged(undefined)
      }
      onDrop={onDrop}
      data-dragging={dragged !== undefined || undefined}
      className={cn(
        'flex min-h-[200px] flex-col items-center justify-center gap-1 rounded-card border border-input border-dashed bg-background p-5 text-center transition-colors duration-120 data-dragging:border-primary data-dragging:tint-primary',
        className,
      )}
    >
      <span className="mb-2 grid size-10 place-items-center rounded-tile bg-muted text-muted-foreground">
        <Upload aria-hidden="true" className="size-5" />
      </span>
      <p className="font-medium text-title pointer-coarse:hidden">{dragged ?? 'Drop files here'}</p>
      <p className="text-body text-muted-foreground pointer-coarse:hidden">or choose them from your computer</p>
      {/* Nothing is dragged with a thumb. */}
      <p className="hidden font-medium text-title pointer-coarse:block">Choose files or screenshots</p>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        disabled={disabled}
        tabIndex={-1}
        aria-label="Files"
        aria-describedby={hintsId}
        className="hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Choosing the same file twice in a row must count as a choice.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        size="sm"
        className="mt-2"
        disabled={disabled}
        aria-describedby={hintsId}
        onClick={() => input.current?.click()}
      >
        Browse Files
      </Button>
      <div
        id={hintsId}
        className="mt-3 flex flex-wrap justify-center gap-x-4 gap-y-1 text-label text-subtle-foreground"
      >
        {hints}
      </div>
    </div>
  )
}

/** `Drop to add 3 images`: how many are over the zone; browsers tell the kinds before the drop, but no names. */
function describeDrag(transfer: DataTransfer): string {
  const files = [...transfer.items].filter((item) => item.kind === 'file')
  const noun = files.length > 0 && files.every((item) => item.type.startsWith('image/')) ? 'image' : 'file'
  const count = Math.max(1, files.length)
  return `Drop to add ${count} ${count === 1 ? noun : `${noun}s`}`
}
