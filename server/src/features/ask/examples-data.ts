// Tests: match-question.test.ts

/**
 * How each question may be asked; the first way stands for it in the docs, on buttons and in answers, with the names that
 * were asked about in the place of `{ticker}` and the like. A question that names one needs one.
 */
export const EXAMPLES = {
  value:
    'What is my portfolio worth? | What is the total value? | What is the market value of everything? | What is my net worth here? | What would I get if I sold everything today? | How much money do I have in all? | What does it all add up to? | How much are all my shares worth together? | Total account value | What would I have if I cashed out? | How rich am I?',
  'day-change':
    'What happened today? | Did I lose or gain money today? | Why is the portfolio down today? | How did I do today? | How much did the portfolio change today? | Did it rise or fall today? | Was today a good or a bad day? | How is my portfolio doing today? | Am I up or down today? | How much did I make since yesterday? | Today’s profit and loss | How was today compared to yesterday?',
  movers:
    'What moved most today? | Which holdings moved the most today? | Which stocks changed the most this morning? | Top movers of the day | Which stock went up the most today? | Which stock fell the most today? | Who were the winners and losers of the day? | What drove the change today? | Which of my shares did best and worst today? | Biggest winners and losers today | Which stock is responsible for the drop today?',
  'total-gain':
    'How much have I gained in all? | What is my total profit since buying? | Am I up or down overall? | Am I making money? | Did I win or lose since I bought? | How much profit have I made so far? | What is my return since I bought? | Have I made or lost money on the whole? | Overall gain or loss | Unrealized profit and loss of the account',
  done: 'How have I done? | How has my portfolio done since I started? | What is my return since I started? | My return since I started | How have I performed so far? | What is my time-weighted return? | What is my money-weighted return?',
  'hedge-results':
    'What did my hedges cost and pay? | What have my hedges cost me so far? | How much did my hedges pay back? | Did my hedges pay off? | What did I spend on hedges? | Were the hedges that I placed worth it? | What did my puts cost and bring?',
  accounts:
    'Which accounts do I have? | What are my accounts? | How is my money split by account? | List my accounts | How much is in each account?',
  'account-of':
    'Which account holds {ticker}? | In which account is AAPL? | Where do I hold MSFT? | Which accounts have KO? | What account is my NVDA in? | Which account are my AAPL shares in?',
  'account-value':
    'How much is in my {account}? | What is my IRA worth? | What is in my Roth? | Value of the Fidelity account | What is my Schwab account worth? | How big is my 401k? | What do I hold in my IRA? | Total in my IRA',
  'account-cash':
    'How much cash is in my {account}? | How much cash do I have in Fidelity? | Cash in the Roth | Is there uninvested money in my Schwab account? | Free cash in the 401k',
  largest:
    'What is my largest position? | Which is my biggest holding? | What are my main investments? | Where is most of the money? | What do I hold the most of? | What are my top five holdings? | Which stock do I have the most money in? | What do I own most of? | List my biggest positions',
  cash: 'How much cash do I have? | How much of it is uninvested? | Is there cash in this? | How much money is not invested? | What is my cash balance? | How much cash is left to invest? | Free cash in the account',
  positions:
    'How many positions do I have? | What is the number of holdings? | How many stocks are in this portfolio? | How many different stocks do I own? | How many companies do I hold? | Number of positions | Count my holdings',
  unpriced:
    'What has no price? | Which holdings are missing a quote? | Is any ticker without a price? | What could you not price? | For which holdings is there no current price? | Is there anything you could not value? | Which prices are missing?',
  freshness:
    'How old are these prices? | Is this data up to date? | Are the prices live or delayed? | Are these real prices? | When were the prices updated? | Can I trust these prices? | From when are these quotes? | How recent is the data? | Is this real time? | What date are the prices from? | When was this last updated? | Are these quotes live?',
  sectors:
    'Which sector is the largest? | What sectors do I hold? | Which industry am I most in? | What industries am I invested in? | Breakdown by sector | How is my money split over industries? | Sector allocation',
  'sector-share':
    'How much is in {sector}? | What is the weight of energy? | How exposed am I to banks? | How much of my money is in bank stocks? | What percentage do I have in healthcare? | Do I own any energy companies? | Exposure to tech stocks',
  rates:
    'What happens to my bonds if yields rise? | What do rising interest rates do to this? | How do rates hurt my Treasuries? | How sensitive is it to interest rates? | Are my bonds in danger if rates go up? | What if interest rates go up by one point? | How much do I lose when the Fed raises rates? | How would my bonds react to higher yields? | Interest rate risk of my Treasuries | Rates up 100 basis points',
  weight:
    'How much of my portfolio is {ticker}? | What is the weight of AAPL? | What percentage is in MSFT? | How big is my NVDA position? | What share of my money is in NVDA? | How much of my account is tied up in AAPL? | Is MSFT a large part of my portfolio? | KO as a percentage of everything | NVDA weight',
  'holding-value':
    'What is my {ticker} worth? | What is the value of my AAPL shares? | How much money is in MSFT? | What is the price of NVDA? | What is my NVDA doing in dollars? | How much are my KO shares worth right now? | Current value of my MSFT position | What do I have in AAPL in dollars? | How much NVDA do I own?',
  'holding-gain':
    'How much have I made on {ticker}? | What is my profit on AAPL? | Is MSFT in profit? | Have I lost money on KO? | Is AAPL up or down since I bought it? | What is my cost basis of MSFT against now? | How has my AAPL done since I bought it? | Did I make money with NVDA? | Profit or loss on MSFT | How far am I ahead on KO? | What did NVDA earn me? | Return on my AAPL shares since purchase',
  'holding-gains':
    'Which holding gained the most? | Which of my positions are at a loss? | Which stock made me the most money? | What is my biggest winner? | What is my worst investment? | Where did I lose the most money? | Which position is the furthest in the red? | Which stock lost me the most money? | Which of my shares earned me the most? | Gains and losses by position | Best and worst positions since purchase',
  'holding-fall':
    'What if {ticker} falls {percent}? | How much do I lose if AAPL drops 30%? | What happens to me if MSFT crashes? | What if the price of KO halves? | What would a fall of NVDA by a third cost me? | Suppose KO goes to zero | How much would it hurt if AAPL tanked? | MSFT down 25%',
  'holding-beta':
    'How does {ticker} move with the market? | What is the beta of AAPL? | How sensitive is MSFT to the S&P? | How much does AAPL fall when the market falls? | Does KO move more or less than the market? | NVDA beta | How strongly does MSFT react to the S&P? | If the market falls one percent, what does AAPL do?',
  'holding-volatility':
    'How volatile is {ticker}? | How risky is AAPL? | How much does MSFT swing? | What is the realised volatility of JPM? | Is KO more volatile than the market? | Is AAPL a risky stock? | How much does KO go up and down? | Is NVDA a wild stock or a calm one? | MSFT historical volatility | How jumpy is the price of KO?',
  sell: 'What if I sell {size} of {ticker}? | Suppose I sell 20% of AAPL | What happens when I trim MSFT by a third? | Should I reduce KO? | What if I sold all my NVDA? | What changes when I trim KO by 40%? | What would happen if I got out of NVDA completely? | Would selling AAPL lower my risk? | What if I get rid of KO? | If I cut MSFT by half, how does my risk change? | I am thinking of selling some NVDA | Effect of selling 10 shares of AAPL',
  'most-volatile':
    'Which holding moves the most? | Which stock is the most volatile? | What is my riskiest holding? | Which of my stocks is the wildest? | What is the riskiest thing I own? | Which share swings the most? | Most volatile position',
  'least-volatile':
    'Which holding moves the least? | Which stock is the calmest? | What is my safest holding? | Which of my stocks is the steadiest? | What is the safest thing I own? | Which share is the least risky? | Which holding is the most stable?',
  'highest-beta':
    'Which holding moves the most with the market? | Which of my stocks has the highest beta? | Which position reacts most to the S&P? | Highest beta in the portfolio | Which holding is the most sensitive to the market?',
  'lowest-beta':
    'Which holding moves the least with the market? | Which of my stocks has the lowest beta? | Which position reacts least to the S&P? | What is the most defensive thing I own? | Lowest beta in the portfolio | Which holding is the least sensitive to the market?',
  beta: 'How does it move with the market? | What is the beta of my portfolio? | How sensitive am I to the S&P? | What do I do when the market rises one percent? | Am I more aggressive than the market? | If the market goes up one percent, how much do I gain? | How closely do I follow the market? | Portfolio beta | Do I swing more than the S&P 500? | Beta-weighted exposure of the account',
  volatility:
    'How volatile is my portfolio? | How much does the value swing? | What is the standard deviation? | How risky is my portfolio? | Is this a bumpy or a steady mix? | How much does my account go up and down? | Is my portfolio risky? | How bumpy is the ride? | Annualized volatility | How stable is all this?',
  drawdown:
    'How far did it fall in the last year? | What is the largest drawdown? | What was the deepest decline of the past twelve months? | How far is it below its high? | What was the biggest loss from the peak in the last year? | How deep was the worst fall in the past year? | How much did I lose from the high to the low? | Maximum drawdown | What was the biggest peak to trough loss? | How far am I below the top?',
  'biggest-risk':
    'What is my biggest risk? | Selling what would make me safer? | Where does most of the risk lie? | What is most dangerous in this? | What could hurt this portfolio most? | What should I worry about? | What is my weak spot? | Where is most of the danger? | Which position contributes the most to my risk? | What is most likely to hurt me? | What is the weak point of this portfolio? | Which holding adds the most risk?',
  diversification:
    'How diversified am I? | Is the portfolio well diversified? | Is my money well spread? | What is the diversification score? | Do I own enough different things? | Are my investments spread widely enough? | Am I well diversified? | Is there enough variety in what I own? | Grade my diversification',
  'independent-bets':
    'How many independent bets do I have? | How many different bets am I making? | How many separate bets is this? | What is the effective number of bets? | Is this one big bet? | How many bets am I really making? | Effective number of bets | Are all these really one bet? | How many truly different positions do I have?',
  concentration:
    'Am I too concentrated? | Do I have too much in one holding? | Is it top-heavy? | How concentrated is the portfolio? | Do I have too much in NVDA? | Is too much of it in one company? | Is too much of my money in a few stocks? | Are all my eggs in one basket? | How much is in the five largest positions? | Do I depend too much on one company? | Is one position too large?',
  'one-bet':
    'Which two holdings are one bet? | Which stocks are the same bet? | Are any two holdings nearly identical? | What overlaps in my portfolio? | Which pair is most correlated? | Which of my stocks are basically the same? | Do I own duplicates? | Which holdings move almost identically? | Which two are most alike?',
  offsets:
    'Which holdings offset each other? | What goes the other way when the rest falls? | What diversifies best? | Which pair is least correlated? | What holds up when the others fall? | Do my bonds cushion a fall? | What goes up when stocks go down? | What protects me when the rest falls? | Which of my stocks rise when the others fall? | What do I own that goes against the rest? | Does anything balance out the losses of the others? | Which holdings move in opposite directions?',
  pair: 'How do {ticker} and {other} move together? | Compare KO with AAPL | Are NVDA and AAPL correlated? | What is the correlation of KO and MSFT? | Do AAPL and KO rise and fall together? | NVDA and MSFT in sync? | How closely do AAPL and NVDA follow each other? | Correlation between KO and NVDA | Do MSFT and AAPL go the same way? | Are AAPL and MSFT alike?',
  'average-correlation':
    'How correlated are my holdings on average? | What is the average correlation? | Does everything move together? | Do my stocks all move at the same time? | How much do my stocks move in step? | Average pairwise correlation | Do all of my holdings rise and fall together?',
  'market-fall':
    'What if the market falls {percent}? | How much do I lose when stocks drop 30%? | What does a market crash of 25% do to this? | What happens if the S&P tumbles? | What happens to me in a crash? | What would a selloff of 10% do? | Suppose stocks fall by a third | How much would I lose if stocks dropped by a third? | What would a crash of 30 percent cost me? | The market is down 10%, where am I? | What do I have left after a 40% fall of the market? | S&P down 20% scenario',
  crisis:
    'What did {crisis} do to this? | What happened in the Covid crash? | How much would I have lost in the financial crisis? | What if 2020 happens again? | How bad was 2022 for these holdings? | What would the dot-com crash do to this? | How would I have done in the pandemic crash? | What if another 2008 comes? | Lehman collapse scenario | How much of my money would be left if 2008 came back? | Show me the dot-com crash',
  'crisis-against-market':
    'Did it do better than the market in {crisis}? | Would I have beaten the S&P in 2008? | How did it compare to the benchmark in the Covid crash? | Did I lose less than the market in 2022? | Was the market worse in 2008? | Did I hold up better than the index in the Covid crash? | Was I hurt more than the market in 2008? | 2020 compared with the S&P',
  recovery:
    'How long did it take to recover from {crisis}? | When did it get back to even after the Covid crash? | How long was it underwater in 2022? | How many years until it came back from 2008? | How many months until I would have been back where I started after 2008? | Time to recover after the Covid crash | When would I have made back the losses of 2022?',
  'worst-crisis':
    'Which crisis would have hurt the most? | What was the worst crash for this portfolio? | Which past crises were the hardest? | How did it do in all crises? | What happens in the worst case? | Of all past crashes, which would have cost me the most? | Which bear market was the worst for me? | Rank the crises',
  recent:
    'How did it do over the {period}? | How did I do this week? | Am I up or down this month? | How much did I make last month? | How have I done recently? | What was my performance lately? | Did I keep up with the market over the last six months? | How has it performed lately? | What is my return over the past few months? | How did the portfolio do this year so far? | Performance of the last half year',
  year: 'How did it do in {year}? | What was the return in 2019? | How were these holdings in 2013? | What did I return in 2016? | Performance in 2014 | Was 2019 a good year for me?',
  sharpe:
    'What is the Sharpe ratio? | What is my risk-adjusted return? | Am I paid for the risk? | Do I get enough return for the risk? | Is the return worth the risk? | How much return do I get for the risk I take? | Sharpe | Am I rewarded enough for taking risk?',
  'worst-day':
    'What was my worst day? | What was the single worst trading day? | When did it fall most in one day? | On which day did I lose the most? | What is the most I ever lost in one day? | Biggest one-day loss | When was my worst day?',
  'value-at-risk':
    'How much can I lose on a bad day? | What is my value at risk? | What is the VaR? | What is the tail risk? | What does a bad day look like? | How much could I lose in one day? | What is the expected shortfall? | How bad could one day get? | What might I lose tomorrow in a bad case? | 95% VaR | How much can vanish in a single day?',
  'implied-volatility':
    'What is the implied volatility of {ticker}? | How high is the IV of AAPL? | Are options on MSFT expensive? | Are options on KO cheap or rich? | What is the IV rank of AAPL? | Are NVDA options expensive right now? | AAPL IV | How nervous is the options market about KO? | Is implied volatility of MSFT high?',
  'expected-move':
    'How far may {ticker} move? | What is the expected move of AAPL? | How big a move do options price in for MSFT? | What is the range for KO? | How far may the price of NVDA move? | How much do options say AAPL moves? | How big a move is priced in for NVDA? | Implied move of MSFT by the next expiry | Where could KO trade next month?',
  'put-call':
    'What is the put/call ratio of {ticker}? | Are people betting against AAPL? | Are more puts or calls traded on MSFT? | Is the sentiment on SPY bearish? | Are traders bearish or bullish on NVDA? | MSFT put call ratio | Do people buy more puts than calls on AAPL?',
  'put-price':
    'What does a put on {ticker} cost? | How much is a protective put on AAPL? | What would I pay for puts on MSFT? | What is the premium of an AAPL put? | What do puts on NVDA go for? | How much would it cost to insure my AAPL shares? | Price of a 5% out of the money put on KO | What is a put on MSFT going for?',
  skew: 'What is the skew of {ticker}? | How steep is the smile of AAPL? | What is the risk reversal of MSFT? | Are puts pricier than calls on AAPL? | NVDA skew | How much more do downside puts on KO cost than calls?',
  dividend:
    'Is there a dividend before expiry in {ticker}? | When does KO go ex-dividend? | What is the dividend of AAPL? | When does MSFT pay its next dividend? | Does AAPL go ex-dividend before the option expires? | Next dividend of KO | Ex-dividend date of MSFT | How much is the next NVDA dividend?',
  'dividend-income':
    'How much do my holdings pay in dividends? | How much interest do my bond funds pay? | What is my dividend income? | What do I earn in dividends a year? | How much income do I get from my shares each year? | What do my stocks pay me? | Yearly dividends of the portfolio | Dividend yield of the whole account',
  expiries:
    'Which expiries are there for {ticker}? | What expiration dates does AAPL have? | When do options on MSFT expire? | Are there weekly options on KO? | When is the next expiry of NVDA? | List the expirations of KO | Which option dates can I trade on AAPL?',
  'unusual-volume':
    'Is there unusual option volume in {ticker}? | Any strange option activity in AAPL? | Which options on MSFT trade heavily? | Were there big option trades in KO today? | Is something strange going on in NVDA options? | Are big players trading KO options? | Unusual flow in MSFT',
  hedge:
    'What hedge is recommended? | How long does the hedge last? | When does the protection end? | Which protection was suggested? | How should I protect this portfolio? | How can I hedge? | Which puts are recommended? | What protection would you advise? | How do I protect myself against a crash? | Which put should I buy for protection? | How can I insure my portfolio? | What is the best hedge for me? | Show me the hedge',
  'cheaper-hedge':
    'Why is this put recommended and not the cheaper one? | Why is this hedge recommended and not a cheaper one? | Is there a cheaper hedge instead? | Why not choose a less expensive put? | Why this strike and not a lower one? | Can I hedge for less money? | Why is the cheaper hedge not good enough? | Why did you pick this expensive hedge?',
  'hedge-cost':
    'What does the hedge cost? | How expensive is the protection? | What is the price of the recommended hedge? | What is the premium of the hedge? | How much would the protection cost me? | What do I pay for insurance against a crash? | Is the hedge expensive? | Price of the hedge',
  'hedge-effect':
    'How much does the hedge save if the market falls? | How much of the loss does the protection avoid? | What does the hedge do in a crash? | What does the hedge do when stocks drop? | What does the hedge pay if the market falls 20%? | What do I get from the hedge when stocks fall? | How well does the hedge work? | How much do I lose with the hedge in a 20% fall? | Is the hedge worth it?',
  'hedge-gaps':
    'What does the hedge leave open? | What does the hedge not cover? | What risk remains with the protection? | Where does the hedge not help? | What is the basis risk of the hedge? | What risk is left after hedging? | Against what does the hedge not protect me? | Does the hedge cover everything? | Where am I still exposed with the hedge?',
  'hedge-crisis':
    'How would the hedge have done in {crisis}? | What would 2008 do with the hedge in place? | Does the protection help in the Covid crash? | Would the hedge have helped in 2008? | 2022 with the hedge | How much would I have lost in the Covid crash with protection?',
  recommendation:
    'What does the last analysis recommend? | What did the AI analysis recommend? | What does the AI Analysis advise? | What should I do? | What is your advice? | What do you recommend? | What should I change? | What is the next step you suggest? | What does the AI say about my portfolio?',
  confidence:
    'How sure is the analysis? | How confident is that recommendation? | Can I trust the analysis? | How reliable is that advice? | How sure are you? | How certain is this advice? | Why should I trust this recommendation? | How strong is the evidence for the advice?',
  'track-record':
    'How good were past recommendations? | What is the track record? | Do your recommendations work out? | Were you right before? | Have your recommendations made money? | How did your past advice turn out? | How often were you right? | Has your advice worked in the past? | Success rate of the recommendations',
  forecast:
    'What will the market do next year? | Will NVDA go up? | Where will AAPL be tomorrow? | What is the outlook? | Will there be a crash? | Is a recession coming? | How high will AAPL be in a year? | Will the market recover soon? | Will KO keep rising? | When will the market turn? | What is the chance of a crash? | What are the odds of losing 10% this year? | How probable is a loss?',
  buy: 'What should I buy? | Should I buy NVDA? | What is the best stock to buy? | Which fund should I buy? | Should I add to AAPL? | Is now a good time to buy? | What stock should I buy next? | Is AAPL a good buy? | Which ETF is best for a beginner? | Is gold better than stocks? | Find me a good investment',
  taxes:
    'How much tax do I owe? | What are my capital gains taxes if I sell? | How is selling NVDA taxed? | How much do I have to pay the IRS? | Can I deduct my losses? | Which lots should I sell for tax reasons? | Is that long-term or short-term capital gains?',
  company:
    'What is in the news? | What is the news on AAPL? | When are the next earnings of NVDA? | What is the P/E ratio of MSFT? | Is KO overvalued? | When does AAPL report earnings? | CEO of MSFT | How many employees does NVDA have? | What does KO do? | What is the market cap of AAPL? | Is NVDA in the news?',
  economy:
    'What would inflation or a currency do? | What would inflation do to this? | What if the dollar falls? | How does a weaker dollar affect me? | What happens to me if the euro rises? | What if oil prices double? | What happens if there is a war? | Am I protected against inflation? | What do tariffs do to my holdings? | Currency risk | What is inflation?',
  greeks:
    'What is the theta of my options? | What is my gamma exposure? | What are the Greeks of this portfolio? | What is the delta of my calls? | Delta of my AAPL puts | How much time decay do I pay? | Vega of the position',
  fees: 'What are the fees of my funds? | What do I pay in commissions? | What is the expense ratio of SPY? | What does my adviser charge? | What does my broker charge per trade? | How much am I paying in fees?',
  order:
    'Can you place an order for me? | Can Ballast trade for me? | Execute this trade | Sell 10 shares of KO at the open | Buy 100 MSFT | Place a limit order | Close my position in AAPL now | Roll my puts to next month | Cancel my order',
  'using-ballast':
    'How do I upload a file? | How do I change my password? | How do I change my email? | How do I delete my account? | What does the PRO subscription cost? | How do I cancel my subscription? | How do I add another portfolio? | Is my data safe with you? | Can somebody else have a login? | How do I export my data? | How do I contact support?',
  meaning:
    'What does this word mean? | What does beta mean? | What is a put? | What is an option? | Explain covered calls to me | How do options work? | What is meant by volatility? | Define drawdown | What is the difference between a put and a call? | Explain the Sharpe ratio | What is a bear market?',
  planning:
    'How should I plan my savings? | How much can I withdraw each year? | When can I retire? | How much should I save each month? | Will my money last? | Should I pay off my mortgage first? | How much do I need for retirement? | How much should I have in stocks at my age? | Can I afford to stop working?',
  history:
    'What did I trade? | What did I sell last month? | How much did I deposit this year? | What was my best trade? | When did I buy KO? | List my transactions | How many trades did I make? | What did I pay for my AAPL in March?',
} as const

/** Name of a question. */
export type QuestionId = keyof typeof EXAMPLES
