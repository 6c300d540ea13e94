import type { Role } from './roles.ts'

/**
 * Names of columns, without case, blanks and punctuation: a role, and names that mean it. Where a name stands
 * twice, the first counts. To add one, add it to a line of its role.
 */
const KNOWN = `
account: accountnumber account accountno accountid acct acctnumber accountnamenumber clientaccountid konto
accountName: accountname accountnickname portfolio portfolioname accounttitle
symbol: symbol ticker tickersymbol symbolcusip symbolisin symboolisin stocksymbol securitysymbol instrument stock
symbol: tickercode code symbole simbolo kürzel etf tickers symbols asset
description: description investmentname securitydescription name product securityname company security companyname
description: fundname holding investment securityinformation produkt produit producto prodotto produto bezeichnung
description: assetname stockname instrumentname longname fund titre société nom libellé nombre nome
quantity: quantity qty qtyquantity shares menge units aantal anzahl quantité cantidad quantità quantidade
quantity: numberofshares noofshares totalshares sharesheld sharesowned sharequantity quantityshares position holdings
quantity: qtyheld currentshares stück stk shs contracts currentquantity sharesunits qtyshares shareqty totalquantity
quantity: totalqty openquantity openqty volym
price: price lastprice shareprice mark markprice closeprice currentprice marketprice last closingprice closing
price: slotkoers schlusskurs kurs latestprice priceclose cours koers cierre quote pricepershare unitprice nav
price: lasttrade presentprice todaysprice preço
value: currentvalue mktvalmarketvalue mktval marketvalue totalvalue value positionvalue netliq holdingvalue worth
value: valeur wert marktwert waarde valor balance currentmarketvalue equity totalmarketvalue endingvalue
value: currentbalance valueusd marketvalueusd presentvalue
avgCost: averagecostbasis averagecost avgcost costshare costpershare pricepaid unitcost costprice avgprice
avgCost: averageprice tradeprice avgcostpershare averagecostpershare purchaseprice buyprice averagepurchaseprice
avgCost: avgopenprice openprice entryprice avgentryprice averageentryprice costbasispershare costbasisprice
avgCost: avgpricepaid averagepricepaid avgcostbasis averagebuyprice costperunit avgunitcost averageopenprice
avgCost: einstandskurs einstandspreis avg kaufkurs averagecostshare avgbuyprice gak gav pru costbasisshare
avgCost: unitcostbasis avgpurchaseprice yourcost avgcostshare
costTotal: costbasistotal costbasis totalcost totalcostbasis bookvalue bookcost purchasevalue cost einstand kosten
costTotal: costo coste coût custo investedamount totalinvested amountinvested invested paid adjustedcost
costTotal: totalpurchasecost basis purchasecost acquisitioncost totalbookcost originalcost totalcostbasisusd costvalue
costTotal: costbasismoney investiert
gain: totalgainlossdollar gaingainloss unrealizedgainloss totalgain unrealizedpl unrealizedgain gain
gain: totalunrealizedgain totalgainloss unrealizedpnl plopen unrealizedgl gainloss pl pnl profitloss totalreturn
gain: openpl openpnl unrealizedprofitloss gl totalgl profit
currency: currency ccy baseccy localccy currencycode currencyprimary devise währung valuta moneda curr
assetType: assettype securitytype assetclass assetcategory instrumenttype type producttype category securitycategory
assetType: investmenttype holdingtype
cusip: cusip cusipno cusipnumber
isin: isin isincode
sector: sector gicssector industrysector
asOf: cobdate pricingdate asof asofdate snapshotdate valuationdate positiondate
percent: percentofaccount %ofacct%ofaccount %ofaccount %ofportfolio weight allocation %ofnav
multiplier: mult multiplier contractsize
expiry: expdate expirationdate expiry expiration exp expires expirydate
strike: strikeprice strike
right: callput putcall optiontype cp right
side: side longshort direction quantitydirection positiontype positionside
`

/** Each known name with its role, in the order above. */
export const KNOWN_NAMES: readonly (readonly [role: Role, name: string])[] = KNOWN.trim()
  .split('\n')
  .flatMap((line) => {
    const [role = '', ...names] = line.split(/:? /)
    return names.map((name) => [role as Role, name] as const)
  })
