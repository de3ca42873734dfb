import { purchaseKinds } from '../../payments/delivery-provider.ts'
import type { BssDefinition } from '../bss-definition.ts'
import { checkBss } from './check-bss.ts'
import { createTmfBalanceSource } from './tmf-balance-source.ts'
import { createTmfBillSource } from './tmf-bill-source.ts'
import { createTmfBundleSource } from './tmf-bundle-source.ts'
import { createTmfContactSource } from './tmf-contact-source.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { createTmfFeasibilitySource } from './tmf-feasibility-source.ts'
import { createTmfLeadService } from './tmf-lead-service.ts'
import { createTmfLeadCallbackReader, createTmfLeadSubscriptions } from './tmf-lead-subscriptions.ts'
import { createTmfLineSource } from './tmf-line-source.ts'
import { createTmfRecordSource } from './tmf-record-source.ts'
import { createTmfTakebackProvider } from './tmf-takeback-provider.ts'

/** The BSS that follows TM Forum's Open APIs, version 4 or 5, with the differences that a profile describes. */
export const tmf: BssDefinition = {
  kind: 'tmf',
  sells: purchaseKinds,
  chargesAirtime: true,
  hasProfile: true,
  open: (options) => ({
    lineSource: createTmfLineSource(options),
    bundleSource: createTmfBundleSource(options),
    balanceSource: createTmfBalanceSource(options),
    billSource: createTmfBillSource(options),
    contactSource: createTmfContactSource(options),
    deliveryProvider: createTmfDeliveryProvider(options),
    ...(options.profile.adjustment.takesBack && { takebackProvider: createTmfTakebackProvider(options) }),
    leadService: createTmfLeadService(options),
    leadSubscriptions: createTmfLeadSubscriptions(options),
    leadCallbackReader: createTmfLeadCallbackReader(options.profile),
    feasibilitySource: createTmfFeasibilitySource(options),
    recordSource: createTmfRecordSource(options),
  }),
  check: checkBss,
}
