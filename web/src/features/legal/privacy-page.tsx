import { Article, ArticleSection } from '../../components/article.tsx'

export function PrivacyPage() {
  return (
    <Article
      title="Privacy"
      lead="Whoever installed Ballast runs it and is responsible for the data in it. This page says what the software stores, where, and how it goes away."
    >
      <ArticleSection title="What is stored">
        <ul className="grid gap-2">
          <li>
            <strong>Who you are</strong>: the name, e-mail address and picture address that your identity provider sends
            when you sign in. Never a password.
          </li>
          <li>
            <strong>What you upload</strong>: portfolio names and positions, and which upload each position came from,
            so that an upload can be undone.
          </li>
          <li>
            <strong>Sessions</strong>: when and with which browser you signed in, so that you can end a session
            elsewhere.
          </li>
          <li>
            <strong>Preferences</strong>: hints you dismissed and how you like to see things.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection title="In your browser">
        <p>
          One cookie keeps you signed in; scripts cannot read it. Besides it the browser remembers the theme and the
          portfolio you looked at last. There are no advertising or tracking cookies, and fonts and scripts come from
          this site alone.
        </p>
      </ArticleSection>
      <ArticleSection title="Who else learns something">
        <ul className="grid gap-2">
          <li>The identity provider learns that you sign in here.</li>
          <li>
            A market data provider, where one is connected, is asked for tickers. It does not learn who holds them or
            how many. A simulated market asks nobody.
          </li>
        </ul>
        <p>Nothing is sold, and nothing is sent anywhere for analysis of your behaviour.</p>
      </ArticleSection>
      <ArticleSection title="How long, and how it goes away">
        <p>
          Data stays until you delete it. The account page exports everything as one file, signs you out everywhere, and
          deletes the account with all that belongs to it, at once. Copies in the operator’s backups go when those are
          replaced.
        </p>
      </ArticleSection>
    </Article>
  )
}
