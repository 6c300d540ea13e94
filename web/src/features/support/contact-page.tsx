import type { User } from '@ballast/contract'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Article } from '../../components/article.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { ContactForm } from './contact-form.tsx'

interface ContactPageProps {
  /** `null` when the operator named none. */
  supportEmail: string | null
  /** `null` for a visitor. */
  user: User | null
  loginUrl: string
}

/** How to reach whoever runs this installation. */
export function ContactPage({ supportEmail, user, loginUrl }: ContactPageProps) {
  return (
    <Article
      title="Contact"
      lead="This page reaches the person who installed Ballast and runs it, not the authors of the software."
    >
      <div className="mt-8">{toContent({ supportEmail, user, loginUrl })}</div>
    </Article>
  )
}

function toContent({ supportEmail, user, loginUrl }: ContactPageProps): ReactNode {
  if (supportEmail === null) {
    return (
      <Card>
        <EmptyState
          icon={Mail}
          title="No contact address"
          text="The operator has not named a contact. Ask the person who gave you this address."
        />
      </Card>
    )
  }
  const address = (
    <a href={`mailto:${supportEmail}`} className="text-primary underline">
      {supportEmail}
    </a>
  )
  if (!user) {
    return (
      <Card>
        <EmptyState
          icon={Mail}
          title="Sign in to write to us here"
          text={<>Or send an e-mail to {address}.</>}
          actions={
            <Button asChild variant="primary">
              <a href={loginUrl}>Sign In</a>
            </Button>
          }
        />
      </Card>
    )
  }
  return <ContactForm user={user} address={address} />
}
