import type { User } from '@ballast/contract'
import { useState } from 'react'
import { toInitials } from '../../lib/current-user.ts'

/** The user's picture, or their initials when there is none or it does not load. Decorative: the name stands beside it. */
export function Avatar({ user, size = 34 }: { user: User; size?: 34 | 36 }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const url = user.profileImageUrl === failedUrl ? null : user.profileImageUrl
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-label text-primary tint-primary"
      style={{ width: size, height: size }}
    >
      {url ? (
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setFailedUrl(url)}
        />
      ) : (
        toInitials(user)
      )}
    </span>
  )
}
