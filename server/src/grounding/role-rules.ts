/** Where a rule looks: in the clause of a figure, just before it, just behind it, or in the whole sentence. */
type Place = 'saying' | 'before' | 'behind' | 'sentence'

/** Facts whose labels say something must be spoken of by words that say it too. */
const NEEDED: readonly (readonly [label: RegExp, words: RegExp])[] = [
  [/\ba year\b/i, /\b(?:year|annual|annum|renew|roll|kept|volatil|carry)/i],
  [/^mean payoff\b/i, /\b(?:average|mean|expect|path|simulat|typical|back)/i],
  [/\bexpected to cost\b|\bless mean payoff\b/i, /\b(?:expect|net|in the end|average|lose)/i],
  [/\bworst tenth\b|\bin those paths\b/i, /\b(?:worst|bad|tail|stress|panic|crash|fall|drop)/i],
  [/^mean of the worst\b/i, /\b(?:worst|tail|bad)/i],
  [/\bfall as hard as\b/i, /\b(?:hard|stress|worse|past|severe)/i],
  [
    /\b(?:index hedge cannot cover|does not explain|not explained)\b/i,
    /\b(?:not|no|cannot|un\w+|nothing|apart|unrelated|escap\w+|compan(?:y|ies)|remain\w*|open|leav\w+|left|outside|beyond|besides?|specific|particular|single|own|idiosyncratic|without|than)\b|n['’]t/i,
  ],
]

/** What must not stand with a label: in its clause, just before it, or just behind it. */
const REFUSED: readonly (readonly [label: RegExp, place: Place, words: RegExp])[] = [
  [
    /^fall of the market\b/i,
    'before',
    /^(?!.*\bmarket\b).*\b(?:loss of|loses?|costs?(?: the portfolio)?|(?:portfolio|holdings) (?:would )?(?:falls?|drops?)(?: by)?|no more than|return(?: is)?)\s*$|\bfall (?:of \S* ?)?costs\s*$/i,
  ],
  [/^fall of the market\b/i, 'before', /\b(?:limit|budget|cap)(?: (?:of|is|to))?\s*$/i],
  [/\bmost that may be lost\b/i, 'before', /\bmarket(?: \w+){0,5} (?:fall|falls|drop|drops) (?:of|by)\s*$/i],
  [/^cost\b/i, 'before', /\b(?:pays? back|payoff|recovers?|earns?|returns?)(?: you)?(?: of| is)?\s*$/i],
  [
    /\b(?:beta|volatility|value) of the portfolio\b/i,
    'before',
    /\b(?:market|hedge|index|spread|collar|strategy)(?:['’]s)? (?:has an? )?(?:beta|volatility|value)\b/i,
  ],
  [/\bbeta of the portfolio\b/i, 'before', /\bbeta of (?:the )?(?:market|hedge|index|spread|collar|benchmark)\b/i],
  [/\b(?:beta|volatility) of the portfolio\b/i, 'before', /\b[A-Z]{2,5}(?:['’]s| has an?)\s+(?:beta|volatility)\b/],
  [
    /^(?:profit of the portfolio|the same in dollars) if the market falls/i,
    'before',
    /\b(?:left with|worth|keeps?|remains? at)\s*$/i,
  ],
  [/\bmost that may be lost\b/i, 'saying', /\b(?:doing nothing|do nothing|unhedged)\b/i],
  [/\blargest company\b/i, 'before', /\b(?:to|in|of) SPY\b/],
  [
    /\bin the variance\b/i,
    'behind',
    /^ of (?:the |your |its )?(?:[a-z]{1,12}['’]s )?(?:total )?(?:value|holdings|assets|money)\b/i,
  ],
  [/\bputs bought\b/i, 'before', /\b(?:gains?|upside|rises?)\b.*\b(?:beyond|above|at)\s*$/i],
  [
    /^(?:profit of the portfolio|the same in dollars) if the market falls/i,
    'saying',
    /\bexpected loss\b|\bloss (?:that is|to be) expected\b|\b(?:average|usual|typical|already|so far|since|least|possible|minor|tiny)\b/i,
  ],
  [/^(?:profit of the portfolio|the same in dollars) if the market falls/i, 'before', /\b(?:has|have) lost\s*$/i],
  [
    /\bif the market (?:falls|rises)\b|^fall of the market\b/i,
    'sentence',
    /\b(?!SPY\b)[A-Z]{2,5} (?:falls|drops|loses|rises)\b/,
  ],
  [/^fall of the market\b/i, 'before', /^(?!.*\b(?:if|once|when|had)\b).*\b(?:fell|fallen|dropped|lost)(?: by)?\s*$/i],
  [/^contracts bought\b/i, 'saying', /\b(?:own|owned|hold|held|already)\b/i],
  [
    /^the portfolio of today through/i,
    'sentence',
    /^(?!.*\b(?:would|could|might|today|today['’]s)\b).*\b(?:you|portfolio|it|holdings|book) (?:has |have |had )?(?:lost|fell|fallen|dropped|declined|sank|slid)\b/i,
  ],
  [/^cost$/i, 'sentence', /\bplus\b[^.;]*\bcommissions?\b/i],
  [/^premium\b/i, 'sentence', /\bcommissions? (?:is |are )?included\b|\bincluding commissions?\b/i],
  [/^holdings that were analysed/i, 'behind', /^ (?:companies|names|holdings|positions) of equal/i],
  [
    /^strike of .* sold$/i,
    'before',
    /\b(?:begins?|starts?|kicks? in|only protects?)\b[^.;]*\b(?:below|from|under)\s*$/i,
  ],
  [
    /index hedge cannot cover|does not explain/i,
    'sentence',
    /\b(?:is|are|gets?) (?:taken care of|covered|removed|hedged)\b(?! by nothing)/i,
  ],
  [/^(?!.*\b(?:each|one|per)\b)/i, 'before', /\b(?:each|every one) of the (?:calls|puts|contracts|options)\b/i],
  [/\b(?:within|for) \d+ days\b/i, 'sentence', /\bover (?:a|the) (?:year|week|day|quarter)\b/i],
  [
    /^(?:profit of the portfolio|the same in dollars) if the market falls|^loss with it/i,
    'before',
    /\b(?:most|maximum|at worst|worst case)\b[^.;]*\b(?:lose|loss|cost)\b|\bsmall loss of\s*$/i,
  ],
  [/^mean payoff/i, 'before', /\bcosts?\s*$/i],
  [/^(?:what it is expected to cost|cost less mean)/i, 'before', /\bpays? back\s*$/i],
  [/^what it takes off the mean/i, 'behind', /^ (?:worse|larger|deeper|more)\b/i],
  [/^what it adds to the mean/i, 'sentence', /\b(?:comes? off|takes? off|smaller|eases?|softens?|milder|relief)\b/i],
  [/^loss with it|^(?:profit|the same).* if the market falls/i, 'behind', /^ (?:more|less|extra)\b(?! than)/i],
  [/^loss with it/i, 'behind', /^ off\b/i],
  [/of equal size that would be/i, 'behind', /^ other\b/i],
  [/^trading days for which/i, 'behind', /^ ?calendar\b/i],
  [
    /^the most that (?:one|the options)/i,
    'before',
    /^(?!.*\b(?:not|never|cannot|no|nothing|nobody|n['’]t)\b).*\bmore than\s*$/i,
  ],
  [
    /^mean return of the portfolio in those/i,
    'before',
    /\b(?:puts?|calls?|options?|position|play)(?: itself)? returns?\s*$/i,
  ],
  [
    /^correlation of the position/i,
    'sentence',
    /^(?!.*\b(?:puts?|calls?|positions?|play|options?|its?|contracts?|ticket|hedge|leans|other way)\b)/i,
  ],
  [/^share of the portfolio.s worst days/i, 'sentence', /\bdown days\b/i],
  [/^(?!.*\bassets?\b)/i, 'behind', /^ (?:\w+ )?assets?\b(?= (?:were|was|are|have))/i],
  [/^(?!.*\bplays?\b)/i, 'behind', /^ (?:\w+ )?plays?\b(?= (?:were|was|are|have|came))/i],
  [/^(?!.*\btests?\b)/i, 'behind', /^ (?:\w+ )?tests?\b(?= (?:were|was|are|have))/i],
  [/^average correlation/i, 'before', /\b(?:with|to) (?:the|an) (?:market|index)\b/i],
  [
    /^(?:profit of the portfolio|the same in dollars) if the market falls|^loss with it/i,
    'before',
    /\b(?:saves?|saving of|adds?|protects?|spares?)(?: you| about| some)*\s*$/i,
  ],
  [/^theta/i, 'sentence', /\bworks? (?:for you|in your favou?r)\b|\bearns?\b/i],
  [/^the most that (?:one|the options)/i, 'behind', /^(?: (?:a|per) \w+)? or more\b/i],
  [/^the most that (?:one|the options)/i, 'before', /\b(?:no less than|at least|not less than|minimum of)\s*$/i],
  [/^strike/i, 'before', /\b[A-Z]{1,5} (?:now |today )?(?:trades?|stands?|is quoted|is priced|is) at\s*$/],
  [/^correlation of the position/i, 'sentence', /\bitself\b|\bshares of\b|\bthe (?:shares|stock|fund)\b/i],
  [
    /^(?:what it is expected to cost|cost less mean)/i,
    'before',
    /\b(?:profit|gain|income|plus|surplus) of\s*$|\bat most\b|\bmost\b/i,
  ],
  [
    /^share of the portfolio.s worst days/i,
    'saying',
    /\b(?:fell|falls?|gave way|lost|loses?|slipped|sank|dropped|declined)\b/i,
  ],
  [/^move of\b/i, 'saying', /\b(?:a|the) (?:drop|fall|rise|gain|loss|rally) of\s*$|\bpoint to a\b/i],
  [/^move of\b/i, 'before', /\b(?:falls?|drops?|rises?|gains?|loses?|declines?|climbs?|rall\w+)(?: by)?\s*$/i],
  [
    /of equal size that would be/i,
    'before',
    /\b(?:consists? of|holds?|has|owns?|contains?|made (?:up )?of|are|acts? as)\s*$/i,
  ],
  [/of equal size that would be/i, 'behind', /\bindependent\b/i],
  [/^loss beyond the limit/i, 'behind', /^ (?:below|under|within|inside|short of)\b/i],
  [/^expected return on its cost/i, 'before', /\b(?:worst|bad times|tail|crash)\b/i],
  [/^return on its cost in the worst/i, 'before', /\bwithout a view\b|\bforecast\b/i],
  [/^correlation of the position/i, 'saying', /\bitself\b/i],
  [
    /^(?:value at risk|mean of the worst)/i,
    'sentence',
    /\b(?:typical|usual|normal|ordinary|average) (?:day|week|month|quarter|stretch)\b|\bmore often than not\b|\bon (?:a|an|any) (?:\w+ )?day\b|\bone (?:path|in)\b/i,
  ],
  [/^price above which gains/i, 'before', /\b(?:keeps?|every|all|unlimited|uncapped)\b/i],
  [/^(?:ask|bid) per share|^strike/i, 'behind', /^ (?:for |per |a |each )(?:a |each )?contract\b/i],
  [/^expected share of chance/i, 'behind', /^ chance\b/i],
  [
    /^(?:what it is expected to cost|cost less mean)/i,
    'before',
    /\b(?:makes?|earns?|gains?|wins?|returns?|yields?|brings?(?: in)?|saves?)(?: you)?(?: about| some)?\s*$/i,
  ],
  [
    /^(?:what it is expected to cost|cost less mean)/i,
    'behind',
    /^ (?:better off|ahead|up|richer|in (?:profit|front|the black))\b/i,
  ],
  [/^delta$/i, 'sentence', /\b(?:odds|chance|probability|likely)\b/i],
  [/^share of .+ in (?:the holdings|the S&P)/i, 'behind', /^ (?:over|under)weight\b/i],
  [/^(?!.*\b(?:change|less|plus|difference|beyond|above|takes off|adds)\b)/i, 'behind', /^ (?:over|under)weight\b/i],
  [/^cost\b/i, 'before', /\b(?:was|were|been) (?:bought|paid|sold)\b|\bbudget\b.*\b(?:is|of)\s*$/i],
  [
    /^value of the portfolio$/i,
    'saying',
    /\b(?:after|once|grows?|rises?|with (?:it|the (?:hedge|spread|put|collar)))\b/i,
  ],
  [
    /\bmost that may be lost\b/i,
    'sentence',
    /\bexpected loss\b|\bloss (?:that is|to be) expected\b|\b(?:average|usual|typical|single compan(?:y|ies)|seller|buyer|exchange|paid by)\b/i,
  ],
  [/^mean of the worst\b|^value at risk\b/i, 'saying', /\b(?:possible|at most|largest|no more than)\b/i],
  [/\bif renewed at this price\b/i, 'sentence', /^(?!.*\brenew).*\broll/i],
  [/\bif rolled\b/i, 'sentence', /^(?!.*\broll).*\brenew/i],
  [/\bputs bought\b/i, 'before', /\babove\s*$/i],
  [/\bputs sold\b/i, 'sentence', /\b(?:even|still) more\b|\bgains? more\b/i],
  [/^given up\b/i, 'before', /\b(?:adds?|gains?|earns?|brings?)\s*$/i],
  [/\bsale does the same\b/i, 'sentence', /\b(?:dearer|worse|larger loss|costs more)\b/i],
  [/^share of everything\b/i, 'behind', /^ of (?:the |your )?(?!everything|holdings|portfolio|every|each|all|what)\w/i],
  [/^change of the\b/i, 'before', /\b(?:score (?:is|stands|of|was)|to)(?: at| about)? {0,3}$/i],
  [/\btakes off\b/i, 'before', /\bto\s*$|\b(?:rises?|increases?|grows?|raises?|adds?)\b/i],
  [/\bone contract can lose\b/i, 'saying', /\b(?:portfolio|gains?|earns?|profits?|wins?)\b/i],
  [/\bin the worst tenth\b|\bin those paths\b/i, 'saying', /\b(?:all paths|every path|on average over)\b/i],
  [/^mean return of the portfolio\b/i, 'behind', /^ on (?:its|the) (?:cost|premium)/i],
  [/\bon its cost\b/i, 'before', /\bportfolio (?:returns?|loses?|gains?|falls?|rises?)(?: by)?\s*$/i],
  [/^average\b/i, 'before', /\b(?:at most|at least|no more than|up to)\s*$/i],
  [/^average\b/i, 'behind', /^,? (?:at most|at least)\b/i],
  [/^average correlation\b/i, 'sentence', /\b(?:not (?:correlate|move together)|uncorrelated|independent)/i],
  [/\baction helps\b/i, 'saying', /\b(?:larger|bigger|worse|hurts?|harms?|raises?|increases?)\b/i],
  [/\bthat its options price\b|\boptions imply\b/i, 'before', /\bwill\b/i],
  [/^(?!.*\bimpl)/i, 'before', /\bimplied volatility(?: of \w+)? (?:is|of|at|stands at)\s*$/i],
  [/^(?!.*\bdays\b)/i, 'behind', /^ of (?:the |its )?(?:portfolio['’]s )?(?:worst |best )?days\b/i],
  [/./, 'behind', /^ of a percent\b|^ squared\b/i],
  [/^(?!.*\beach\b|.*\bper\b|.*\bone\b)/i, 'behind', /^ (?:for )?each of the (?:contracts|puts|calls|shares)\b/i],
]

const rulesOfLabels = new Map<string, { needs: readonly RegExp[]; refuses: readonly (readonly [Place, RegExp])[] }>()
const REMEMBERED = 4_000

/** The rules that a label falls under: labels are few, and figures many. */
export function rulesOf(label: string) {
  const known = rulesOfLabels.get(label)
  if (known !== undefined) return known
  if (rulesOfLabels.size >= REMEMBERED) rulesOfLabels.clear()
  const rules = {
    needs: NEEDED.flatMap(([of, words]) => (of.test(label) ? words : [])),
    refuses: REFUSED.flatMap(([of, place, words]) => (of.test(label) ? [[place, words] as const] : [])),
  }
  rulesOfLabels.set(label, rules)
  return rules
}
