import { lineTypeCheck, queryBalance } from './balance.ts'
import { billOfLine, openInvoices, validateAccount } from './bill.ts'
import { activePackage, faqs, likeCount, saveForm } from './content.ts'
import type { Operation } from './fields.ts'
import { sendLeadOtp, submitLead, trackLead } from './lead.ts'
import { resendOtp, resendPaymentOtp, sendOtp, sendPaymentOtp, verifyOtp, verifyPaymentOtp } from './otp.ts'
import { initiatePayment, paymentOptions, paymentOptionsUnversioned, processPayment } from './payment.ts'
import { authInitiate, authProcess, verifyUser } from './pin-payment.ts'
import { bundles, exchangeRate, pageConfig, productConfig } from './product.ts'
import { shopsByCoordinates } from './shops.ts'
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
