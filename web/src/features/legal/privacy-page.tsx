import { Article, ArticleSection } from '../../components/article.tsx'

export function PrivacyPage() {
  return (
    <Article
      title="Privacy"
      lead="The person who installed Ballast runs it and is responsible for the data in it. This page says what the software stores, where, and how to delete it."
    >
      <ArticleSection title="What is stored">
        <ul className="grid gap-2">
          <li>
            <strong>Who you are</strong>: the name, e-mail address and picture address that your identity provider sends
            when you sign in. Never a password.
          </li>
          <li>
            <strong>Your uploads</strong>: the names of your portfolios, their positions, and the upload that each one
            came from, so that you can undo it. Images are read on this server and not kept. The review of any other
            file is kept for 24 hours. Account numbers are cut to their last digits before we store them.
          </li>
          <li>
            <strong>Plan and payments</strong>: the state of your plan, what you bought, when and for how much. We also
            keep your token statement and a number by which Stripe knows you. We never see a card number: you type it at
            Stripe.
          </li>
          <li>
            <strong>Analyses that tokens paid for</strong>: what was asked and what came out, so that a lost connection
            costs nothing twice.
          </li>
          <li>
            <strong>Your messages to support</strong>, with your e-mail address, so that we can answer.
          </li>
          <li>
            <strong>Sessions</strong>: when and with which browser you signed in, so that you can end a session
            elsewhere.
          </li>
          <li>
            <strong>Access tokens</strong> that you make for your own assistant: their names, what they may do, when
            they end and the day of their last use. We keep only a hash of the token itself.
          </li>
          <li>
            <strong>Reports behind links</strong> that you make: the figures of the report, until the link ends or you
            revoke it. Anyone who has the link can read them. We keep only a hash of the link itself.
          </li>
          <li>
            <strong>Preferences</strong>: hints you dismissed and how you like to see things.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection title="In your browser">
        <p>
          One cookie keeps you signed in; scripts cannot read it. The browser also remembers the theme and the portfolio
          you looked at last. There are no advertising or tracking cookies, and fonts and scripts come from this site
          alone.
        </p>
      </ArticleSection>
      <ArticleSection title="Who else learns something">
        <ul className="grid gap-2">
          <li>The identity provider learns that you sign in here.</li>
          <li>
            A market data provider, if one is connected, gets tickers and the names you search for. It does not learn
            who holds them or how many. A simulated market asks nobody.
          </li>
          <li>
            The payment provider, Stripe, learns your name, your e-mail address and what you buy, once you open a
            checkout. In the billing sandbox of an own machine nobody learns anything.
          </li>
          <li>
            A language model, where one is connected, explains analyses that you ask for. It gets computed figures with
            their tickers and weights, our own drafts, and your prompt without any e-mail addresses. It does not get
            your name, your e-mail address or the names of your portfolios.
          </li>
          <li>
            The same model gets a screenshot only when you tick the box next to it, and only for that upload. It then
            gets the whole picture, but not the file name, your name or your e-mail address.
          </li>
          <li>
            An assistant with your access token reads what you allowed, and so does the company that runs its model.
            Without your token, an assistant learns nothing.
          </li>
          <li>
            Admins can find you by name or e-mail. They see your plan and your token statement, and they can give you
            tokens. Each look at a ledger and each gift is written to a log. Portfolios are not shown to them.
          </li>
        </ul>
        <p>We sell nothing, and we send nothing to anyone who studies how people behave.</p>
      </ArticleSection>
      <ArticleSection title="How long, and how it goes away">
        <p>
          Data stays until you delete it. On the account page you can export it as one file, sign out everywhere, and
          delete your account with all data. If you have a subscription, it ends first. Payments stay in the operator’s
          books without your name, as bookkeeping demands. If you ever had a subscription, a keyed hash of your sign-in
          stays, so that a trial is granted once; it does not tell who you were. Copies in the operator’s backups go
          when those are replaced.
        </p>
      </ArticleSection>
    </Article>
  )
}
