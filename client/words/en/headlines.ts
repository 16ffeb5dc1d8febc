import { counted } from '#contract/kit/counted.ts'
import type { Headlines } from '#client/kit/decisions/headlines.ts'

const lower = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
const article = (text: string) => (/^[aeiou]/i.test(text) ? 'an' : 'a')

export const headlines: Headlines = {
  leftOut: (sentence, left) => `${sentence}, ${left} left out`,
  stake: {
    title: 'At stake',
    nouns: {
      bookDelivery: (count, shown) => (count === 1 ? '1 delivery' : `${shown} deliveries`),
      correctDelivery: (count, shown) => (count === 1 ? '1 correction' : `${shown} corrections`),
      lend: (count, shown) => (count === 1 ? '1 loan' : `${shown} loans`),
      verifyPlot: (count, shown) => (count === 1 ? '1 plot' : `${shown} plots`),
      registerFarmer: (count, shown) => (count === 1 ? '1 farmer' : `${shown} farmers`),
    },
    records: (count, shown) => (count === 1 ? '1 record' : `${shown} records`),
    entries: (count, shown) => (count === 1 ? '1 row' : `${shown} rows`),
    members: (count, shown) => (count === 1 ? '1 member' : `${shown} members`),
    largest: (value) => `largest ${value}`,
    unusual: (names, more) => `Unusually large: ${names}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`,
  },
  sentences: {
    registerFarmers: ({ count, shown }) => `Register ${count === 1 ? '1 farmer' : `${shown} farmers`}`,
    registerCompanies: ({ count, shown }) => `Register ${count === 1 ? '1 company' : `${shown} companies`}`,
    registerFarmer: ({ name, member }) => `Register ${name}, ${member}`,
    changeDetails: ({ name, what }) => `Change the ${lower(what)} of ${name}`,
    erase: ({ name }) => `Erase ${name}, for good`,
    setLifeState: ({ name, what }) => `Set ${name} to ${lower(what)}`,
    verifyPlot: ({ name, at, hectares }) => `Verify the plot ${at} of ${name}, ${hectares} ha`,
    bookDelivery: ({ name, weight }) => `Book ${weight} for ${name}`,
    correctDelivery: ({ name, weight, takes }) =>
      takes ? `Take ${weight} from the season of ${name}` : `Add ${weight} to the season of ${name}`,
    bookDeliveries: ({ count, shown }) => `Book ${count === 1 ? '1 delivery' : `${shown} deliveries`}`,
    openFactory: ({ name }) => `Open the factory ${name}`,
    closeFactory: ({ name }) => `Close the factory ${name}`,
    changeFactory: ({ name }) => `Change the factory ${name}`,
    raiseLimits: ({ count, shown, at }) =>
      `Raise the ${count === 1 ? 'limit of 1 member' : `limits of ${shown} members`} of ${at}`,
    setRate: ({ at, money }) => `Set the cherry rate of ${at} to ${money} per kg`,
    convertAt: ({ at, name, money }) => `Convert dollars of ${at} at ${money}, deal ${name}`,
    setFloor: ({ at, name, count, money }) =>
      `Set the lowest communal rate of ${at} to ${money} per kg, cycle ${count} of ${name}`,
    paySchedule: ({ at, name, count, shown, money }) =>
      `Pay ${money} to ${counted(count === 1 ? '1' : shown, 'member')} of ${at} for ${name}`,
    releaseRtgs: ({ at, count, shown, money }) =>
      `Release ${counted(count === 1 ? '1' : shown, 'RTGS payment')} of ${at}, ${money}`,
    retryPayment: ({ at, name, money, what }) => `Pay ${money} to ${name} of ${at} again, ${lower(what)}`,
    deduct: ({ at, name, money, what }) => `Take ${money} ${lower(what)} at ${at}: ${name}`,
    addPremium: ({ at, name, money, what }) => `Add ${money} ${lower(what)} at ${at}: ${name}`,
    deductByFile: ({ at, name, money, count, shown }) =>
      `Take ${money} of ${counted(count === 1 ? '1' : shown, 'member')} of ${at}: ${name}`,
    addByFile: ({ at, name, money, count, shown }) =>
      `Add ${money} to ${counted(count === 1 ? '1' : shown, 'member')} of ${at}: ${name}`,
    endDeduction: ({ at, name }) => `End ${name} of ${at}`,
    reopenSeason: ({ at, name }) => `Let the season ${name} of ${at} take cherry again`,
    retain: ({ at, dollars }) => `Retain ${dollars} for ${at}`,
    sweep: ({ at, dollars }) => `Move ${dollars} to the farmers’ dollars of ${at}`,
    convert: ({ at, name, dollars, money }) => `Convert ${dollars} of ${at} to ${money}, deal ${name}`,
    openAccount: ({ what, at }) => `Open the ${lower(what)} of ${at}`,
    changeAccount: ({ what, at }) => `Change the number of the ${lower(what)} of ${at}`,
    holdSale: ({ name, day }) => `Put sale ${name} into the calendar: ${day}`,
    changeSale: ({ name, day }) => `Change the days of sale ${name}: ${day}`,
    cancelSale: ({ name, day }) => `Cancel sale ${name} of ${day}`,
    payInvoice: ({ name, at, dollars, count, shown }) =>
      `Distribute ${dollars} of ${at} for ${counted(count === 1 ? '1' : shown, 'lot')}, invoice ${name}`,
    lodgeClaim: ({ at, dollars, name }) => `Take ${dollars} of the sales of ${at}: ${name}`,
    releaseLot: ({ name, at, weight }) => `Release lot ${name} to ${at}: ${weight}`,
    chargeFees: ({ day }) => `Charge sales by this rule from ${day} on`,
    confirmParchment: ({ at, weight }) => `Confirm ${weight} of parchment from ${at}`,
    agreeLot: ({ name, what, at, weight }) => `Put lot ${name} of ${at} into the catalogue: ${what}, ${weight}`,
    removeLot: ({ name, what, at, weight }) => `Remove lot ${name} of ${at} from the sale: ${what}, ${weight}`,
    bookResults: ({ name, member, count, shown, dollars }) =>
      `Book the results of ${counted(count === 1 ? '1' : shown, 'lot')} of sale ${name}, ${member}: ${dollars}`,
    receiveDispatch: ({ count, shown, weight, at }) =>
      `Receive ${counted(count === 1 ? '1' : shown, 'record')} of ${at}, ${weight}`,
    deleteDispatch: ({ weight, at }) => `Delete the dispatch of ${weight} from ${at}`,
    receiveCoffee: ({ name, weight, at }) => `Receive ${weight} of ${name} from ${at}`,
    removeDispatch: ({ name, weight, at }) => `Remove ${weight} of ${name} from the dispatch of ${at}`,
    agreeEstateCured: ({ name, at, weight }) => `Agree to ${weight} of ${name} from ${at}`,
    lend: ({ name, money }) => `Lend ${money} to ${name}`,
    resolveException: ({ name, what }) => `Resolve ${name} as: ${lower(what)}`,
    importStatement: ({ name, count, shown, amount, money }) =>
      `Import ${counted(count === 1 ? '1' : shown, 'line')} of account ${name}${amount > 0 ? `, settling ${money}` : ''}`,
    resolvePayout: ({ name, what, money }) => `${what}: ${money}, ${name}`,
    inviteUser: ({ name, what, at }) => `Invite ${article(what)} ${lower(what)} at ${at}: ${name}`,
    changeRole: ({ name, what, at }) => `Make ${name} ${article(what)} ${lower(what)} at ${at}`,
    resetPassword: ({ name }) => `Let ${name} choose a new password`,
    resetSecondFactor: ({ name }) => `Let ${name} set up a new second factor`,
    letInAgain: ({ name }) => `Let ${name} sign in again`,
    changeUser: ({ name }) => `Change the user ${name}`,
    makeServiceAccount: ({ name, at, what }) => `Let the program ${name} call for ${at} as ${lower(what)}`,
    newServiceKey: ({ name }) => `Give ${name} a new key`,
    endServiceAccount: ({ name }) => `End the service account ${name}`,
    addEntry: ({ nameSaid, what }) => `Add the ${lower(what)} ${nameSaid}`,
    changeEntry: ({ nameSaid, what }) => `Change the ${lower(what)} ${nameSaid}`,
    approveRecord: ({ name, what }) => `Approve the ${lower(what)} ${name}`,
  },
}
