// Tests: said-of-figures.test.ts, borne-out.test.ts, unsupported-sayings.test.ts

import type { Fact } from '@ballast/contract'
import { listText } from './draft-sentences.ts'
import { listMatches } from './matches.ts'
import { screenFor } from './pattern-screen.ts'

/** What reads as more than the engine has computed: foresight, assurance without an oath, orders, and talk about itself. */
const CLAIMS: readonly RegExp[] = [
  /\b(?:everything|all)(?: \w+){0,4} (?:but|except)\b|\bby itself\b|\bautomatic\w*\b|\bend of time\b/i,
  /\bturns? (?:any|every|each|the|a) \w+ (?:loss|crash|fall) into\b|\binto a (?:profit|gain)\b/i,
  /\b(?:is|are|be) (?:not |n['’]t )?worth (?:it|the (?:money|cost|price))\b|\bbargain\b(?<!(?:neither an?|no) bargain)|\bgood deal\b(?! (?:more|less|higher|lower))|\b(?:below|under|above) fair\b|\b(?:under|over)priced\b/i,
  /\b(?:hedge|spread|index puts?) (?:also |even )?(?:covers?|protects?)(?! (?:only|market|against (?:a |the )?(?:fall|general|broad|market)))[^.;]*\b(?:news|single (?:compan\w+|stocks?|names?)|company-specific|everything)\b/i,
  /\bputs?(?: (?!the\b|your\b|portfolio\b|you\b)\w+){0,2} (?:loses?|losing)\b[^.;]*\bfalls?\b|\bputs?(?: \w+){0,2} gains?\b[^.;]*\brises?\b/i,
  /\b(?:paid|borne|taken over|bought back) by\b|\btakes? back\b/i,
  /\b(?:will|shall)\b(?! (?:cost|expire|need|do|save|have to|give up|be (?:due|renewed|needed|assigned|exercised)|only|still|not (?:cover|protect|save|do|help|reach|touch|be)))/i,
  /\b(?:is|are|was) (?:going|about|set|bound|due|poised) to (?!expiry)|\b(?:market|index|S&P 500) (?:is|was) (?:widely )?(?:expected|likely|forecast|predicted|projected) to\b/i,
  /\b(?:always|never)\b(?<!\bnot (?:always|never))(?! (?:expires?|runs? out))/i,
  /\b(?:most|many|all|other|few|some|several|every(?:body|one)?|nobody|no one) (?:investors?|people|users?|holders|professionals|funds|buyers|sellers|others)\b|\bnobody\b(?! can (?:count|know|say|tell|promise))/i,
  /\b(?:market|portfolio|it|loss|losses) (?:always|never|usually) (?:recovers?|rises?|comes? back)\b/i,
  /\b(?:historically|highest ever|lowest ever|ever)\b(?! (?:more|less|stated|shown))|\b(?:far|well|much|clearly)? ?(?:below|above|under|over) (?:its|the|their) (?:usual|normal|historical|average|own) (?:price|cost|level)s?\b/i,
  /\b(?<!\bthe )(?:last|previous|next|this) (?:day|week|month|quarter|year|time)\b|\b(?:yesterday|tomorrow|tonight|today at|at once|right now|immediately)\b/i,
  /\b(?:rare|common|frequent)(?:ly)?\b(?! (?:stock|share))|\bhappens? (?:about |once |only )?(?:every|often|rarely|seldom|usually)\b|\b(?:odds|(?:a|the|any|small|good|high|low|real|slim|no) chances? (?:of|that|to)|probab\w*|likelihood)\b/i,
  /\b(?:in|under|at|for|from) (?:any|every|each) (?:market|case|event|fall|drop|scenario|situation|circumstances?|price)\b|\bwhatever (?:happens|the market|comes|may|the price|you)\b|\bin all (?:cases|markets|circumstances|scenarios)\b|\b(?:irrespective|regardless) of\b/i,
  /\b(?:can|could|may|might) (?:be no|never|only)\b|\b(?:can ?not|can['’]t)\b(?![,:;.]| (?:cover|protect|help|touch|fix|cure|explain|reach|remove|bear|afford|know|tell|foresee|predict|say|insure|hedge|be (?:covered|hedged|removed|insured|known|told|distinguished|diversified)))/i,
  /\b(?:rules?|ruled|ruling) out\b|\btakes? care of (?:everything|all|it)\b|\b(?:good as|same as|equal to) cash\b|\bcrash-?\s?proof\b|\b(?:loss|losses|risk)[- ]proof\b/i,
  /\b(?:disclaimer|instructions?|references?|drafts?|rules? forbid|was told|were told|other users?)\b/i,
  /\b(?:wrong(?:ly)?|false(?:ly)?(?! discover)|untrue|outdated|incorrect(?:ly)?|so they (?:say|claim)|claimed?)\b/i,
  /\b(?:rebate|discount|refund|waive[ds]?|haggle|squared|cubed)\b|\b(?:a|the) fraction of\s/i,
  /\b(?:whole|entire|all of|nearly all of|most of|majority of|all) (?:of )?(?:(?:the|your) )?(?:portfolio|money|savings|wealth|cost|loss|value)(?! (?:is|moves?|has|does|against))\b/i,
  /\b(?:many times|multiples? of|an? order of magnitude|manifold|a score of (?! )|single-digit|double-digit|(?:\w+[ -])?figure sum|digit sum)\b/i,
  /\b(?:decades?|fortnight|nineties|eighties|seventies|sixties|twenties|turn of the (?:century|year)|end of the (?:year|month|quarter|week)|(?:first|second|third|fourth|last) (?:quarter|friday|week|month))\b/i,
  /\b(?:several|many|few|couple of|some|a) (?:more )?(?:years|months|weeks)\b|\bevery (?:second|third|fourth|fifth|sixth|tenth|other)\b/i,
  /\b(?:within|in|for|over) (?:the (?:same|next|following|coming)|a few|several) (?:days?|weeks?|months?|quarters?|years?)\b/i,
  /\bbest (?:losses|tenth|twentieth|paths)\b|\blosses (?:beyond|above)\b[^,;]*\b(?:given up|forgone)\b|\bgives? up losses\b|\bgains? (?:within|below|under) (?:the|that|its) (?:call|strike|cap)\b/i,
  /\b(?:last|second|third|other) (?:action|step)\b|\bcomes? (?:last|second)\b|\b(?:reduced|trimmed|cut|sold|hedged|done) last\b/i,
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i,
  /\bquarters? the\b|\bdecimates?\b|\bat nothing\b|\bnothing (?:(?:has to|have to|can|could|may) \w+|is (?:lost|paid|due)|left to)\b|\bcome what may\b|\b(?:daily|weekly|monthly|quarterly) (?:puts?|calls?|options?)\b|\bforgoe?s? nothing\b/i,
  /\b(?:secures?|ensures?|assures?) (?:that|your|the|you)\b|\b(?:is|are) (?:free|safe|secure|certain)\b/i,
  /\bhowever (?:far|much|deep|deeply|hard|long|large|low)\b|\btax(?:es)? (?:are |is )?(?:included|paid|covered|in it)\b|\b(?:with|including|after) tax(?:es)?\b(?! (?:on top|aside|extra|to come))/i,
  /\bnothing (?:below|above|beyond|under)\b|\b(?:keeps?|kept) (?:every|all|any)\b|\btimes out of\b|\bmore often than not\b|\b(?:rarely|seldom|hardly ever|mostly|often) (?:close|closes|fall|falls|lose|loses|happen|happens|drop|drops|expire|expires)\b/i,
  /\b(?:once|after|when|with) both (?:steps|actions|trades|of them)\b|\bon top of each other\b|\bin a (?:week|day|fortnight)\b|\bgive it (?:a|one|some)\b|\bchance (?:that|of it)\b|\bexpires? worthless\b/i,
  /\b[Yy]ou (?:could|might|may|can) (?:also |simply |just |even |then )?(?:write|sell|buy|short|switch|move|double|add)\b(?!\s{2})|\b(?:[Ss]hift|[Mm]ove|[Ss]witch|[Rr]otate)\b[^.;]*\b(?:from|out of) [A-Z]{2,5} (?:into|to)\b/,
  /\bfinance (?:it|this|the \w+) by\b|\b(?:by|and) (?:writing|shorting|selling) (?:calls|puts|options) on\b|\bnothing is given up\b|\bnothing would have been worse\b|\b(?:is|are) speculative\b/i,
  /\b(?:whole|entire|full) upside\b|\b(?:gives?|pays?|gets?|brings?|hands?) back (?:everything|all)\b|\bno need to (?:look|renew|roll|act|check|watch)\b|\bin no danger\b|\bmakes? up for (?:most|all|everything|the)\b|\b(?:worse|better) off\b|\bguards? [A-Z]{2,5} as well\b|\btaken off the exchange\b/,
  /\btax[- ](?:deductible|free|exempt)\b|\bsleep (?:well|easy|easily|soundly|tight|better)\b|\bis all that (?:is at stake|you can lose|can happen)\b/i,
  /\bboth legs (?:gain|rise|pay|protect)\b|\b(?:the )?calls? (?:that (?:is|are) sold )?(?:shields?|protects?|guards?|pays? you when)\b|\band then some\b|\bhas no (?:bottom|floor)\b|\b(?:insures?|covers?|protects?)\b[^.;]*\bin full\b|\bat worst\b[^.;]*\bbreaks? even\b|\bdue for\b|\bleft alone\b|\bmakes?\b[^.;]*\bharmless\b/i,
  /\bnothing to (?:fear|worry about|dread)\b|\bat no (?:fall|drop|price|point)\b|\b(?:in|for) most (?:years|months|cases|crises|markets)\b|\bmost of the time\b|\b(?:has|have) (?:always |often )?(?:come|came|bounced) back\b|\bbought back (?:lower|cheaper)\b|\brecovers? within\b/i,
  /\b(?:takes? out|removes?|covers?) (?:the )?(?:risk of the market|market risk)\b|\b(?:a put|puts|an? (?:index )?hedge) on (?:the|an) index (?:would|could|can|will) (?:remove|cover|reach|take out)\b|\bfall of the market that \w+ does not share\b/i,
  /\bmarket risk\b[^.;]*\b(?:index (?:hedge|put|option)s?|puts? on (?:the|an) index)\b[^.;]*\b(?:leaves?|not|cannot|misses)\b|\bputs? on (?:the|an) index would (?:cover|reach|make up|take care)\b|\bputs? (?:that (?:are|were) )?sold (?:also )?(?:gain|rise|pay off)\b|\bputs? that (?:are|were) sold gain\b/i,
  /\b(?:add|adds|adding) to (?:your|the) gains\b|\bthe \w+er of the (?:two|three|lot)\b|\bno (?:\w+ )?is (?:cheaper|dearer|better|worse|larger|smaller) than\b/i,
]
/** Most sentences have none of them. */
const mayClaim = screenFor(CLAIMS)
/** No cost, no loss: true only where the built-in text has it. */
const NONE =
  /\b(?:no|zero|hardly any|without any|not any) (cost|costs|premium|loss|losses|fee|fees|price|charge|tax|taxes|drawback|uncertainty)\b/gi
/** At the beginning of a clause these are orders. */
const ORDER =
  /(?:^|[.;:!?]\s+|,\s+(?:and |then |so |but )?|\b(?:and|then|so|but|please|must|should) )(?:do not |don['’]t |never |just |simply |first |then )?(buy|sell|close|open|add|put|take|call|keep|leave|use|hold|increase|send|reply|move|switch|borrow|place|trade|wait|cancel|double|follow|hedge|enter|exercise|write|tell)\b/gi
/** "Keep in mind" asks for nothing. */
const FIGURE_OF_SPEECH =
  /^(?:keep (?:in mind|an eye|renewing|rolling)|take (?:that|this|it|them)? ?(?:with|into|as)|take {2,}|leave it be|use limit orders|put (?:both|the two|all|it) |hold(?:s|ing)?s? |leave aside|take into|use(?:s|d) |put differently|put simply|take that into|follow(?:s|ed) )/i

/**
 * What a sentence says that no computation supports although it names nothing and states no figure; empty when nothing.
 *
 * @param words the sentence, references and figures blanked
 * @param drafts sentences of the text that is replaced: what they say may be said
 * @param figures facts that the sentence speaks of
 */
export function findUnsupportedSayings(
  written: string,
  drafts: ReadonlySet<string>,
  figures: readonly Fact[],
): string[] {
  const draft = listText(drafts)
  const words = figures.some(({ label }) => /^the most that (?:one|the options)/i.test(label))
    ? written.replace(/\bcan(?:not|['’]t) lose more than/i, (found) => ' '.repeat(found.length))
    : written
  const faults = (mayClaim(words) ? CLAIMS : []).flatMap((pattern) => {
    const found = pattern.exec(words)?.[0].trim()
    return found === undefined || hasPhrase(draft, found) ? [] : [`says "${found}", which nothing supports`]
  })
  if (words.includes('!') && !draft.includes('!')) faults.push('exclaims')
  for (const found of words.match(NONE) ?? []) {
    if (!hasPhrase(draft, found)) faults.push(`says "${found}", and the draft does not`)
  }
  // Where nothing is replaced nothing has been decided either.
  if (drafts.size === 0) return faults
  for (const { 0: found, 1: verb = '', index } of listMatches(words, ORDER)) {
    const from = index + found.length - verb.length
    if (FIGURE_OF_SPEECH.test(words.slice(from))) continue
    const isPlaced =
      /^(?:buy|sell)$/i.test(verb) &&
      figures.some(
        ({ key, unit }) =>
          /sellingPercent$|soldPercent$/.test(key) || ORDERED.test(key) || unit === 'contracts' || unit === 'shares',
      )
    const isOurs = figures.length > 0 && hasPhrase(draft, verb)
    if (!(isPlaced || isOurs) || /\b(?:not|don['’]t|never)\s+\w+$/i.test(found)) {
      faults.push(`orders to "${words.slice(from, from + 24).trim()}"; orders are decided elsewhere`)
    }
  }
  return faults
}

/** Facts of an order: its contracts, shares, strikes and prices. */
const ORDERED = /\.(?:leg\d+|trades?)\./

function hasPhrase(text: string, phrase: string): boolean {
  const wanted = phrase.toLowerCase()
  const at = text.indexOf(wanted)
  return at !== -1 && !/\w$/.test(text.slice(0, at)) && !/^\w/.test(text.slice(at + wanted.length))
}
