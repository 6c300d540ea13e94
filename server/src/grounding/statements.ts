import { stem } from './cues.ts'

/*
 * The words in which something may be said beside a figure without a figure of its own: what the analysis is about, and
 * how its parts hang together. What else a clause speaks of, it brings from elsewhere: news, causes, judgements.
 */

const ABOUT = `
  account action add adds against allow alternative amount analysis analyse asset average bad basis bear beta bond bonds book
  break-even bring brings budget buy bought call calls candidate cap capped case cash certain change close collar come comes company companies
  concentrate concentrated concentration condition contract contracts cost costs counter cover covers covered coverage credit crash crises crisis cut cuts
  data day days debit decide deep deeper delta difference direction diversification diversified diversify dollar drag drop drops early
  effect end enough equal estimate even everything evidence exceed exceeds exercise expect expected expensive expire expires expiry expose exposed exposure
  fair fall falls fell fallen far figure figures finding first fit fits floor forecast forgo forgone forgoes full fund funds gain gains gap get give gives given
  go gold good hardly heavy heavily hedge hedges hedged hedging held help helps high higher history histories hold holds holding holdings horizon
  idea implied implies imply imposed income increase index individual inside insurance insure insured interest itself join keep keeps kept kind
  large larger largest last later leave leaves leaving left less limit limited little long look looked looking lose loses losing loss losses lost lot low lower lowers
  main mainly make makes many mark market markets matter matters mean means measure measured mid middle mix mixed moderate moderately modest money more most move moves moved moving much
  name names narrow near need needs neither net next nothing number offer offered offset old once one only open option options order orders other others out outright own owner
  package paid paper part particular partly path paths pay pays payoff past plain play plays point portfolio position positions possible premium price priced prices problem protect protects protection pull put puts
  quiet quote raise raises range rate rather reach reason recommend recommended recommendation reduce reduces reduced reflect relation relationship remain remains renew renewed report rest result results return returns rise rises rising risk risks roll rolled rule rules
  same save saves saving scenario score scored sector sectors security sell sells selling sense sensitive separate share shares shock short should side sign similar simple simply simulated since single size slight slightly small smaller smallest
  sold some something spend spent spread spreads spreading stake stand stands start stay stays step steps stock stocks stop stops stress stretch stretches strike strong strategy structure sum switch
  take takes taken tail tax taxes tend tends term test tests third threshold ticket tickets together top total trade trades trading treat trim trimmed trimming true turn two
  unchanged under underlying unhedged unit up upside use uses used usual usually value valuation valuations variance version view volatile volatility
  want way weak weakness weigh weighs weight whole why wide window windows within without worst worth write year yet zero
  accept aim alone already although always amid anyway apart apply around as aside at available away back balance be because before begin behind below benefit beside better between beyond big bigger both but by
  clear clearly clue common compare compared comparison complete consider consist contain continue contribute correlate correlated correlation could counts counted current
  depend depends describe despite differ different directly do does doing done down drive drives driven driver due during each either else every exactly example except explain explains explained extent extra
  few follow follows form four free further general generally greater grow hand happen hard harder have here hence how however if impact important in include included instead into involve issue just
  know known lead leads least lie lies like likewise line list listed made meanwhile meet meets might mind minus miss must namely never nevertheless no none nor not note now
  of off often on or ordinary otherwise outside over overall owing per perhaps place plus prefer present quite read really regardless relative relatively rely remaining respect roughly round
  say says see seem seems set sets several show shows shown so sort speak speaks still such suffer suffers suffice suit sure than that the their them then there therefore these they thing things this those though through thus time to today too touch toward towards trade-off
  typical unless until upon very was were what whatever when where whereas whether which while who whose will with would you your yourself
  accordingly additional additionally adjust after again allocation almost along also among any anything appear appears approach area asked assume assumed assumption attach attractive barely basically become becomes being bit broad broader
  building buying capital carry carries central charge cheap cheaper cheapest choice choose closely combination combine combined component conclusion consequence considerable considerably considered context contrast contribution control correspond course
  decision decline declines decrease defensive degree demand depth detail develop difficult diversifying doubt downside drawback drawdown easier easily easy effective effectively element emphasis ensure entire entirely environment especially essentially estimated evenly exact exist face fact factor fairly favour feature finally fixed focus
  forward found frame freely frequent fully fundamental gradually greatly guide heavier helpful highlight identify identical illustrate implication improve improves improved improvement increases indeed indicate indicates insight instance intend interpret justify key largely latter layer level light
  live logic loosely lowering maintain manage margin material maximum meaning meaningful meaningfully mechanism merely minimum mitigate naturally nature necessary nearly notable notably notice noticeable noticeably object objective observe obvious obviously occasion original outcome
  outlay outweigh overweight underweight particularly perform performance permanent picture piece possibility practice precisely presence previous primarily principal process product proportion proportionate provide provides purely purpose question
  raising rank rarely reaction reader reality realise realize recall reducing refer reference regard reliance remember remind replace require requires residual respond respectively retain role rough sale sales scale second secondary seek select selected sensible serve serves shape sharp sharply shift simultaneously situation slow slower softens soften solely somewhat source
  specific specifically standard stem strength stronger strongly substantial substantially sudden suggest suggests supplement support supports table task tells thin thinner tight tilt trade-offs transaction translate tries trouble unaffected undone unlike upward useful variation vary verdict vulnerable warrant
  weakly wider works worse worsen worsens
  seen invested belong belongs unusual industry
  ticker tickers basket bucket clause sentence text summary section draft overview reasons rationale assessment insures equity equities
  liquidity liquid protective diversifier reallocation exposures single-name company-specific market-wide price-related idiosyncratic systematic
  all another above annual alike ahead agree agrees affordable dip dips dependent decay dear ceiling classic commission calm calmer caution distinguishable earn earns everyday exchange extreme
  hit hits hurt hurts job leg legs let link lean leans longer mild milder proceeds plainer quieter simpler simplicity slice slide slump sooner split stated statistical substitute swing tie tied wait waiting weaker
  widest wild wildest biggest calmest quietest narrowest hardest worthless poor pleasant record replay replayed earlier firm firmer worry think relief outweighs cushion cushions buffer absorb absorbs dampen dampens limits caps shrink shrinks narrows widens eases ease trims halves
`

const KNOWN: ReadonlySet<string> = new Set(
  ABOUT.split(/\s+/)
    .filter((word) => word !== '')
    .map(stem),
)

/** Whether a word is one in which the analysis itself may be spoken of. @param word in lower case */
export const isAboutAnalysis = (word: string): boolean => KNOWN.has(stem(word.replace(/['’]s?$/, '')))
