/*
 * What holds of hedges, options and analyses whatever the portfolio: how an instrument works, what is left out of account,
 * how to read on. None of it can be right of one portfolio and wrong of another, so that no fact has to bear it out.
 */

const HEDGE =
  '(?:it|this|(?:the|a|an|every|any) (?:(?:index|market|put|plain|protective|such) ){0,2}(?:hedge|spread|put|insurance|protection))'
const COMPANY =
  '(?:(?:bad )?news (?:about|at|of|from) )?(?:(?:a |any )?single (?:company|companies|holdings?|names?|stocks?)|(?:one|any) company|[A-Z]{1,5})(?: or any other single company)?'
const COMPANY_RISK =
  '(?:(?:the )?(?:single-)?company(?:-specific)? risk|(?:the )?risk of (?:a |the )?single (?:company|companies|holdings?)|the (?:part|risk) (?:that|which) (?:the|an|no) index hedge (?:leaves open|cannot cover|does not cover|covers))'
const MARKET_RISK = '(?:market risk|the (?:risk of the )?market|falls? of the (?:whole )?market)'
const TRIM = '(?:trimming|cutting|reducing|selling)(?: (?:it|[A-Z]{1,5}|the (?:holding|position)))?(?: back)?'

const TRUTHS: readonly string[] = [
  // What an index hedge covers, and what it does not.
  `${HEDGE} (?:does nothing|does not help|cannot help|is no help|offers nothing|does not protect) against (?:falls? (?:of|in) )?${COMPANY}`,
  `because ${HEDGE} is (?:built|written|based) on (?:the|an) index, it (?:only (?:helps|pays|works)|helps only|works only) when the (?:(?:whole|broad|general) )?market falls`,
  `(?:because )?it is news about single companies`,
  `${TRIM} (?:reduces|tackles|lowers|addresses|cuts|takes out) ${COMPANY_RISK}(?:,? (?:and|while) the (?:spread|hedge|put|index hedge) (?:handles|covers|addresses|is for) ${MARKET_RISK})?`,
  // How options work.
  `(?:a|the) (?:put )?spread is cheaper than (?:a|the) (?:plain|single|outright) put,? (?:because|since|as) the puts? (?:that (?:is|are) )?sold(?: further down)? pays? for (?:a )?part of (?:it|them)`,
  `(?:a|the) (?:put )?spread trades the far tail for a lower price: below the lower strike the protection ends`,
  `(?:its|the|one) (?:main )?(?:weakness|drawback|cost) is time decay,? (?:because|since|as) (?:the )?options lose value (?:every day|as time passes|day by day)`,
  // What insurance is.
  `(?:expect|you should expect) (?:the|a|any) hedge to lose money in calm markets(?:[;,] (?:that|this) is how insurance works)?`,
  `(?:insurance|protection|a hedge|hedging) is (?:only )?worth its price only to those who could not bear the loss`,
  `(?:every|any) hedge (?:costs something|has its price)|no hedge is perfect`,
  // What is left out of account.
  `(?:note that |remember that )?taxes (?:come on top|are (?:left aside|left out|not (?:counted|included)))(?:,? and a sale may realise gains)?`,
  `(?:bonds and shares|past relations|relations|correlations) may (?:move apart|change|break)(?: again)?(?:[;,] then the relation is gone)?`,
  `(?:the|these|such) (?:figures|estimates|results|paths|moves?)(?: \\w+){0,2} (?:is|are) (?:an? )?(?:estimates?|measures?|models?|yardsticks?)(?: of [\\w ]{3,20})?,? (?:and )?(?:not|no) (?:an? )?(?:forecasts?|predictions?|promises?)`,
  `the (?:S&P 500|index) is (?:the|an) (?:index|benchmark)(?: that the hedge is made of)?`,
  // That something matters, and how to read on.
  `(?:that|this|it) (?:matters|counts|is what (?:matters|counts)|is worth (?:knowing|keeping in mind))(?: here)?`,
  `(?:so |therefore |then )?(?:run the analysis again|look at it again|compare (?:the|these) strategies)(?: (?:between the two|after the first(?: step)?|then|before the second(?: step)?))?`,
]
const ANY = new RegExp(`^\\W*(?:${TRUTHS.join('|')})\\W*$`, 'i')

/** Whether a sentence, or a clause of one, says what is always so. */
export const isAlwaysSo = (words: string): boolean => ANY.test(words.replace(/ {2,}/g, ' '))
