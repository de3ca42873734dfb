import { PortalError } from '@nyanja/domain/errors'
import type { Currency } from '@nyanja/domain/money/money'
import type { LeadCallbackReader } from '../leads/lead-callbacks.ts'
import type { LeadService } from '../leads/lead-service.ts'
import type { LeadSubscriptions } from '../leads/lead-subscriptions.ts'
import type { FeasibilitySource } from '../leads/town-feasibility.ts'
import type { BssRecordSource } from '../payments/bss-records.ts'
import type { DeliveryProvider, PurchaseKind } from '../payments/delivery-provider.ts'
import type { TakebackProvider } from '../payments/takebacks.ts'
import type { BalanceSource } from '../subscriber/balances.ts'
import type { BillSource } from '../subscriber/bills.ts'
import type { BundleSource } from '../subscriber/bundles.ts'
import type { ContactSource } from '../subscriber/contacts.ts'
import type { LineSource } from '../subscriber/lines.ts'
import type { Authorization } from './bss-authorization.ts'
import type { ProviderHooks } from './call-provider.ts'
import type { ContractFault } from './contract-faults.ts'
import type { TmfProfile } from './tmf/profile.ts'

/** The ports that a BSS implements. */
export interface BssAdapters {
  readonly lineSource: LineSource
  readonly bundleSource: BundleSource
  readonly balanceSource: BalanceSource
  readonly billSource: BillSource
  readonly contactSource: ContactSource
  readonly deliveryProvider: DeliveryProvider
  /** The provider, absent where the BSS takes no airtime from a line for the portal. */
  readonly takebackProvider?: TakebackProvider
  readonly leadService: LeadService
  readonly leadSubscriptions: LeadSubscriptions
  readonly leadCallbackReader: LeadCallbackReader
  readonly feasibilitySource: FeasibilitySource
  readonly recordSource: BssRecordSource
}

/** The connection to the BSS, and what adapters need of the market and the process. */
export interface BssOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly authorization: Authorization
  /** The differences of the BSS from TM Forum's standard, where it follows that. */
  readonly profile: TmfProfile
  /** The number of its `cents` in one unit of the currency, where it counts in them. */
  readonly centsPerUnit: number
  /** The calling code of the market without a sign: `265`. */
  readonly countryCode: string
  /** The number of digits of a national number. */
  readonly numberLength: number
  readonly currency: Currency
  readonly timeZone: string
  /** Receives each contract fault of the BSS. */
  readonly reportFault: (fault: ContractFault) => void
  readonly now: () => number
  readonly log: (message: string) => void
}

/** The check is one line of `bss:check`. */
export interface CapabilityCheck {
  readonly capability: string
  /** With `not_served` this kind of BSS has no such capability. */
  readonly state: 'works' | 'degraded' | 'missing' | 'not_checked' | 'not_served'
  readonly seen: string
  /** The lines of the profile, or settings, that may mend it. */
  readonly lookAt: readonly string[]
}

export interface CheckRequest {
  /** The national digits of a line of the operator. */
  readonly msisdn?: string | undefined
  /** Our reference of a top-up of that line that was delivered. */
  readonly reference?: string | undefined
}

/** The services of a kind of BSS: journeys and payment methods that need more are not offered. */
export interface BssServices {
  /** The products that it delivers. */
  readonly sells: readonly PurchaseKind[]
  /** Whether a line's airtime can pay for an order. */
  readonly chargesAirtime: boolean
}

/** The complete definition of a kind of BSS; settings, wiring and `bss:check` derive from it. */
export interface BssDefinition extends BssServices {
  /** The value of `BSS_KIND`. */
  readonly kind: string
  /** Whether `BSS_PROFILE_FILE` describes it. */
  readonly hasProfile: boolean
  open(options: BssOptions): BssAdapters
  /** Calls the BSS as the portal does, without changing anything. */
  check(options: BssOptions, request: CheckRequest): Promise<readonly CapabilityCheck[]>
}

const refuse = async (): Promise<never> => {
  throw new PortalError('not_offered', 'This kind of BSS does not serve it')
}

/** The ports of a BSS without bills, leads and feasibility. Nothing that needs them is offered. */
export const unservedPorts = {
  billSource: { accountOfLine: refuse, fixedLineAccount: refuse, openInvoices: refuse },
  contactSource: { contactOf: async () => undefined },
  leadService: { submit: refuse, findByReference: refuse, getStatusUpdate: refuse },
  leadSubscriptions: { listen: refuse, leave: refuse },
  leadCallbackReader: { read: () => 'of_no_interest' },
  feasibilitySource: { check: refuse },
  recordSource: { list: refuse },
} as const satisfies Partial<BssAdapters>
