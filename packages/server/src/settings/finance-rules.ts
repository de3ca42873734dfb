import type { FeeRules } from '@nyanja/domain/finance/fees'
import { isCurrency } from '@nyanja/domain/money/money'
import { hour } from '@nyanja/domain/time'
import { z } from 'zod'
import { Fee } from '../common/rates.ts'
import { gateways } from './gateways.ts'

/** A plain name, because accounting systems read it. */
const account = z.string().regex(/^[\p{L}\d][\p{L}\d ._/-]{0,59}$/u, 'is no name or number of an account')
const gatewayNames = [...gateways.keys()]

const ofGateway = z.string().refine((name) => gateways.has(name), `must be one of ${gatewayNames.join(', ')}`)
const ofCurrency = z.string().refine((code): boolean => isCurrency(code), 'is not a currency')

/** Airtime that was sold is owed until it is used; a bill that was paid is owed to the operator no longer. */
const products = {
  airtime: '2300 Airtime liability',
  bundle: '4100 Revenue bundles',
  bill: '1200 Customer receivables',
  invoice: '1200 Customer receivables',
  plan: '4200 Revenue home internet',
  several: '2300 Airtime liability',
} as const

const Accounts = z.object({
  clearing: z.record(ofGateway, account).default({}),
  otherClearing: account.default('1300 Provider clearing'),
  customerCredit: account.default('2200 Customer credit'),
  products: z
    .object({
      airtime: account.default(products.airtime),
      bundle: account.default(products.bundle),
      bill: account.default(products.bill),
      invoice: account.default(products.invoice),
      plan: account.default(products.plan),
      several: account.default(products.several),
    })
    .prefault({}),
  salesTax: account.default('2400 Sales tax'),
  fees: account.default('6100 Provider fees'),
  feeTax: account.default('1400 Input tax'),
  refunds: account.default('4900 Refunds'),
  reversals: account.default('6900 Reversed payments'),
  /** The account of airtime given as goodwill. */
  goodwill: account.default('6910 Goodwill'),
})

const FeeRule = Fee.extend({ flatMinor: z.record(ofCurrency, z.int().nonnegative()).default({}) })

/** A contract that changed has a rule for each time; the file has the only rule of another one without a list. */
const Contract = z
  .preprocess((rules) => (Array.isArray(rules) ? rules : [rules]), z.array(FeeRule).min(1))
  .refine(
    (rules) => rules.every(({ from }, at) => at === 0 || (from !== undefined && from > (rules[at - 1]?.from ?? ''))),
    'fees: each rule but the first needs a "from", later than that of the rule before it',
  )
  .transform((rules): FeeRules => (rules.length === 1 ? (rules[0] ?? rules) : rules))

/** The rules for closing a day: when, what providers keep, and the accounts of the journal. */
export const Finance = z
  .object({
    /** The hours after midnight. Every payment of the day must be stored by then, and no unpaid order deleted yet. */
    closeAfterHours: z.int().min(1).max(23).default(4),
    fees: z.record(ofGateway, Contract).default({}),
    /**
     * The person who has compared the fees with the contracts, and the date. Without it no day is closed, because a
     * close never changes.
     */
    feesConfirmedBy: z.string().trim().min(1).optional(),
    accounts: Accounts.prefault({}),
  })
  .prefault({})
  .transform(({ closeAfterHours, fees, feesConfirmedBy, accounts }) => {
    // Each gateway has a clearing account of its own; payment by airtime takes from what customers are owed.
    const own = Object.fromEntries(gatewayNames.map((name) => [name, `${accounts.otherClearing} ${name}`]))
    const clearing = { ...own, airtime: accounts.products.airtime, ...accounts.clearing }
    return {
      closeAfterMs: closeAfterHours * hour,
      areFeesConfirmed: feesConfirmedBy !== undefined,
      rules: { fees, accounts: { ...accounts, clearing } },
    }
  })
