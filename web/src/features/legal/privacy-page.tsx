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
            so that an upload can be undone. Of an image nothing is kept once it has been read: reading happens on this
            server. Of other files the review is kept for 24 hours, and account numbers are cut to their last digits
            before anything is stored.
          </li>
          <li>
            <strong>Plan and payments</strong>: the state of your subscription, what you bought, when and for how much,
            every movement of your tokens, and your customer number at the payment provider. Never a card number: it is
            typed at the provider and does not reach this server.
          </li>
          <li>
            <strong>Analyses that tokens paid for</strong>: what was asked and what came out, so that a lost connection
            costs nothing twice.
          </li>
          <li>
            <strong>What you write to support</strong>, with your e-mail address, so that it can be answered.
          </li>
          <li>
            <strong>Sessions</strong>: when and with which browser you signed in, so that you can end a session
            elsewhere.
          </li>
          <li>
            <strong>Access tokens</strong> that you make for your own assistant: their names, what they may do, when
            they end and the day of their last use. Of the token itself only a hash is kept.
          </li>
          <li>
            <strong>Reports behind links</strong> that you make: the figures of the report, until the link ends or you
            revoke it. Whoever has the link can read them. Of the link itself only a hash is kept.
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
            A market data provider, where one is connected, is asked for tickers, for the names you search for and for
            option chains. It does not learn who holds them or how many. A simulated market asks nobody.
          </li>
          <li>
            The payment provider, Stripe, learns your name, your e-mail address and what you buy, once you open a
            checkout. In the billing sandbox of an own machine nobody learns anything.
          </li>
          <li>
            A language model, where one is connected, explains analyses that you ask for. It gets computed figures with
            the tickers and weights they are of, our own drafts, and what you type into the prompt, without e-mail
            addresses. It does not get your name, your e-mail address or the names of your portfolios.
          </li>
          <li>
            The same model gets a screenshot only when you tick the box beside it, for that upload alone: the picture
            with everything that can be seen in it, without its file name and without your name or e-mail address.
          </li>
          <li>
            An assistant that you give an access token reads what you allowed, and so does whoever runs its model.
            Without a token of yours no assistant learns anything.
          </li>
          <li>
            Admins of this installation can find you by name or e-mail, see your plan and the movements of your tokens,
            and give you tokens. Each look at a ledger and each gift is written to a log. Portfolios are not shown to
            them.
          </li>
        </ul>
        <p>Nothing is sold, and nothing is sent anywhere for analysis of your behaviour.</p>
      </ArticleSection>
      <ArticleSection title="How long, and how it goes away">
        <p>
          Data stays until you delete it. The account page exports everything as one file, signs you out everywhere, and
          deletes the account with all that belongs to it, at once; a running subscription is ended first. Payments stay
          in the operator’s books without your name, as bookkeeping demands. If you ever had a subscription, a keyed
          hash of your sign-in stays, so that a trial is granted once; it does not tell who you were. Copies in the
          operator’s backups go when those are replaced.
        </p>
      </ArticleSection>
    </Article>
  )
}
