// Tests: upload-card.test.tsx

import type { StreamStep } from '@ballast/contract'
import { Check, ImageIcon, RotateCw, TriangleAlert, X } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Progress } from '../../components/ui/progress.tsx'
import { cn } from '../../lib/class-names.ts'
import { type ImageProgress, toImageProgress } from './image-steps.ts'

interface ImageListProps {
  images: readonly File[]
  steps: readonly StreamStep[]
  isRunning: boolean
  /** Outcome of each image, once all are read. */
  outcomes: readonly (string | undefined)[] | undefined
  onRemove: (image: File) => void
  /** Reads the images again after one has failed. */
  onRetry: () => void
}

/** The images that were chosen, by name, and how far the reading of each is. */
export function ImageList({ images, steps, isRunning, outcomes, onRemove, onRetry }: ImageListProps) {
  return (
    <ul aria-label="Images" className="grid grid-cols-1 border-t">
      {images.map((image, index) => {
        const reported = toImageProgress(steps, index, image.name)
        // What was not finished when the reading was cancelled is not waiting for anything any more.
        const progress = isRunning || reported?.state === 'done' || reported?.state === 'failed' ? reported : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two images may bear one name
          <li key={index} className="flex items-center gap-3 border-b py-2.5">
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-muted text-muted-foreground">
              <ImageIcon aria-hidden="true" className="size-4" />
            </span>
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
              <p className="flex items-baseline justify-between gap-3">
                <span className="truncate font-medium text-body">{image.name}</span>
                <ImageState progress={progress} outcome={outcomes?.[index]} isRunning={isRunning} />
              </p>
              {progress && progress.state !== 'failed' && (
                <Progress
                  label={`Reading ${image.name}`}
                  percent={progress.percent}
                  tone={progress.state === 'done' ? 'gain' : 'primary'}
                />
              )}
              {progress?.state === 'failed' && <p className="text-destructive text-label">{progress.label}</p>}
            </div>
            {progress?.state === 'failed' && !isRunning ? (
              <Button variant="ghost" size="icon-sm" aria-label={`Read ${image.name} again`} onClick={onRetry}>
                <RotateCw aria-hidden="true" />
              </Button>
            ) : null}
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove ${image.name}`}
              disabled={isRunning}
              onClick={() => onRemove(image)}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

interface ImageStateProps {
  progress: ImageProgress | undefined
  outcome: string | undefined
  isRunning: boolean
}

function ImageState({ progress, outcome, isRunning }: ImageStateProps) {
  if (!progress && !isRunning) return null
  const { state, label } = progress ?? { state: 'waiting', label: 'Sending' }
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center gap-1.5 text-label tabular',
        state === 'done' ? 'text-gain' : state === 'failed' ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      {state === 'done' && <Check aria-hidden="true" className="size-3.5" />}
      {state === 'failed' && <TriangleAlert aria-hidden="true" className="size-3.5" />}
      {state === 'failed' ? 'Not read' : state === 'done' ? (outcome ?? label) : label}
    </span>
  )
}
