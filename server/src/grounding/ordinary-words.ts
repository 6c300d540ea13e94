/*
 * Ordinary words that say how things stand to each other, and pictures that writers on finance use. Each was looked at:
 * none names a person, company, institution, place, event, time, frequency, number or part of one, none tells odds or
 * certainty, promises, praises, prophesies or orders. Such words are left out on purpose, however common they are.
 */

/** What is done; endings are understood. */
const VERBS = `
  agree earn earns came tell told say says said save saves speak predict whatever however isn't aren't don't you'd you'll you've it'll that'd there's here's what's
  shan't couldn't needn't hadn't weren't i.e e.g
  absorb accelerate accommodate accompany accrue adapt adhere adjust admit alleviate allocate alter anchor answer append
  apportion approximate arrive ascribe attract augment backfire bind blend blunt bolster bounce brace broaden bump
  calibrate cater cede characterise characterize clarify clip coexist collide complement complicate comprise conclude
  condense confine conform conserve consist consolidate constitute constrain contradict convert cope correspond
  counteract counterbalance crowd curb curtail dampen deem defend deflect delay demonstrate depart deploy detract deviate
  dilute dim discourage dispense displace dissipate diverge divert divide dominate doubt dull dwell ebb echo elude
  embed emerge emphasise emphasize employ enable encompass encounter encourage endure enhance enjoy enlarge ensue entail
  equate escape evaporate evolve exacerbate exaggerate exhibit expand exploit explore facilitate fare favour feed fend
  fight finish flatten flatter flex flip float fold foot force forfeit foster frame gauge generate grasp gravitate grind
  grip guide handle hide hinder hint hug ignore illuminate impair impede impinge incline inflate inflict inherit inhibit
  initiate insulate integrate intensify interact interfere interpret intervene intrude invite isolate jeopardise
  jeopardize justify knock lag land lapse lasting latch lay lean leak learn leave level lighten linger link list live
  load locate loom loosen magnify maintain manage mask match matter maximise maximize melt mention merge merit minimise
  minimize mirror misread mistake mitigate mix moderate modify monetise monetize monitor mount muffle narrow
  necessitate neglect neutralise neutralize note notice nudge obscure observe obtain occupy occur offer omit operate
  oppose outlast outpace outrun outstrip overlap overlay overlook overpay overshadow overshoot overstate overwhelm owe
  park participate penalise penalize permit pick picture pile pin pinch plague plan plateau play plug plummet point pool
  pose possess preclude prefer preserve press presume prevail prevent prioritise prioritize proceed prompt prop propose
  puncture push qualify question quell rebuild recede reckon recognise recognize reconcile recoup redeploy
  redirect redistribute reinforce release relinquish render replay replayed replenish replicate reposition resemble
  reshuffle resolve restate restore restrict revert revisit revolve ride ring-fence rival rub sap satisfy saturate
  scrape screen scrutinise scrutinize seize shake sharpen shatter shine shore shove shut sidestep signal simplify skim
  skip slash sleep slept slot smooth soak soar solve specify spell spring squander squeeze stack stagger stash stay
  steer stifle stir store strain strip struggle stumble stunt subside substitute succumb summarise summarize supplement
  supply suppose suppress surface surpass surround swamp sway sweep swell tailor taper tempt terminate thread
  throttle toggle tolerate tow transform transmit trap tread tuck tune tweak twist undercut undergo undergone
  underlie underlies undermine underpin underscore understand understate understood undertake unravel unsettle uphold
  upset utilise utilize veer verify vie view walk waste weather weigh whittle widen wither wobble worry wrap
  arisen beat beaten began bend bent bite bitten blew blown bore caught clung cling crept creep dealt drawn driven
  drove eat eaten felt feel flew flown forgot forget fought found froze frozen gotten grind ground hidden hung knew
  know known knows laid lain led left lent met meant mean misled mislead overdone overdo overtake overtaken paid
  quit ran rode ridden rid seen shook shaken shone shrunk slid sought spun spin sprang sprung stole strode strove
  struck sung swept swollen swung thought threw thrown throw tore torn understandable undid undone woke wore
  worn wound write written`

/** How something is, or how it is said. */
const QUALITIES = `
  abrupt absent abundant acceptable accordingly accurate active acute additional adequate adjacent admittedly altogether
  ample amply anyway apparent appreciable appreciably appropriate arguable arguably arithmetic asymmetric asymmetrical
  awkward aware bare basic basically bearable bearish blunt bold brief brisk brittle brutal bullish bumpy candid
  central characteristic chunky circular classic clean clumsy coarse cold collective comparative complementary
  complete complex compound conceivable conceivably concrete conservative conspicuous contrary controlled
  conventional conversely convex cosmetic costlier counterproductive crowded crucial crude cruel cushioned decisive
  deliberate delicate dense desirable detrimental different diffuse discernible disciplined discrete dispersed
  disproportionate disproportionately distant diverse dormant dramatic drastic durable dynamic elastic empty
  enduring enormous evident excessive exorbitant exotic explicit extensive external faint feasible fierce fine finite
  firm flexible foreign foremost formal fortunate fragile frank frothy full-blown futile genuine gentle glaring
  global gloomy graceful grave grim gross handsome handy harsh hazardous healthy hefty helpful hollow homogeneous honest
  horizontal humble identical illiquid imperfect implicit imprecise impressive inadequate inadvertently incidental
  incidentally inclined inconclusive inconsistent increasingly indeed indifferent inefficient inert
  inexpensive inflated influential inherent innocuous insufficient integral intense intentional interesting
  intermediate intrinsic intuitive inverse ironically irrelevant irregular isolated justified keen lacklustre
  latent lean leftover legitimate lengthy leveraged levered light like-for-like likewise linear liquid literal literally
  local lofty logical lone long-dated long-term longer-dated longer-term loose lopsided low-cost lower-cost lumpy manageable
  marginal massive material maybe meagre meaningful mechanical mediocre mere messy mild minimal minor
  misleading missing mixed modest momentary monetary muted mutual naked narrow natural neat necessarily necessary
  needless negligible neighbouring net neutral nevertheless nimble noisy nominal nonetheless nonlinear notable
  notably noteworthy noticeable notional notwithstanding objective obvious odd offsetting ongoing onerous open-ended
  optional orderly ordinary orthogonal outright outsized overall overexposed overly oversized painful parallel partial
  passive patchy patient peculiar perhaps peripheral persistent pertinent plain plausible pleasant poor possible
  possibly potent potential potentially powerful practical practically precarious precious precise predominant
  preferable present pressing prevailing primary prime proactive prolonged prominent prone proper
  proportionate prospective protracted prudent punitive pure quantitative questionable quick quietly radical
  rational raw ready realistic reckless redundant regrettable relevant reliant reluctant remarkable remote
  representative resilient respectively responsive restrained restrictive rigid rigorous robust rocky rosy
  rough rude rugged scant scarce scarcely scary seemingly selective self-contained self-financing shallow short-lived
  short-term shorter-dated simplistic simultaneous simultaneously singular skewed sleepy slender slim sloppy smart sober
  soft solitary sound sparing sparse speculative squarely stale standalone stark static sticky stiff
  straightforward strict striking stubborn sturdy subdued subsequent subtle superficial surprising
  sustainable sustained symmetric symmetrical synthetic tactical tangible targeted technical temporary tempting tense
  tentative theoretical thorough thrifty tidy tolerable tougher traditional transparent tricky trivial truly
  turbulent ugly ultimate unambiguous unbalanced uncomfortable undesirable undue uneasy unfair unfortunate unhelpful
  uniform unintended unlevered unlucky unnecessary unpredictable unprofitable unrealistic unremarkable
  unreliable unstable unwelcome unwise usable useless vague valid valuable varied vast vertical viable violent visible
  vital vivid volatile wary wasteful weighty welcome well-behaved well-rounded wise worried worthless
  awake alive aligned ahead behind bright comfortable easygoing defenceless dull equal-weighted exposed far-out
  fuller in-the-money out-of-the-money at-the-money market-neutral market-wide delta-neutral index-linked
  index-like rate-sensitive growth-heavy tech-heavy top-heavy bottom-line single-name single-stock stock-specific
  name-specific broad-based beta-heavy defensive-looking one-sided one-stock one-off one-way`

/** What is spoken of: conditions, relations, and pictures of protection and danger. */
const THINGS = `
  ability absence absorber abundance acceleration acceptance accuracy adjustment adversity aftermath airbag allocation
  allowance ambition amplification amplifier anchor angle antidote anxiety appeal appetite arrangement asymmetry
  attention attraction avenue aversion awareness axis backbone backdrop backstop baggage ballast band barrier beginning
  behaviour belt bias bill blade block body bonus boost boundary box braces brake breakdown breather bricks bridge
  brunt bulwark bruise burst calculation caliber calibre candidate capacity car caveat centre center challenge
  channel character clarity class clip clock clockwork clue coat coincidence comfort commitment company-level complement
  complexity composition compromise concept concession conclusion conflict conjunction connection constraint contagion
  content context contingency continuity control convexity conviction convenience cornerstone corner correction
  counterpart crash-test culprit damper danger debris deficit deductible deficiency definition denominator density descent
  destination determinant deterioration deterrent deviation dial diet difficulty dimension discipline discomfort
  discrepancy dispersion displacement disruption distinction distortion diversion divergence dose downpour draught
  drop-off dynamics edge efficiency effort egg eggs elephant element ember emphasis endgame endpoint ensemble envelope
  equation equilibrium exaggeration example execution exhaustion experience extension extremity facet failing failure
  fate fault fear fence fire firebreak firewall flaw flip-side flood fluke foot footing footprint foundation fragility
  framework freedom friction fringe frontier fuel function fuse garage gauge gear geometry glance glass goal grain
  guard guardrail guess habit hallmark harness hazard headache headline headroom headwind heart heat hint hole 
  hurdle illusion image implication impression inability inclination inconvenience inefficiency inertia
  ingredient injury insight instability instinct instrument insulation insulator insurer intensity intention
  interaction interpretation interruption intersection intuition investor irony irritation jolt journey
  judgement judgment junction justification keel keystone kicker knowledge label landscape latitude laziness layer leak
  leakage leaning leeway legs length lens lesson lever leverage lid lifeboat lifeline lightning likeness
  limitation linchpin liquidity logic loophole lull lump luxury machine magnitude makeup maintenance makeweight
  manner margin mathematics maths mattress meaning mechanism mechanics medicine menu message metal method mindset
  mishap mismatch misfortune mitigation mixture mode moderation moment momentum mood motion motive motor nature
  necessity neighbour neighbor nerve nerves net nest night nights noise norm notion nuance nuisance objection
  obligation observation obstacle offset omission onus opening operation opinion opportunity optionality origin outcome
  outlet outlier output outset overhang overkill oversight overview owner pace padding pain pair panic parachute
  paradox parameter parity participation partner passenger patience pattern payer peace peak peer penalty perception peril
  perspective phase phenomenon philosophy piece pillar pillow pilot pipe pivot pocket policy policyholder port possibility
  posture potential pothole powder precaution precision preference premise preparation presence preservation
  pressure prevention principle privilege procedure prominence property proposition proximity proxy
  prudence pulse pump punch punchbag purpose puzzle qualification quality quirk racket rain rainy rationale reader readiness
  realism realm recipe recourse redundancy reflection refuge regime relevance reliance reluctance
  reminder removal repair repercussion replacement replica requirement reservation resilience resistance resort
  resource responsibility restraint restriction retention reversal revision rigidity ripple road robustness 
  roof root route routine rudder ruler safeguard safety sail sandbag sandbags satisfaction savings scaffold scarcity scheme
  scope seat seatbelt sense separation sequence seriousness setup severity shade shadow shape shareholder
  shelf shell shield ship shortcoming shortcut sibling side-effect sideline significance simplicity
  skeleton skew skill skin slant snapshot snag solution space spectrum speed spine spirit split sponge
  spotlight spur stabiliser stabilizer stability staircase standpoint standing standstill starting-point statement
  statistic status steadiness steepness stomach storm storms story stop-loss strand stream streak string stroke
  stumbling-block sub-portfolio subset substance suggestion suitability summary suspension sword
  symmetry symptom synergy system table tactic tailwind takeaway tank tape task taste technique temperament
  temptation tension terrain territory theme theory thesis thread tide tightrope timing tolerance tone tool toolbox
  toolkit topic toughness tracker traction tradition trait transition transparency trap treatment trick
  trim-and-hedge trust tug tune turbulence twin umbrella underlay understanding undertaking uniformity unity
  upheaval usefulness vacuum validity variability variant variety vehicle velocity verdict version viability
  vicinity victim vigilance virtue visibility vision void wake wall wallet warning water wave waves weather weight
  wheel wheels whim wiggle wind windfall window wing wisdom worry worries worrier wreckage wrinkle yardstick`

/** Pictures and small things of every day. */
const PICTURES = `
  meltdown board tag glove door toss blot asks asked pleasant yes crux cancel oasis miracle somebody cry chase league drama agenda producer lucky-dip recipe
  crises trial trials job diary tale story enemy picnic taxman prediction beer jumpy bargain rip-off cure nil haven
  two-legged homework rule-of-thumb pinch pocket autopilot paperwork`

export const ORDINARY_WORDS = `${VERBS} ${QUALITIES} ${THINGS} ${PICTURES}`
