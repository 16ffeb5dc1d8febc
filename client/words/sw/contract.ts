import { services } from './contract/services.ts'
import { administration } from './contract/administration.ts'
import { audit } from './contract/audit.ts'
import { catalogue } from './contract/trade/catalogue.ts'
import { cherry } from './contract/cherry.ts'
import { createdFarmers } from './contract/createdFarmers.ts'
import { dataQuality } from './contract/dataQuality.ts'
import { dispatch, dispatchPatterns } from './contract/trade/dispatch.ts'
import { farmerPage } from './contract/farmerPage.ts'
import { farmers } from './contract/farmers.ts'
import { parchment } from './contract/parchment.ts'
import { estateCured } from './contract/trade/estateCured.ts'
import { accounts } from './contract/accounts.ts'
import { communal } from './contract/communal.ts'
import { transfers } from './contract/transfers.ts'
import { schedules } from './contract/schedules.ts'
import { conversion } from './contract/conversion.ts'
import { rates } from './contract/rates.ts'
import { loanReports } from './contract/loanReports.ts'
import { loans } from './contract/loans.ts'
import { limits } from './contract/limits.ts'
import { payouts } from './contract/payouts.ts'
import { reconciliation } from './contract/reconciliation.ts'
import { refusals } from './contract/refusals.ts'
import { roles } from './contract/roles.ts'
import { sales } from './contract/trade/sales.ts'
import { results } from './contract/trade/results.ts'
import { balances } from './contract/trade/balances.ts'
import { settlement, settlementPatterns } from './contract/trade/settlement.ts'
import { stock } from './contract/trade/stock.ts'
import { sentences } from './contract/sentences.ts'
import { texts } from './contract/texts.ts'

/** Texts that the contract declares in English, in Swahili. A test walks the contract and fails when one is missing. */
export const contractWords: Readonly<Record<string, string>> = {
  ...texts,
  ...administration,
  ...services,
  ...audit,
  ...refusals,
  ...roles,
  ...farmers,
  ...farmerPage,
  ...dataQuality,
  ...createdFarmers,
  ...cherry,
  ...payouts,
  ...reconciliation,
  ...limits,
  ...loanReports,
  ...loans,
  ...accounts,
  ...communal,
  ...transfers,
  ...schedules,
  ...conversion,
  ...rates,
  ...parchment,
  ...catalogue,
  ...dispatch,
  ...sales,
  ...results,
  ...settlement,
  ...balances,
  ...stock,
  ...estateCured,
  ...sentences,
}

/** Sentences that carry a value: their shape, and the sentence in Swahili around the same values. */
export const contractPatterns: readonly (readonly [RegExp, (parts: string[]) => string])[] = [
  [
    /^M-PESA pays no cents: ask for (?:([\d,]+) or )?([\d,]+)$/,
    ([below, above]) => `M-PESA hailipi senti: omba ${below ? `${below} au ` : ''}${above}`,
  ],
  [/^Only USD ([\d.,]+) are available$/, ([left]) => `Zimebaki USD ${left} tu`],
  [/^(.+) is shut out$/, ([who]) => `${who} amezuiwa kuingia`],
  [/^From ([\d,]+) to ([\d,]+)$/, ([least, most]) => `Kutoka ${least} hadi ${most}`],
  [
    /^The user (\S+) has the same name(?: or e-mail)?\. Nobody shall make and check with two sign-ins\.$/,
    ([who]) => `Mtumiaji ${who} ana jina hilo hilo. Mtu asitengeneze na kukagua kwa njia mbili za kuingia.`,
  ],
  [/^1 other member: same account$/, () => 'Mwanachama 1 mwingine: akaunti hiyo hiyo'],
  [/^1 other member: same mobile number$/, () => 'Mwanachama 1 mwingine: namba hiyo hiyo ya simu'],
  [/^([\d,]+) other members: same account$/, ([count]) => `Wanachama ${count} wengine: akaunti hiyo hiyo`],
  [/^([\d,]+) other members: same mobile number$/, ([count]) => `Wanachama ${count} wengine: namba hiyo hiyo ya simu`],
  [/^On the land of (\w+): (.+)$/, ([member, plot]) => `Juu ya ardhi ya ${member}: ${plot}`],
  [
    /^([\d.]+) ha on the land of (\w+): (.+)$/,
    ([ha, member, plot]) => `Hekta ${ha} juu ya ardhi ya ${member}: ${plot}`,
  ],
  [
    /^The bank knows the account as (.+), not as (.+)$/,
    ([holder, member]) => `Benki inaijua akaunti kwa jina ${holder}, si ${member}`,
  ],
  [/^The bank knows the account as (.+)$/, ([name]) => `Benki inaijua akaunti kwa jina ${name}`],
  [/^([\d,.]+) kg$/, ([weight]) => `kilo ${weight}`],
  [/^([\d,]+) deliver(?:y|ies)$/, ([count]) => `uwasilishaji ${count}`],
  [/^More than (\d+) days? ago; enter a correction$/, ([days]) => `Zaidi ya siku ${days} zilizopita; ingiza sahihisho`],
  [/^Already entered in (\d{4}\/\d{4})$/, ([season]) => `Imeshaingizwa katika msimu ${season}`],
  [/^([\d,]+) limits?$/, ([count]) => (count === '1' ? 'kikomo 1' : `vikomo ${count}`)],
  [/^Success: limits of 1 member raised$/, () => 'Imefaulu: vikomo vya mwanachama 1 vimepandishwa'],
  [
    /^Success: limits of ([\d,]+) members raised$/,
    ([count]) => `Imefaulu: vikomo vya wanachama ${count} vimepandishwa`,
  ],
  [/^The register says (.+)$/, ([name]) => `Rejista inasema ${name}`],
  [/^The society is (.+)$/, ([code]) => `Chama ni ${code}`],
  [/^This day is not in the season (.+)$/, ([season]) => `Siku hii haimo katika msimu ${season}`],
  [
    /^Sale (\d+) is held on this day or (later|earlier)$/,
    ([sale, when]) => `Mnada ${sale} unafanyika siku hii au ${when === 'later' ? 'baadaye' : 'mapema'}`,
  ],
  [/^Nobody works on that day: (.+)$/, ([holiday]) => `Watu hawafanyi kazi siku hiyo: ${holiday}`],
  [
    /^Sale (\d+) of (\S+) has taken no dispatch since (.+)\. Dispatch to a later sale\.$/,
    ([sale, season, since]) =>
      `Mnada ${sale} wa ${season} haupokei kahawa tangu ${since}. Peleka kwa mnada wa baadaye.`,
  ],
  [
    /^Sale (\d+) of (\S+) is not in the calendar\. Look at the sales that are\.$/,
    ([sale, season]) => `Mnada ${sale} wa ${season} haupo kwenye kalenda. Angalia minada iliyopo.`,
  ],
  [/^This cannot be any more: (.+)\.$/, ([problem]) => `Hili haliwezekani tena: ${problem}.`],
  [/^There is no season (.+)$/, ([season]) => `Hakuna msimu ${season}`],
  [/^At most (\d+) kg in a row$/, ([most]) => `Isizidi kilo ${most} kwa mstari`],
  [
    /^([\d.]+) acres; the fund takes at most (\d+)$/,
    ([acres, most]) => `Ekari ${acres}; mfuko huchukua zisizozidi ${most}`,
  ],
  [/^([\d.]+) kg are approved in the season$/, ([approved]) => `Kilo ${approved} zimeidhinishwa katika msimu`],
  [
    /^([\d.]+) kg are approved in the season, ([\d.]+) kg of them are counted$/,
    ([approved, counted]) => `Kilo ${approved} zimeidhinishwa katika msimu, kilo ${counted} kati yake zimehesabiwa`,
  ],
  [/^Already entered in this season$/, () => 'Imeshaingizwa msimu huu'],
  [/^The season (.+) is closed$/, ([season]) => `Msimu ${season} umefungwa`],
  [/^Not a day of the season (.+)$/, ([season]) => `Si siku ya msimu ${season}`],
  [/^Give the day: today is not in the season (.+)$/, ([season]) => `Weka siku: leo haimo katika msimu ${season}`],
  [/^At most ([\d,.]+) kg at once$/, ([most]) => `Si zaidi ya kilo ${most} kwa mara moja`],
  [/^At most KES ([\d.,]+) may be borrowed$/, ([most]) => `Kinachoweza kukopwa si zaidi ya KES ${most}`],
  [
    /^(.+ up to KES [\d.,]+)$/,
    ([lenders]) => (lenders ?? '').replaceAll(/ up to KES ([\d.,]*\d)/g, (_, most: string) => ` hadi KES ${most}`),
  ],
  [/^At least KES ([\d.,]+)$/, ([least]) => `Angalau KES ${least}`],
  [/^([\d,]+) farmers?$/, ([count]) => (count === '1' ? 'mkulima 1' : `wakulima ${count}`)],
  [/^In the name of (.+)$/, ([who]) => `Kwa jina la ${who}`],
  [/^Already registered: (.+)$/, ([who]) => `Amesajiliwa tayari: ${who}`],
  [
    /^Already ([^:]+): (.+)$/,
    ([state, who]) => `Tayari ${(state ?? '').charAt(0).toLowerCase()}${(state ?? '').slice(1)}: ${who}`,
  ],
  [/^([\d,]+) rows? corrected$/, ([count]) => `Safu ${count} zimesahihishwa`],
  [
    /^([\d,]+) rows? corrected; not in this upload: ([\d,]+) rows? of the file$/,
    ([count, other]) => `Safu ${count} zimesahihishwa; safu ${other} za faili hazimo katika upakiaji huu`,
  ],
  ...dispatchPatterns,
  ...settlementPatterns,
  [/^(.+) is required$/, ([what]) => `${what} inahitajika`],
  [/^At most ([\d.]+) %$/, ([most]) => `Si zaidi ya ${most} %`],
  [/^At most ([\d,]+) characters?$/, ([most]) => `Si zaidi ya herufi ${most}`],
  [
    /^Sent for approval: new are ([\d,]+) of ([\d,]+) lines?, which count once another person has approved$/,
    ([fresh, all]) =>
      `Imetumwa kwa idhini: mistari ${fresh} kati ya ${all} ni mipya, na inaanza kutumika mtu mwingine akiidhinisha`,
  ],
  [/^At most ([\d,]+) decimals?$/, ([most]) => `Si zaidi ya desimali ${most}`],
  [
    /^([\d.,]+) kg in a bag; (\d+) to (\d+) kg are usual$/,
    ([average, least, most]) => `Kilo ${average} kwa gunia; kilo ${least} hadi ${most} ni kawaida`,
  ],
  [
    /^The approved cherry of (\S+) gives at most ([\d.]+) kg of parchment; ([\d.]+) kg are entered$/,
    ([season, most, entered]) =>
      `Matunda yaliyoidhinishwa ya ${season} hutoa parchment isiyozidi kilo ${most}; kilo ${entered} zimeingizwa`,
  ],
  [/^At most KES ([\d.]+) per kg$/, ([most]) => `Si zaidi ya KES ${most} kwa kilo`],
  [/^At most ([\d,]+) (?:entry|entries)$/, ([most]) => `Si zaidi ya ${most} kwenye orodha`],
  [/^At least ([\d,]+) characters?$/, ([least]) => `Angalau herufi ${least}`],
  [/^At least ([\d,]+) (?:entry|entries)$/, ([least]) => `Angalau ${least} kwenye orodha`],
  [/^At least (-?[\d,.]+)$/, ([least]) => `Angalau ${least}`],
  [/^More than (-?[\d,.]+)$/, ([least]) => `Zaidi ya ${least}`],
  [/^Less than (-?[\d,.]+)$/, ([most]) => `Chini ya ${most}`],
  [/^Only (.+) is taken$/, ([value]) => `Ni ${value} pekee inayokubaliwa`],
  [/^At most ([\d,]+)$/, ([most]) => `Si zaidi ya ${most}`],
  [/^Choose one of (.+)$/, ([choices]) => `Chagua moja kati ya ${choices}`],
  [/^Not a known (.+)$/, ([what]) => `Haijulikani: ${what}`],
  [/^Not a (.+) institution$/, ([type]) => `Si taasisi ya aina ya ${type}`],
  [/^([AP]), nine digits and a letter$/, ([first]) => `${first}, tarakimu tisa na herufi`],
  [/^Text, at most ([\d,]+) characters?\.$/, ([most]) => `Maandishi, si zaidi ya herufi ${most}.`],
  [/^Letters and digits only, at most (\d+)\.$/, ([most]) => `Herufi na tarakimu tu, si zaidi ya ${most}.`],
  [/^One of (.+)\.$/, ([choices]) => `Moja kati ya ${choices}.`],
  [
    /^Number above zero, at most ([\d,]+), with at most (\d+) decimals?\.$/,
    ([most, places]) => `Namba kubwa kuliko sufuri, si zaidi ya ${most}, na desimali zisizozidi ${places}.`,
  ],
  [/^Whole number from 0 to ([\d,]+)\.$/, ([most]) => `Namba kamili kutoka 0 hadi ${most}.`],
  [
    /^Number from 0 to ([\d,]+), with at most (\d+) decimals?\.$/,
    ([most, places]) => `Namba kutoka 0 hadi ${most}, yenye nafasi za desimali zisizozidi ${places}.`,
  ],
  [
    /^([\d,]+) bags of 60 kg and ([\d,]+) kg in pockets are ([\d.,]+) kg, not ([\d.,]+) kg$/,
    ([bags, pockets, packed, weight]) =>
      `Magunia ${bags} ya kilo 60 na kilo ${pockets} za mifuko ni kilo ${packed}, si kilo ${weight}`,
  ],
  [
    /^A broker or marketer sends its own coffee only: (.+)$/,
    ([code]) => `Dalali au wakala wa soko hutuma kahawa yake tu: ${code}`,
  ],
  [/^Whole number from 1 to ([\d,]+)\.$/, ([most]) => `Namba kamili kutoka 1 hadi ${most}.`],
  [/^Name of a (.+) as in the list\.$/, ([what]) => `Jina la ${what} kama lilivyo kwenye orodha.`],
  [
    /^([AP]), nine digits and a letter, such as (\w+)\.$/,
    ([first, example]) => `${first}, tarakimu tisa na herufi, kama ${example}.`,
  ],
  [/^There is not enough money on the account that pays$/, () => 'Akaunti inayolipa haina pesa za kutosha'],
  [/^The account does not exist$/, () => 'Akaunti haipo'],
  [/^The account is closed$/, () => 'Akaunti imefungwa'],
  [/^The account is dormant$/, () => 'Akaunti imelala'],
  [/^The account takes no credits$/, () => 'Akaunti haipokei pesa'],
  [/^The account that pays allows no debits$/, () => 'Akaunti inayolipa hairuhusu kutoa pesa'],
  [/^The amount is not valid$/, () => 'Kiasi si sahihi'],
  [/^The amount is above the most for one (?:transfer|payment)$/, () => 'Kiasi kinazidi kiwango cha malipo mamoja'],
  [/^The amount is below the least for one payment$/, () => 'Kiasi ni chini ya kiwango cha malipo mamoja'],
  [/^The currency is not that of the account$/, () => 'Sarafu si ile ya akaunti'],
  [/^The limit of the day is used up$/, () => 'Kiwango cha siku kimekwisha'],
  [/^The member’s M-PESA would hold more than it may$/, () => 'M-PESA ya mwanachama ingezidi kiwango chake'],
  [/^The M-PESA account is not active$/, () => 'Akaunti ya M-PESA haitumiki'],
  [/^The number is not registered with M-PESA$/, () => 'Namba haijasajiliwa M-PESA'],
  [/^The sender is locked at M-PESA$/, () => 'Mtumaji amefungiwa na M-PESA'],
  [/^The bank never received this order\.$/, () => 'Benki haikupokea agizo hili.'],
  [/^Rejected with code (\S+)$/, ([code]) => `Imekataliwa kwa namba ya sababu ${code}`],
]
