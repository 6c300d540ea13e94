import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The names are those of styles/theme.css. Without them the merge takes `text-h1` for a colour and drops it.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: [
        'display',
        'display-phone',
        'section',
        'section-phone',
        'hero',
        'h1',
        'h1-phone',
        'recommendation',
        'stat',
        'small-stat',
        'lead',
        'title',
        'body',
        'table',
        'label',
        'caption',
        'axis',
        'bottom-bar',
      ],
      radius: ['badge', 'control', 'tile', 'card', 'dialog'],
      shadow: ['card', 'popover', 'dialog'],
    },
  },
})

/** Joins class names; of two that set the same property the later one wins, so that a caller can override a default. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
