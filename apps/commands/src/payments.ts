import { createReviewStore } from '@nyanja/back-office/db/operations/review-store'
import { AfterRestore } from '@nyanja/back-office/operations/after-restore'
import { type ResolveResult, Reviews } from '@nyanja/back-office/operations/reviews'
import { isCurrency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { type Resolution, resolutions } from '@nyanja/domain/payments/review-resolutions'
import { policyOf, type ResolvingAct, resolutionOfAct } from '@nyanja/domain/staff/acts'
import { createRecoveryStore } from '@nyanja/server/db/recovery/recovery-store'
import { createUnknownPayments } from '@nyanja/server/db/recovery/unknown-payments'
import {
  type Command,
  commandsOf,
  done,
  isSecond,
  misused,
  nameSecond,
  refused,
  whoAreYou,
  withoutArguments,
  withoutOptions,
} from './command.ts'
import { longestQueue, type Noun, type Opened } from './noun.ts'
import { afterRestoreText, paymentText, reviewListText, unknownText } from './payment-text.ts'

const meanings: Readonly<Record<Resolution, string>> = {
  paid: 'the provider has the money: deliver, or refund if the order is paid already',
  unpaid: 'no money was captured, or it was refunded by hand',
  delivered: 'the customer has what was paid for',
  refund: 'the provider has the money: refund all of it now, and deliver nothing',
  refunded: 'the money was refunded by hand',
  closed: 'nothing is left to do',
}

const reviewsOf = ({ database, market, now }: Opened) =>
  new Reviews({ store: createReviewStore(database.db, now), differences: market.differences })

const unknownPaymentsOf = ({ database, now }: Opened) => createUnknownPayments(database.db, now)

/** Formats an amount as `MWK 1,100.50`. */
function readMoney(text: string): Money | undefined {
  const [, currency = '', amount = ''] = /^([A-Z]{3}) *([\d.,]+)$/.exec(text.trim()) ?? []
  return isCurrency(currency) ? parseMoney(amount.replaceAll(',', ''), currency) : undefined
}

/** Tells whether a resolution needs a second person, as in the console. */
const needsSecondPerson = (resolution: Resolution) =>
  Object.entries(resolutionOfAct).some(([act, of]) => of === resolution && policyOf(act as ResolvingAct).needsApproval)

function isResolution(word: string): word is Resolution {
  return resolutions.some((resolution) => resolution === word)
}

const refusals: Readonly<Record<Exclude<ResolveResult['outcome'], 'resolved' | 'asks_bss' | 'not_allowed'>, string>> = {
  unknown_payment: 'No payment has this reference',
  not_in_review: 'This payment is not in review; nothing was changed',
  wrong_amount:
    'Give the amount that the provider has, as payments show it or as its statement does: --amount "<currency> <amount>"; nothing was changed',
  overtaken: 'The payment is being worked on or has just changed; nothing was changed. Show it again before you decide',
}

/** Reads the words of `payments resolve <reference> <resolution> <why>` and its options. */
function readDecision(typed: readonly string[], who: string | undefined) {
  const { words, amount, agreed } = withoutOptions(typed, ['amount', 'agreed'])
  const [name, resolution, ...reason] = words
  if (name === undefined || resolution === undefined) return misused('Name a payment and its resolution')
  if (!isResolution(resolution)) return misused(`${resolution} is not a resolution: use ${resolutions.join(', ')}`)
  const why = reason.join(' ').trim()
  if (why === '') return misused('Give a reason')
  if (who === undefined || who === '') return whoAreYou
  const stated = readMoney(amount ?? '')
  if (amount !== undefined && stated === undefined) return misused(`${amount} is no amount, such as "USD 11.50"`)
  if (needsSecondPerson(resolution) && !isSecond(agreed, who)) return nameSecond
  return { name, resolution, why, who, amount: stated, agreedBy: agreed }
}

const commands: Readonly<Record<string, Command<Opened>>> = {
  list: withoutArguments(async (opened: Opened) => {
    const unknown = await unknownPaymentsOf(opened).open(longestQueue)
    const text = reviewListText(await reviewsOf(opened).list())
    return done(unknown.length === 0 ? text : `${text}\n\n${unknownText(unknown)}`)
  }),

  async show([name, ...rest], opened) {
    if (name === undefined || rest.length > 0) return misused('Name one payment by its reference')
    const history = await reviewsOf(opened).show(name)
    if (history === undefined) return refused(refusals.unknown_payment)
    return done(paymentText(history, opened.market.numbers.countryCode))
  },

  async resolve(typed, opened) {
    const decided = readDecision(typed, opened.who)
    if ('outcome' in decided) return decided
    const { name, ...decision } = decided
    const { resolution, why } = decision
    const result = await reviewsOf(opened).resolve(name, decision)
    if (result.outcome === 'resolved') return done(`${result.reference} is resolved: ${resolution}`)
    if (result.outcome === 'asks_bss')
      return done(
        `The BSS is asked about ${result.reference} first; it is refunded once the BSS says that it has nothing`,
      )
    const reference = name.trim().toUpperCase()
    if (result.outcome === 'unknown_payment' && resolution === 'closed') {
      const isClosed = await unknownPaymentsOf(opened).close({ reference, who: decision.who, why })
      if (isClosed) return done(`${reference} is resolved: closed`)
    }
    if (result.outcome !== 'not_allowed') return refused(refusals[result.outcome])
    const allowed = result.allowed.join(', ') || 'nothing now, since the portal is still working on it'
    return refused(`This payment cannot be resolved as ${resolution}; it may be: ${allowed}`)
  },

  async 'after-restore'([flag, time = '', ...rest], opened) {
    const { database, now, who, openOutside } = opened
    const since = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time) ? Date.parse(time) : Number.NaN
    if (flag !== '--since' || Number.isNaN(since) || rest.length > 0)
      return misused('Give the time of the backup with its zone: --since 2026-11-23T03:00:00Z')
    if (who === undefined || who === '') return whoAreYou
    const recoveries = createRecoveryStore(database.db, now)
    const afterRestore = new AfterRestore({ recoveries, unknown: unknownPaymentsOf(opened), ...openOutside() })
    return done(afterRestoreText(await afterRestore.run({ since, who })))
  },
}

/** Payments in review, and what a restored database lacks. */
export const payments: Noun = {
  name: 'payments',
  usage: `payments list                                     payments in review
payments show <reference>                         the whole history of one payment
payments resolve <reference> <resolution> <why>   resolve it
  [--amount <amount>] [--agreed <name>]           the amount of money, and who agrees: of paid, refund(ed)
payments after-restore --since <time>             the database was restored to then: look up work before it is sent,
                                                  and list what other systems know and it does not`,
  run: commandsOf('payments', {
    commands,
    options: { 'after-restore': ['--since'], resolve: ['--amount', '--agreed'] },
    usual: 'list',
  }),
  words: { Resolutions: meanings },
}
