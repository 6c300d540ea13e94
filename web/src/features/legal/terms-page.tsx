import { PAST_DUE_GRACE_DAYS, PLAN_COPY, PLANS } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Article, ArticleSection } from '../../components/article.tsx'

export function TermsPage() {
  return (
    <Article
      title="Terms of use"
      lead="Ballast is software. The person who installed it and runs it for you is the operator. These terms say what the software does and does not do, and what you agree to by using it."
    >
      <ArticleSection title="What Ballast is">
        <p>
          Ballast values the positions you enter, measures their risk and shows how it gets each figure. It holds no
          money, places no orders and is connected to no broker. Figures may come from a simulated market; a banner says
          so on every page when they do.
        </p>
      </ArticleSection>
      <ArticleSection title="No advice">
        <p>
          Nothing here is investment, tax or legal advice, and nothing is an offer to buy or sell. You decide, and you
          bear the result. Read the <Link to="/risk-disclosure">risk disclosure</Link> before you act on a figure.
        </p>
      </ArticleSection>
      <ArticleSection title="Your account and your data">
        <ul className="grid gap-2">
          <li>You sign in through a provider that the operator chose. Keep that account safe.</li>
          <li>Your uploads stay yours. You can export or delete all of them on the account page.</li>
          <li>Upload only what you may: your own positions, or those of people who agreed.</li>
        </ul>
      </ArticleSection>
      <ArticleSection title="Fair use">
        <p>
          Do not try to reach other people’s data, to overload the service, or to sell its market data. The operator is
          bound by the terms of those who supply the data. Requests are limited for each user.
        </p>
      </ArticleSection>
      <ArticleSection title="The software and its licence">
        <p>
          Ballast is open-source software under the MIT licence. It is provided “as is”, without warranty of any kind,
          express or implied. Its authors are not liable for any claim or damage that arises from it or its use.
        </p>
      </ArticleSection>
      <ArticleSection id="plans" title="Paid plans and tokens">
        <p>
          You find what a plan contains and costs under <Link to="/pricing">Pricing Plans</Link>, and again at the
          checkout before you confirm. You pay Stripe on its own pages; the billing portal has your receipts. In the
          billing sandbox on your own machine no money moves.
        </p>
        <ul className="grid gap-2">
          <li>
            {PLANS.pro.name} renews every month until you cancel. A trial, where one is offered, is granted once and
            turns into a paid month when it ends, unless you cancel before.
          </li>
          <li>{PLAN_COPY.afterCancelling}</li>
          <li>
            When a payment fails, {PLANS.pro.name} goes on for {PAST_DUE_GRACE_DAYS} days, so that you can mend it.
          </li>
          <li>
            {PLAN_COPY.tokens} {PLAN_COPY.monthlyTokens} {PLAN_COPY.purchasedTokens}
          </li>
          <li>
            A token pays for the computation, not for its success on the market. When the work fails, you get the token
            back without asking. Your token statement shows every movement.
          </li>
          <li>
            Bought tokens whose payment is refunded or disputed are taken back. Those that were spent already are made
            up for by the next purchase.
          </li>
          <li>Deleting your account ends the subscription at once; tokens that are left are lost.</li>
        </ul>
      </ArticleSection>
      <ArticleSection title="Changes">
        <p>The operator may change or end the service; export what you want to keep.</p>
      </ArticleSection>
    </Article>
  )
}
