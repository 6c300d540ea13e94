import { Link } from '@tanstack/react-router'
import { Article, ArticleSection } from '../../components/article.tsx'

export function RiskDisclosurePage() {
  return (
    <Article
      title="Risk disclosure"
      lead="Investing can lose money, and so can hedging. What follows are the ways in which a figure on this site can mislead you."
    >
      <ArticleSection title="The past is one path">
        <p>
          Volatility, beta, drawdown and correlation are measured on past prices. They change, often in the moment in
          which they matter: holdings that moved apart for years fall together in a crisis. Past performance does not
          guarantee future results.
        </p>
      </ArticleSection>
      <ArticleSection title="Prices can be wrong, late or invented">
        <ul className="grid gap-2">
          <li>
            Prices come from a public source or from a simulated market. Every screen says when they are simulated;
            simulated figures describe no real security.
          </li>
          <li>Prices are up to five minutes old, older when the source fails; their age is shown.</li>
          <li>A position without a price is left out of values and risk, and the screen says which one it is.</li>
        </ul>
      </ArticleSection>
      <ArticleSection title="What was read from a file or an image">
        <p>
          Files of brokers and screenshots are read by software, which can mistake a figure or a ticker. Doubtful values
          are marked, and nothing is stored before you confirm it. What you confirm is what everything else is computed
          from, so look at it.
        </p>
      </ArticleSection>
      <ArticleSection title="Hindsight">
        <p>
          A portfolio of today, looked at over past years, was put together by someone who knew those years. It looks
          better than it would have been. Costs, taxes and spreads are not deducted.
        </p>
      </ArticleSection>
      <ArticleSection title="Options and leverage">
        <p>
          Options can expire without value. Selling them, borrowing and selling short can lose more than was paid in. A
          hedge costs its premium for sure and helps only if the fall comes in the way it was bought for. Values before
          expiry come from a pricing model and move with volatility; the quotes of thinly traded contracts can be far
          from what you would pay.
        </p>
      </ArticleSection>
      <ArticleSection title="Models">
        <p>
          Each figure follows a published formula, explained under{' '}
          <Link to="/backtest-transparency">how calculations work</Link>. A formula is a simplification. Every sentence
          of an analysis is written by Ballast; where a language model chose which of them are shown, that is said.
          Analyses from before, whose sentences a model wrote, are marked and can be wrong.
        </p>
        <p>Nothing here is investment advice. If you are not sure, ask someone who is licensed to give it.</p>
      </ArticleSection>
    </Article>
  )
}
