import { queryBalance } from './balance.ts'
import { billOfLine, validateAccount } from './bill.ts'
import { activePackage } from './content.ts'
import { exchangeRate } from './exchange-rate.ts'
import { saveForm } from './form.ts'
import { faqs, likeCount } from './help.ts'
import { initiatePayment } from './initiate.ts'
import { sendLeadOtp, submitLead, trackLead } from './lead.ts'
import { openInvoices } from './open-invoices.ts'
import type { Operation } from './operation.ts'
import { resendOtp, sendOtp, verifyOtp } from './otp.ts'
import { paymentOptions, paymentOptionsUnversioned } from './payment-options.ts'
import { resendPaymentOtp, sendPaymentOtp, verifyPaymentOtp } from './payment-otp.ts'
import { authInitiate, authProcess, verifyUser } from './pin-payment.ts'
import { processPayment } from './process.ts'
import { bundles } from './product.ts'
import { pageConfig, productConfig } from './resource.ts'
import { shopsByCoordinates } from './shops.ts'
import { lineTypeCheck } from './subscriber.ts'
import { fetchTransaction, transactionStatus } from './transaction.ts'

/** Every call of the JSON API. */
export const operations: readonly Operation[] = [
  pageConfig,
  productConfig,
  lineTypeCheck,
  queryBalance,
  billOfLine,
  validateAccount,
  openInvoices,
  bundles,
  paymentOptions,
  paymentOptionsUnversioned,
  exchangeRate,
  initiatePayment,
  processPayment,
  transactionStatus,
  fetchTransaction,
  sendOtp,
  resendOtp,
  verifyOtp,
  sendPaymentOtp,
  resendPaymentOtp,
  verifyPaymentOtp,
  sendLeadOtp,
  submitLead,
  trackLead,
  verifyUser,
  authInitiate,
  authProcess,
  saveForm,
  activePackage,
  faqs,
  likeCount,
  shopsByCoordinates,
]
