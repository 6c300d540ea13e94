// Tests: match-question.test.ts

const list = (words: string) => words.split(' ')

/** Words that say nothing of what is asked. */
export const IDLE: ReadonlySet<string> = new Set(
  list(
    'a an the is are was were be been am do does did done doing have has had having i me my mine we us our you your yours it its this that these those there here of to in on at by for from with as and or but so if then than all some any each every what which who whose when where why how much many can could would should may might will shall please tell show give me about now currently really actually just still ever yet own one ones thing things stuff portfolio account book money let lets get got say want know see think into over per out up s t re ve d m ll not no portfolios me if i whats hows ballast kind sort way far long would any be since started anything something month months week weeks year_ago time good great after before going want mean please max everything ever really more less another other others_ need think ask question',
  ),
)

/**
 * Words that mean the same here, the concept first (a dash for what says nothing); a word of several is written with underscores. Plurals and the usual
 * endings are found by themselves.
 */
const SYNONYMS: readonly string[] = [
  'value worth amount total balance market_value valuation net_worth',
  'today this_morning since_yesterday',
  'day trading_day single_day one_day in_a_day bad_day days daily',
  'move moved jump jumped jumping swing swung biggest_move change changed',
  'mover movers gainers losers',
  'gain profit earned made make return up_or_down in_profit in_the_black paid_off performance earnings winner up_overall since_i_bought since_buying bought cost_basis since_i_started so_far to_date in_the_red',
  'beta sensitive sensitivity aggressive defensive market_beta follow_the_market move_with_the_market goes_up_one_percent rises_one_percent',
  'market s&p s&p_500 spy index benchmark spx stock_market',
  'volatile volatility bumpy jumpy turbulent rollercoaster roller_coaster erratic swings wild shaky choppy variance standard_deviation fluctuate fluctuation bounce',
  'drawdown deepest hole max_drawdown largest_fall worst_decline peak_to_trough furthest_fall underwater',
  'year twelve_months last_year past_year one_year annual',
  'risk danger risky worry worried afraid fear scared keep_me_up weak_spot achilles threat vulnerable vulnerability riskiest dangerous exposed',
  'most where_is_most biggest largest greatest highest top main top_heavy heaviest major number_one',
  'least smallest lowest calmest safest steadiest quietest calm safe stable',
  'diversify diversified diversification spread_out spread enough_variety diverse variety well_spread balanced',
  'bets independent_bets separate_bets effective_bets independent separate different_bets',
  'concentration concentrated eggs one_basket eggs_in_one_basket too_much_in_one basket top_five lopsided',
  'position holding stock share company name investment shares ticker security lines line',
  'weight how_big big size share_of percent_of percentage proportion fraction slice allocation allocated part_of what_share how_much_of what_part what_percent',
  'same one_bet same_bet same_trade alike similar duplicate redundant overlap twins identical double basically_the_same same_thing',
  'two pair any_two couple both',
  'together rise_and_fall_together correlation correlated correlate co-move move_together in_step in_sync lockstep tandem same_time at_the_same_time same_direction up_and_down',
  'offset hedge_each_other opposite zigs zags zag zig counterbalance cancel inverse negatively_correlated diversifier other_way against_each_other cushion',
  'others rest other_ones remaining_ones',
  'average mean on_average typical overall',
  'sector industry industries sectors industry_group field',
  'cash dry_powder uninvested liquidity idle_money buying_power',
  'count number_of how_many',
  'no_price quote missing unpriced without_a_price cannot_price not_price could_not_price no_quote price_missing not_priced find_a_quote not_valued',
  'bond bonds treasury treasuries yield yields interest_rate rates interest interest_rates duration fed',
  'rise rising rises higher go_up increase',
  'crisis crash crashes meltdown bear_market panic recession bubble nightmare crises past_crash',
  'lose loss losing lost hurt hurts damage bad harm suffer suffered pain painful hit cost_me hammered wiped_out',
  'happen happens happened do_to do_to_this done_to did_to effect_of affect',
  'again repeat repeated rerun replay suppose what_if hypothetical imagine say',
  'beat beaten outperform outperformed better_than ahead_of compare compared versus vs against_the_market relative against less_than_the_market more_than_the_market than_the_market better worse_than less_than more_than than_the_index',
  'recover recovery recovered recovering get_back come_back back_to_even break_even breakeven break-even back_to_break-even bounce_back pre-crisis_level regain',
  'worst ugliest hardest most_painful nastiest',
  'recent lately half_year six_months last_six_months last_half_year recently past_six_months few_months so_far_this_year',
  'sharpe sharpe_ratio risk_adjusted risk-adjusted reward_for_risk paid_for_the_risk return_for_risk adjusted reward paid compensated',
  'var value_at_risk cvar tail expected_shortfall tail_risk',
  'sell sells selling if_i_sold sold dump dumped trim unload reduce liquidate cut get_rid offload halve',
  'fall falls fell falling drop drops decline tumble tumbles correction slump plunge tank tanks down',
  'hedge hedges protection protect insurance insure protected hedging hedged hedge_me',
  'recommend recommends recommended recommendation should_i_do what_to_do think_i_should_do suggest suggested suggestion advice advise proposed propose tell_me_to_do told advised tip tips',
  'cheap cheaper cheapest costs_less less_expensive inexpensive lower_cost',
  'instead not_that not_the another_one rather alternative take_that why_not not_take choose chosen chose',
  'cost expensive price pricey premium costs pay fee spend pricing',
  'save saves saved take_away takes_away take_off reduces avoid reduce_the_loss how_much_of_the_loss protects effective effect work_in',
  'gap gaps open cover covers covered cover_everything uncovered not_cover left_open remain remains residual hole_in leave_open uncover leftover not_protect',
  'implied_volatility iv implied_vol vol option_volatility implied',
  'expected_move price_in priced_in according_to_options swing_do expect how_far_may how_far_can expected implied_move big_a_swing range',
  'put puts protective_put downside_option',
  'call calls',
  'put_call put/call put-call put_call_ratio puts_or_calls calls_or_puts sentiment bullish bearish betting_against ratio',
  'option options contract contracts chain',
  'dividend dividends ex-dividend payout distribution ex-div ex_dividend',
  'expiry expiries expire expiration expirations expires expiration_date expiration_dates maturity maturities listed_dates dates',
  'unusual weird strange odd abnormal activity suspicious heavy volume',
  'analysis ai comprehensive_analysis ai_analysis last_analysis comprehensive the_ai',
  'sure confident confidence certain certainty trust how_sure probability reliable reliability',
  'track_record record past_recommendations work_out worked_out come_true right_before successful success how_good hit_rate actually_work_out right correct accurate been_right',
  'fresh old age latest up_to_date as_of outdated stale data live delayed real_time real_prices real_data real simulated fake',
  'future tomorrow next_week next_month next_year predict prediction forecast will_go going_to_go go_up_next target_price outlook where_will',
  'tax taxes taxed capital_gains irs',
  'news headline headlines earnings_report',
  'buy buying purchase invest_in should_i_buy add',
  'in_place with_the_hedge with_hedge with_it that_hedge',
  '- right_now at_the_moment at_all and_what_about what_about how_about in_total what_would what_will at_once by_the_way',
  'loan debt margin borrow',
]

/** Concepts by the words for them. */
const CONCEPTS: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap((line) => {
    const [concept = '', ...others] = list(line)
    return [concept, ...others].map((word) => [word, concept] as const)
  }).toReversed(),
)

/** Words of the longest entry. */
const LONGEST = 5

/** What sectors are called in a sentence, and how their names begin in the analysis. */
export const SECTOR_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  'tech:tech technology:tech software:tech energy:energy oil:energy bank:financ banks:financ financials:financ financial:financ health:health healthcare:health pharma:health staples:consumer consumer:consumer retail:consumer utilities:utilit utility:utilit materials:material industrials:industr industrial:industr telecom:commun communication:commun communications:commun'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Parts of a holding, in percent. */
export const PART_WORDS: Readonly<Record<string, number>> = {
  half: 50,
  halve: 50,
  third: 33.3,
  quarter: 25,
  tenth: 10,
  everything: 100,
  all: 100,
}

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'ly', 'r', 'er', 'ier', 'est', 'iest', 'ies', 'ment', 'ity']

/** The concept of a word; undefined where it is none that we know. */
function findConcept(word: string): string | undefined {
  const own = CONCEPTS.get(word)
  if (own !== undefined || word.includes('_')) return own
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    const found = CONCEPTS.get(stem) ?? CONCEPTS.get(`${stem}e`) ?? CONCEPTS.get(`${stem}y`)
    if (found !== undefined) return found
  }
  return undefined
}

/** The concepts of words in their order; a word that is not known stands for itself, behind a question mark. */
export function listConcepts(words: readonly string[]): string[] {
  const concepts: string[] = []
  for (let at = 0; at < words.length; ) {
    let taken = 0
    for (let length = Math.min(LONGEST, words.length - at); length > 1 && taken === 0; length--) {
      const concept = findConcept(words.slice(at, at + length).join('_'))
      if (concept === undefined) continue
      if (concept !== '-') concepts.push(concept)
      taken = length
    }
    const word = words[at] ?? ''
    if (taken === 0) {
      const concept = findConcept(word)
      if (concept !== undefined) concepts.push(concept)
      else if (word.length > 2 && !IDLE.has(word) && !/^\d/.test(word)) concepts.push(`?${word}`)
    }
    at += Math.max(1, taken)
  }
  return concepts
}
