import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names, leaving out what is false. Of two classes for one property the stylesheet decides, not their order
 * here: a component offers a prop for what callers may change.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
