/**
 * Tickers and names of funds and companies that many people hold and that the simulated market does not have. They help to
 * read and to spell; they have no prices here. One a line: ticker, name.
 */
export const WIDELY_HELD: readonly { ticker: string; name: string }[] = `
SCHD Schwab US Dividend Equity ETF
SCHB Schwab US Broad Market ETF
SCHX Schwab US Large-Cap ETF
SCHG Schwab US Large-Cap Growth ETF
SCHV Schwab US Large-Cap Value ETF
SCHA Schwab US Small-Cap ETF
SCHF Schwab International Equity ETF
SCHE Schwab Emerging Markets Equity ETF
SCHZ Schwab US Aggregate Bond ETF
SCHH Schwab US REIT ETF
SCHP Schwab US TIPS ETF
SWPPX Schwab S&P 500 Index Fund
SWTSX Schwab Total Stock Market Index Fund
SWISX Schwab International Index Fund
VT Vanguard Total World Stock ETF
VXUS Vanguard Total International Stock ETF
VEU Vanguard FTSE All-World ex-US ETF
VEA Vanguard FTSE Developed Markets ETF
VWO Vanguard FTSE Emerging Markets ETF
VUG Vanguard Growth ETF
VTV Vanguard Value ETF
VYM Vanguard High Dividend Yield ETF
VYMI Vanguard International High Dividend Yield ETF
VIG Vanguard Dividend Appreciation ETF
VO Vanguard Mid-Cap ETF
VB Vanguard Small-Cap ETF
VBR Vanguard Small-Cap Value ETF
VBK Vanguard Small-Cap Growth ETF
VV Vanguard Large-Cap ETF
VGT Vanguard Information Technology ETF
VHT Vanguard Health Care ETF
VFH Vanguard Financials ETF
VDE Vanguard Energy ETF
VPU Vanguard Utilities ETF
VNQ Vanguard Real Estate ETF
VNQI Vanguard Global ex-US Real Estate ETF
VOOG Vanguard S&P 500 Growth ETF
VOOV Vanguard S&P 500 Value ETF
VTWO Vanguard Russell 2000 ETF
VONG Vanguard Russell 1000 Growth ETF
MGK Vanguard Mega Cap Growth ETF
BND Vanguard Total Bond Market ETF
BNDX Vanguard Total International Bond ETF
BIV Vanguard Intermediate-Term Bond ETF
BSV Vanguard Short-Term Bond ETF
BLV Vanguard Long-Term Bond ETF
VCIT Vanguard Intermediate-Term Corporate Bond ETF
VCSH Vanguard Short-Term Corporate Bond ETF
VGIT Vanguard Intermediate-Term Treasury ETF
VGSH Vanguard Short-Term Treasury ETF
VGLT Vanguard Long-Term Treasury ETF
VTEB Vanguard Tax-Exempt Bond ETF
VTIP Vanguard Short-Term Inflation-Protected Securities ETF
VTSAX Vanguard Total Stock Market Index Fund Admiral
VTIAX Vanguard Total International Stock Index Fund Admiral
VBTLX Vanguard Total Bond Market Index Fund Admiral
VFIAX Vanguard 500 Index Fund Admiral
VIGAX Vanguard Growth Index Fund Admiral
VIMAX Vanguard Mid-Cap Index Fund Admiral
VSMAX Vanguard Small-Cap Index Fund Admiral
VWELX Vanguard Wellington Fund
VWINX Vanguard Wellesley Income Fund
VINIX Vanguard Institutional Index Fund
VTTSX Vanguard Target Retirement 2060 Fund
VFIFX Vanguard Target Retirement 2050 Fund
VFORX Vanguard Target Retirement 2040 Fund
FXAIX Fidelity 500 Index Fund
FSKAX Fidelity Total Market Index Fund
FTIHX Fidelity Total International Index Fund
FZROX Fidelity ZERO Total Market Index Fund
FZILX Fidelity ZERO International Index Fund
FNILX Fidelity ZERO Large Cap Index Fund
FXNAX Fidelity US Bond Index Fund
FSPGX Fidelity Large Cap Growth Index Fund
FSMDX Fidelity Mid Cap Index Fund
FSSNX Fidelity Small Cap Index Fund
FSPSX Fidelity International Index Fund
FCNTX Fidelity Contrafund
FBGRX Fidelity Blue Chip Growth Fund
FBALX Fidelity Balanced Fund
FDVV Fidelity High Dividend ETF
FTEC Fidelity MSCI Information Technology Index ETF
FBTC Fidelity Wise Origin Bitcoin Fund
FETH Fidelity Ethereum Fund
ONEQ Fidelity Nasdaq Composite Index ETF
AGTHX American Funds Growth Fund of America
AIVSX American Funds Investment Company of America
DODGX Dodge & Cox Stock Fund
PRGFX T. Rowe Price Growth Stock Fund
IVV iShares Core S&P 500 ETF
IVW iShares S&P 500 Growth ETF
IVE iShares S&P 500 Value ETF
IJH iShares Core S&P Mid-Cap ETF
IJR iShares Core S&P Small-Cap ETF
ITOT iShares Core S&P Total US Stock Market ETF
IWF iShares Russell 1000 Growth ETF
IWD iShares Russell 1000 Value ETF
IWB iShares Russell 1000 ETF
IWV iShares Russell 3000 ETF
IWN iShares Russell 2000 Value ETF
IWO iShares Russell 2000 Growth ETF
IEFA iShares Core MSCI EAFE ETF
IEMG iShares Core MSCI Emerging Markets ETF
IXUS iShares Core MSCI Total International Stock ETF
ACWI iShares MSCI ACWI ETF
ACWX iShares MSCI ACWI ex US ETF
DGRO iShares Core Dividend Growth ETF
HDV iShares Core High Dividend ETF
DVY iShares Select Dividend ETF
IDV iShares International Select Dividend ETF
QUAL iShares MSCI USA Quality Factor ETF
MTUM iShares MSCI USA Momentum Factor ETF
USMV iShares MSCI USA Min Vol Factor ETF
ESGU iShares ESG Aware MSCI USA ETF
SOXX iShares Semiconductor ETF
IGV iShares Expanded Tech-Software Sector ETF
IBB iShares Biotechnology ETF
ITA iShares US Aerospace & Defense ETF
ICLN iShares Global Clean Energy ETF
IYR iShares US Real Estate ETF
EWJ iShares MSCI Japan ETF
EWZ iShares MSCI Brazil ETF
EWY iShares MSCI South Korea ETF
INDA iShares MSCI India ETF
MCHI iShares MSCI China ETF
SGOV iShares 0-3 Month Treasury Bond ETF
SHV iShares Short Treasury Bond ETF
SHY iShares 1-3 Year Treasury Bond ETF
IEF iShares 7-10 Year Treasury Bond ETF
IEI iShares 3-7 Year Treasury Bond ETF
GOVT iShares US Treasury Bond ETF
TIP iShares TIPS Bond ETF
MUB iShares National Muni Bond ETF
MBB iShares MBS ETF
EMB iShares JP Morgan USD Emerging Markets Bond ETF
USHY iShares Broad USD High Yield Corporate Bond ETF
FLOT iShares Floating Rate Bond ETF
IAU iShares Gold Trust
IAUM iShares Gold Trust Micro
IBIT iShares Bitcoin Trust ETF
ETHA iShares Ethereum Trust ETF
SPLG SPDR Portfolio S&P 500 ETF
SPYM State Street SPDR Portfolio S&P 500 ETF
SPYG SPDR Portfolio S&P 500 Growth ETF
SPYV SPDR Portfolio S&P 500 Value ETF
SPYD SPDR Portfolio S&P 500 High Dividend ETF
SPTM SPDR Portfolio S&P 1500 Composite Stock Market ETF
SPAB SPDR Portfolio Aggregate Bond ETF
SPDW SPDR Portfolio Developed World ex-US ETF
SPEM SPDR Portfolio Emerging Markets ETF
SDY SPDR S&P Dividend ETF
MDY SPDR S&P MidCap 400 ETF
BIL SPDR Bloomberg 1-3 Month T-Bill ETF
JNK SPDR Bloomberg High Yield Bond ETF
GLDM SPDR Gold MiniShares Trust
XBI SPDR S&P Biotech ETF
XOP SPDR S&P Oil & Gas Exploration & Production ETF
KRE SPDR S&P Regional Banking ETF
KBE SPDR S&P Bank ETF
XHB SPDR S&P Homebuilders ETF
XRT SPDR S&P Retail ETF
QQQM Invesco NASDAQ 100 ETF
RSP Invesco S&P 500 Equal Weight ETF
SPLV Invesco S&P 500 Low Volatility ETF
SPHD Invesco S&P 500 High Dividend Low Volatility ETF
PDBC Invesco Optimum Yield Diversified Commodity Strategy
BKLN Invesco Senior Loan ETF
TQQQ ProShares UltraPro QQQ
SQQQ ProShares UltraPro Short QQQ
QLD ProShares Ultra QQQ
SSO ProShares Ultra S&P 500
UPRO ProShares UltraPro S&P 500
SPXU ProShares UltraPro Short S&P 500
SDS ProShares UltraShort S&P 500
UVXY ProShares Ultra VIX Short-Term Futures ETF
NOBL ProShares S&P 500 Dividend Aristocrats ETF
BITO ProShares Bitcoin ETF
SOXL Direxion Daily Semiconductor Bull 3X Shares
SOXS Direxion Daily Semiconductor Bear 3X Shares
TNA Direxion Daily Small Cap Bull 3X Shares
TZA Direxion Daily Small Cap Bear 3X Shares
SPXL Direxion Daily S&P 500 Bull 3X Shares
SPXS Direxion Daily S&P 500 Bear 3X Shares
TMF Direxion Daily 20+ Year Treasury Bull 3X Shares
FAS Direxion Daily Financial Bull 3X Shares
LABU Direxion Daily S&P Biotech Bull 3X Shares
NVDL GraniteShares 2x Long NVDA Daily ETF
TSLL Direxion Daily TSLA Bull 2X Shares
JEPI JPMorgan Equity Premium Income ETF
JEPQ JPMorgan Nasdaq Equity Premium Income ETF
JPST JPMorgan Ultra-Short Income ETF
SPYI NEOS S&P 500 High Income ETF
QQQI NEOS Nasdaq-100 High Income ETF
QYLD Global X NASDAQ 100 Covered Call ETF
XYLD Global X S&P 500 Covered Call ETF
RYLD Global X Russell 2000 Covered Call ETF
LIT Global X Lithium & Battery Tech ETF
URA Global X Uranium ETF
PFF iShares Preferred and Income Securities ETF
DIVO Amplify CWP Enhanced Dividend Income ETF
BLOK Amplify Transformational Data Sharing ETF
NUSI Nationwide Nasdaq-100 Risk-Managed Income ETF
TSLY YieldMax TSLA Option Income Strategy ETF
NVDY YieldMax NVDA Option Income Strategy ETF
MSTY YieldMax MSTR Option Income Strategy ETF
CONY YieldMax COIN Option Income Strategy ETF
SMH VanEck Semiconductor ETF
GDXJ VanEck Junior Gold Miners ETF
MOAT VanEck Morningstar Wide Moat ETF
HODL VanEck Bitcoin ETF
AVUV Avantis US Small Cap Value ETF
AVDV Avantis International Small Cap Value ETF
AVUS Avantis US Equity ETF
AVEM Avantis Emerging Markets Equity ETF
DFAC Dimensional US Core Equity 2 ETF
DFAS Dimensional US Small Cap ETF
DFUS Dimensional US Equity ETF
COWZ Pacer US Cash Cows 100 ETF
DGRW WisdomTree US Quality Dividend Growth Fund
USFR WisdomTree Floating Rate Treasury Fund
CIBR First Trust NASDAQ Cybersecurity ETF
FTSM First Trust Enhanced Short Maturity ETF
ARKG ARK Genomic Revolution ETF
ARKW ARK Next Generation Internet ETF
ARKF ARK Blockchain & Fintech Innovation ETF
ARKQ ARK Autonomous Technology & Robotics ETF
ARKX ARK Space & Defense Innovation ETF
ARKB ARK 21Shares Bitcoin ETF
GBTC Grayscale Bitcoin Trust
ETHE Grayscale Ethereum Trust
BITB Bitwise Bitcoin ETF
KWEB KraneShares CSI China Internet ETF
BOTZ Global X Robotics & Artificial Intelligence ETF
AIQ Global X Artificial Intelligence & Technology ETF
JETS US Global Jets ETF
MJ Amplify Alternative Harvest ETF
TAN Invesco Solar ETF
PAVE Global X US Infrastructure Development ETF
SHLD Global X Defense Tech ETF
VWCE Vanguard FTSE All-World UCITS ETF Acc
VWRL Vanguard FTSE All-World UCITS ETF
VUSA Vanguard S&P 500 UCITS ETF
VUAA Vanguard S&P 500 UCITS ETF Acc
CSPX iShares Core S&P 500 UCITS ETF
IWDA iShares Core MSCI World UCITS ETF
EIMI iShares Core MSCI EM IMI UCITS ETF
EQQQ Invesco EQQQ NASDAQ-100 UCITS ETF
SOFI SoFi Technologies
RKLB Rocket Lab Corporation
HIMS Hims & Hers Health
IONQ IonQ
RGTI Rigetti Computing
QBTS D-Wave Quantum
QUBT Quantum Computing
NU Nu Holdings
UPST Upstart Holdings
AFRM Affirm Holdings
MELI MercadoLibre
W Wayfair
NIO NIO
XPEV XPeng
LI Li Auto
LCID Lucid Group
AMC AMC Entertainment Holdings
BB BlackBerry
NOK Nokia
MSTR Strategy
MARA MARA Holdings
RIOT Riot Platforms
CLSK CleanSpark
HUT Hut 8
IREN IREN
CIFR Cipher Mining
WULF TeraWulf
BMNR BitMine Immersion Technologies
CRCL Circle Internet Group
U Unity Software
RBLX Roblox
DKNG DraftKings
PENN PENN Entertainment
SNAP Snap
PINS Pinterest
SPOT Spotify Technology
ROKU Roku
ZM Zoom Communications
DOCU DocuSign
TWLO Twilio
OKTA Okta
NET Cloudflare
MDB MongoDB
ZS Zscaler
S SentinelOne
PATH UiPath
AI C3.ai
BBAI BigBear.ai Holdings
SOUN SoundHound AI
TEM Tempus AI
CRWV CoreWeave
NBIS Nebius Group
ALAB Astera Labs
CRDO Credo Technology Group
ARM Arm Holdings
TSM Taiwan Semiconductor Manufacturing
UMC United Microelectronics
STM STMicroelectronics
GFS GlobalFoundries
WOLF Wolfspeed
ASTS AST SpaceMobile
LUNR Intuitive Machines
JOBY Joby Aviation
ACHR Archer Aviation
OKLO Oklo
SMR NuScale Power
NNE Nano Nuclear Energy
CCJ Cameco
LEU Centrus Energy
BE Bloom Energy
PLUG Plug Power
FCEL FuelCell Energy
CHPT ChargePoint Holdings
QS QuantumScape
ENPH Enphase Energy
SEDG SolarEdge Technologies
RUN Sunrun
TOST Toast
BILL BILL Holdings
GTLB GitLab
ESTC Elastic
CFLT Confluent
IOT Samsara
DUOL Duolingo
RDDT Reddit
CVNA Carvana
CHWY Chewy
ETSY Etsy
CROX Crocs
ELF e.l.f. Beauty
CELH Celsius Holdings
CAVA CAVA Group
BROS Dutch Bros
SG Sweetgreen
SHAK Shake Shack
WEN Wendy's
PTON Peloton Interactive
LYFT Lyft
GRAB Grab Holdings
SE Sea
CPNG Coupang
PDD PDD Holdings
BABA Alibaba Group Holding
BIDU Baidu
JD JD.com
TME Tencent Music Entertainment
BILI Bilibili
FUTU Futu Holdings
NVO Novo Nordisk
AZN AstraZeneca
NVS Novartis
SNY Sanofi
GSK GSK
TEVA Teva Pharmaceutical Industries
BNTX BioNTech
CRSP CRISPR Therapeutics
NTLA Intellia Therapeutics
BEAM Beam Therapeutics
RXRX Recursion Pharmaceuticals
TDOC Teladoc Health
OSCR Oscar Health
CLOV Clover Health Investments
VKTX Viking Therapeutics
SRPT Sarepta Therapeutics
EPD Enterprise Products Partners
ET Energy Transfer
MPLX MPLX
ENB Enbridge
TRP TC Energy
SU Suncor Energy
CNQ Canadian Natural Resources
SHEL Shell
BP BP
TTE TotalEnergies
EQNR Equinor
PBR Petrobras
VALE Vale
RIO Rio Tinto
BHP BHP Group
AA Alcoa
CLF Cleveland-Cliffs
X United States Steel
MP MP Materials
USAR USA Rare Earth
LAC Lithium Americas
ALB Albemarle
GOLD Gold.com
B Barrick Mining
AEM Agnico Eagle Mines
WPM Wheaton Precious Metals
PAAS Pan American Silver
AG First Majestic Silver
KGC Kinross Gold
HL Hecla Mining
STLA Stellantis
TM Toyota Motor
HMC Honda Motor
RACE Ferrari
SONY Sony Group
NTDOY Nintendo
TCEHY Tencent Holdings
BYDDY BYD
LVMUY LVMH
NSRGY Nestle
RHHBY Roche Holding
SIEGY Siemens
SAP SAP
ABB ABB
PHG Koninklijke Philips
UL Unilever
DEO Diageo
BTI British American Tobacco
HSBC HSBC Holdings
UBS UBS Group
DB Deutsche Bank
ING ING Groep
SAN Banco Santander
BBVA Banco Bilbao Vizcaya Argentaria
ITUB Itau Unibanco Holding
RY Royal Bank of Canada
TD Toronto-Dominion Bank
BNS Bank of Nova Scotia
BMO Bank of Montreal
BN Brookfield
BAM Brookfield Asset Management
CNI Canadian National Railway
CP Canadian Pacific Kansas City
SHOP Shopify
BCE BCE
VOD Vodafone Group
TEF Telefonica
AGNC AGNC Investment
NLY Annaly Capital Management
MAIN Main Street Capital
ARCC Ares Capital
HTGC Hercules Capital
OBDC Blue Owl Capital
OWL Blue Owl Capital Inc Class A
STAG STAG Industrial
ADC Agree Realty
NNN NNN REIT
WPC W. P. Carey
MPW Medical Properties Trust
OHI Omega Healthcare Investors
ABR Arbor Realty Trust
STWD Starwood Property Trust
RITM Rithm Capital
ALLY Ally Financial
LC LendingClub
OPEN Opendoor Technologies
RKT Rocket Companies
Z Zillow Group
COMP Compass
AAL American Airlines Group
JBLU JetBlue Airways
ALK Alaska Air Group
SPCE Virgin Galactic Holdings
M Macy's
KSS Kohl's
GAP Gap
AEO American Eagle Outfitters
ANF Abercrombie & Fitch
VFC VF Corporation
UAA Under Armour
BIRK Birkenstock Holding
ONON On Holding
DECK Deckers Outdoor
BYND Beyond Meat
OTLY Oatly Group
TLRY Tilray Brands
CGC Canopy Growth
ACB Aurora Cannabis
CRON Cronos Group
SIRI Sirius XM Holdings
FUBO fuboTV
LUMN Lumen Technologies
ALUR Allurion Technologies
DNUT Krispy Kreme
TTWO Take-Two Interactive Software
HUBS HubSpot
SNOW Snowflake
ASML ASML Holding
BRK.A Berkshire Hathaway Class A
BF.A Brown-Forman Class A
HEI HEICO
HEI.A HEICO Class A
LEN.B Lennar Class B
GEF.B Greif Class B
MOG.A Moog Class A
UHAL.B U-Haul Class B
LGF.A Lionsgate Class A
BIO.B Bio-Rad Class B
CWEN.A Clearway Energy Class A
HUBB Hubbell
WSO.B Watsco Class B
CRD.A Crawford Class A
MKC.V McCormick Voting
PBR.A Petrobras Preferred
H Hyatt Hotels
K Kellanova
E Eni
G Genpact
R Ryder System
`
  .trim()
  .split('\n')
  .map((line) => {
    const at = line.indexOf(' ')
    return { ticker: line.slice(0, at), name: line.slice(at + 1) }
  })
