// Tests: ../../features/pricing/pricing-page.test.tsx

import { createLink } from '@tanstack/react-router'
import type { VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'
import { buttonStyles } from './button.tsx'

function ButtonAnchor({ variant, size, className, ...props }: ComponentProps<'a'> & VariantProps<typeof buttonStyles>) {
  return <a className={cn(buttonStyles({ variant, size }), className)} {...props} />
}

/** A link to a screen with the look of a button. */
export const ButtonLink = createLink(ButtonAnchor)
