// Tests: match-question.test.ts

/** Words that say nothing of what is asked. */
export const IDLE =
  "who whom whose a an the is are was were be been being am do does did done doing have has had having i me my mine we us our you your yours it its it's this that these those there here of to in on at by for from with as and or but so if then than all some any each every what which when where why how much many can could would should may might will shall must please tell show give about now currently really actually just still ever yet own one ones thing things stuff portfolio account book money let lets get gets got say want know see think into over per out up s t re ve d m ll not no portfolios whats what's hows how's whens wheres im i'm id i'd ive i've theyre they they're them their he she him her people person somebody anyone else ballast kind kinds sort type way far long since started anything something month months week weeks ago time times good great after before going go goes went gone mean means max everything more less another other need needs ask question new look looks looking like likes use used using try trying keep keeps come comes came back until till next right hi hello hey thanks thank ok okay kinda sorta bit little lot lots live lived lives living near well too very quite pretty single only also even though because while during thing's number numbers usd cents today's take takes taken taking find finds found makes basically exactly approximately roughly around current list display check compute calculate calculated calculation explain figure figures simple quick short man guy wife retired retire retirement retiree savings nest beginner trader investor invest invested investing investments investment half third quarter tenth everything's year's whole off through likely fare fared enuf acct pls plz u r ur n rn tho cuz bc gonna wanna gotta wat wut isnt isn't arent aren't wont won't dont don't doesnt doesn't didnt didn't cant can't wouldnt shouldnt barely_any trading etfs pro atm otm itm sitting lying somewhere anywhere between among within owned holds hold held high last past previous"

/**
 * Words that mean the same here, the concept first (a dash for what says nothing); a word of several is written with underscores. Plurals and the usual
 * endings are found by themselves.
 */
export const SYNONYMS: readonly string[] = [
  'value worth amount dollars total balance market_value current_value valuation net_worth cash_out cashed_out liquidation_value sold_it_all sold_everything sold_out',
  'today this_morning since_yesterday intraday',
  'day trading_day single_day one_day in_a_day bad_day days daily',
  'move moved jump jumped jumping swing swung biggest_move change changed go_up_or_down went_up went_down',
  'mover movers gainer gainers winner winners loser losers best_performer worst_performer',
  'gain profit earned made return ahead behind paid up_or_down up_down in_profit in_the_black in_the_green performance earnings winner up_overall since_i_bought since_buying bought cost_basis so_far to_date in_the_red making_money make_money made_money lost_money lose_money p&l pnl p/l unrealized unrealised win_or_lose green_or_red',
  'as_held since_i_started return_since_i_started returns_since_i_started time-weighted_return money-weighted_return time_weighted_return money_weighted_return since_the_start since_i_began since_the_beginning since_inception time_weighted time-weighted money_weighted money-weighted twr irr xirr how_have_i_done have_i_done i_have_done have_i_performed how_have_i_performed has_my_portfolio_done has_it_returned have_i_invested',
  'which_account what_account which_accounts what_accounts my_accounts each_account by_account list_my_accounts which_of_my_accounts in_which_account where_do_i_hold',
  'beta sensitive sensitivity aggressive defensive market_beta more_than less_than follow_the_market move_with_the_market beta_weighted beta-weighted delta deltas',
  "market s&p s&p_500 spy index benchmark spx stock_market the_market dow nasdaq market's",
  'volatile volatility vol calm steady nervous bumpy jumpy turbulent rollercoaster roller_coaster erratic swings wild shaky choppy variance standard_deviation fluctuate fluctuation bounce realised_vol realized_vol historical_vol hist_vol realised_volatility realized_volatility hv rocky wobbly unstable ups_and_downs all_over_the_place erratic',
  'drawdown max_dd dd peak trough deepest hole max_drawdown largest_fall worst_decline peak_to_trough from_peak from_the_peak from_the_top from_its_high from_the_high furthest_fall underwater below_its_high off_the_high',
  'year yr yrs twelve_months last_year past_year one_year annual yearly 12_months',
  'danger dangerous sink ruin threaten worry worried afraid fear scared weak_spot achilles threat vulnerable vulnerability weakness weak_point awake sleep',
  'risk risky riskiest exposed downside risks exposure',
  'most hardest where_is_most biggest largest greatest highest top main top_heavy heaviest major number_one more_than_anything dominate dominates',
  'least barely hardly boring smallest lowest calmest safest steadiest quietest calm safe stable steady least_risky most_stable lowest_risk sleepiest',
  'diversify balance diversified diversification spread_out spread enough_variety diverse variety well_spread balanced well_balanced mixed',
  'bets independent_bets separate_bets effective_bets independent separate different_bets one_big_bet number_of_bets effective_number',
  'concentration concentrated eggs one_basket too_much eggs_in_one_basket too_much_in_one basket top_five lopsided too_much_of own_too_much too_big overweight in_one_company in_one_stock one_company single_name',
  'position holding stock share company name investment shares ticker security lines line investments tickers companies etf fund',
  'weight how_big big size share_of percent_of % percent percentage proportion fraction slice allocation allocated part_of what_share how_much_of what_part what_percent',
  'same one_bet same_bet same_trade alike similar duplicate redundant overlap twins twin identical double basically_the_same same_thing clones copies',
  'two pair any_two couple both pairs',
  'together rise_and_fall_together correlation correlated correlate co-move move_together in_step in_sync lockstep tandem same_time at_the_same_time same_direction up_and_down go_up_and_down rise_and_fall corr correl correlations sync',
  'offset hedge_each_other opposite zigs zags zag zig counterbalance balance cancel_out cancel_each_other inverse negatively_correlated diversifier other_way against_each_other cushion cushions go_up_when goes_up_when up_when',
  'others rest other_ones remaining_ones',
  'average mean on_average typical overall avg pairwise',
  'sector industry industries sectors industry_group field',
  'cash dry_powder uninvested liquidity idle_money buying_power idle_cash money_lying',
  'count number_of how_many',
  'no_price quote missing unpriced without_a_price cannot_price not_price could_not_price no_quote price_missing not_priced find_a_quote not_valued',
  'bond bonds treasury treasuries bills gilts',
  'rates rate yield yields interest_rate interest interest_rates fed hikes rate_hike',
  'rise climb rising rises higher go_up goes_up increase hike',
  'crisis crash crashes meltdown bear_market panic recession bubble nightmare crises past_crash bust',
  'lose loss losing lost hurt hurts damage bad harm suffer suffered pain painful hit cost_me hammered wiped_out losses',
  'happen happens happened do_to do_to_this done_to did_to effect_of affect affected impact mean_for',
  'again scenario repeat repeated rerun replay suppose what_if hypothetical imagine say another',
  'beat beaten outperform outperformed better_than ahead_of compare compared versus vs against_the_market relative against than more_than less_than better worse_than worse kept_up keep_up lag lagged underperform underperformed market_worse market_better',
  'recover recovery recovered recovering get_back come_back came_back back_to_even break_even breakeven break-even back_to_break-even bounce_back pre-crisis_level regain whole_again until_it_came_back back_up',
  'worst hardest ugliest hardest most_painful nastiest',
  'recent half_year six_months last_six_months last_half_year recently past_six_months few_months so_far_this_year lately lately_done ytd 6_months half_a_year last_months',
  'sharpe sharpe_ratio risk_adjusted risk-adjusted reward_for_risk paid_for_the_risk return_for_risk return_for_the_risk adjusted reward paid compensated sortino',
  'var value_at_risk cvar tail expected_shortfall tail_risk es var95 worst_case',
  'sell sells selling sold dump dumped trim unload reduce liquidate cut get_rid offload halve trimming',
  'fall halve go_to_zero goes_to_zero went_to_zero bankrupt worthless goes_bust falls fell falling drop drops decline tumble tumbles correction slump sink plunge tank tanks down dip selloff sell-off go_down',
  'hedge hedges protection protect insurance insure protected hedging hedged hedge_me downside_protection collar',
  'recommend recommends recommended recommendation should_i_do what_to_do think_i_should_do suggest suggested suggestion advice advise proposed propose tell_me_to_do told advised tip tips suggestions recommendations pick picked',
  'cheap cheaper cheapest costs_less less_expensive inexpensive lower_cost lower_strike lower_one further_out another_strike different_strike',
  'instead not_that not_the another_one rather alternative take_that why_not not_take choose chosen chose why_this',
  'cost expensive price pricey premium costs pay paid spend pricing how_much_is_it how_much_does_it_cost go_for rich',
  'save saves saved take_away takes_away take_off reduces avoid reduce_the_loss how_much_of_the_loss protects effective effect work_in payoff pays_off payoffs kick_in payout_of',
  'gap stay stays uninsured gaps cover covers covered cover_everything uncovered not_cover left_open remain remains residual hole_in leave_open uncover leftover not_protect basis_risk basis left_after not_help does_not_help unprotected limits',
  'implied_volatility nervous iv implied_vol vol option_volatility implied iv_rank ivr iv_percentile vix cheap_or_rich cheap_or_expensive',
  'expected_move price_in priced_in according_to_options swing_do expect how_far_may how_far_can how_far_could expected implied_move big_a_swing range exp_move em expected_range one_sigma straddle',
  'put puts protective_put downside_option atm_put otm_put',
  'call calls',
  'put_call put/call put-call put_call_ratio puts_or_calls calls_or_puts sentiment bullish bearish betting_against ratio pcr pc_ratio p/c',
  'option options contract contracts chain options_market option_market',
  'dividend dividends ex-dividend distribution ex-div ex_dividend div divs ex_div ex-date ex_date exdiv dividend_yield payouts',
  'income passive_income dividend_income coupon coupons interest_income pay_interest interest_do earn_in_dividends',
  'expiry expiries expire expiration expirations expires expiration_date expiration_dates maturity maturities listed_dates dates weeklies weekly monthlies leaps opex dte monthly_expiry',
  'unusual fishy shady sketchy weird strange odd abnormal activity suspicious heavy volume flow sweeps sweep block_trades big_trades large_trades whale whales big_option_trades',
  'analysis ai comprehensive_analysis ai_analysis last_analysis comprehensive the_ai',
  'sure confident confidence certain certainty trust how_sure probability reliable reliability',
  'track_record record past_recommendations work_out worked_out come_true right_before successful success how_good hit_rate actually_work_out right correct accurate been_right turned_out turn_out past_advice win_rate success_rate track earlier_advice money_for_people',
  'fresh old age latest up_to_date as_of outdated stale data live delayed real_time real_prices real_data real simulated fake updated refreshed',
  'future will_i_have i_will_have tomorrow next_week next_month next_year predict prediction forecast will_go going_to_go go_up_next target_price outlook where_will market_do_next',
  'chance chances odds likelihood probability',
  'economy economic inflation deflation dollar euro yen currency currencies exchange_rate exchange_rates oil_price oil_prices price_of_oil war tariff tariffs unemployment gdp election elections politics',
  'tax taxes taxed capital_gains irs',
  'news headline headlines people_say people_saying saying_about rumours rumors analysts earnings_report next_earnings earnings_date',
  'buy buying purchase invest_in should_i_buy add best_stock stock_to_buy',
  'in_place with_the_hedge with_hedge with_it',
  'greeks theta gamma vega rho max_pain gex gamma_exposure',
  'skew smile risk_reversal',
  '- same_with same_for live_off vs_now against_now right_now at_the_moment at_all and_what_about what_about how_about what_would what_will at_once by_the_way right_away at_night nest_egg new_to make_it of_it',
  'fees fee expense expenses expense_ratio ter commission commissions charge charges',
  'service upload file password email login subscription cancel delete billing invoice settings',
  'far how_far',
  'duration how_long how_many_years how_many_months how_many_days how_many_weeks time_to',
  'how_much',
  'loan debt margin borrow borrow_cost',
]

/** Words for sectors by how the name of the sector begins in the analysis; the first one names it. */
export const SECTORS: Readonly<Record<string, string>> = {
  tech: 'technology tech software',
  energy: 'energy oil',
  financ: 'financials bank banks financial',
  health: 'healthcare health pharma',
  consumer: 'consumer staples retail',
  utilit: 'utilities utility',
  material: 'materials',
  industr: 'industrials industrial',
  commun: 'communication telecom communications',
}

/** Words for a fall by all that there is. */
export const TOTAL_LOSS: ReadonlySet<string> = new Set(['zero', 'bankrupt', 'worthless', 'bust'])

/** Numbers that are counted with, from one on. */
export const PERIOD_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Times up to now by their calendar days. */
export const PERIOD_DAYS: Readonly<Record<string, number>> = { week: 7, month: 31, quarter: 92, year: 365 }

/** Parts of a holding, in percent. */
export const PART_WORDS: Readonly<Record<string, number>> = {
  half: 50,
  halve: 50,
  halves: 50,
  halved: 50,
  fifth: 20,
  third: 33.3,
  quarter: 25,
  tenth: 10,
  everything: 100,
  all: 100,
}
