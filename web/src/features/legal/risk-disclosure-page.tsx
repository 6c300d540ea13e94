import { Link } from '@tanstack/react-router'
import { Article, ArticleSection } from '../../components/article.tsx'

export function RiskDisclosurePage() {
  return (
    <Article
      title="Risk disclosure"
      lead="Investing can lose money, and so can hedging. Below are the ways in which a figure on this site can mislead you."
    >
      <ArticleSection title="The past is one path">
        <p>
          We measure risk on past prices: how much they swing, how far they fell, how they move together. These figures
          change, often just when they matter. Positions that moved apart for years can fall together in a crisis. Past
          performance does not guarantee future results.
        </p>
      </ArticleSection>
      <ArticleSection title="Prices can be wrong, late or invented">
        <ul className="grid gap-2">
          <li>
            Prices come from a public source or from a simulated market. Every screen says when they are simulated.
            Simulated figures describe no real share or fund.
          </li>
          <li>Prices are up to five minutes old, older when the source fails; their age is shown.</li>
          <li>A position without a price is left out of values and risk, and the screen says which one it is.</li>
        </ul>
      </ArticleSection>
      <ArticleSection title="Reading files and images">
        <p>
          Software reads your broker files and screenshots, and it can get a figure or a ticker wrong. It marks values
          that it doubts, and nothing is stored before you confirm it. Everything else is computed from what you
          confirm, so look at it.
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
          hedge costs its premium for sure and helps only if the fall comes in the way it was bought for. Before the
          last day, a model gives the value, and it moves with volatility. A contract that few people trade can cost far
          more than its quote.
        </p>
      </ArticleSection>
      <ArticleSection title="Models">
        <p>
          Each figure follows a published formula. You can read them under{' '}
          <Link to="/backtest-transparency">how calculations work</Link>. A formula is a simplification. Ballast writes
          every sentence of an analysis. Where a language model chose which ones you see, the screen says so. Analyses
          from before, whose sentences a model wrote, are marked and can be wrong.
        </p>
        <p>Nothing here is investment advice. If you are not sure, ask someone who is licensed to give it.</p>
      </ArticleSection>
    </Article>
  )
}
