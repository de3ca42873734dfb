import type { Migration } from '../migrate.ts'
import { up as payments } from './0001-payments.ts'
import { up as oneTimeCodes } from './0002-one-time-codes.ts'
import { up as operations } from './0003-operations.ts'
import { up as tolls } from './0004-tolls.ts'
import { up as mails } from './0005-mails.ts'
import { up as missBudgets } from './0006-miss-budgets.ts'
import { up as payLinks } from './0007-pay-links.ts'
import { up as corrections } from './0008-corrections.ts'
import { up as places } from './0009-places.ts'
import { up as help } from './0010-help.ts'
import { up as coverageReports } from './0011-coverage-reports.ts'
import { up as askedInvoices } from './0012-asked-invoices.ts'
import { up as submissions } from './0013-submissions.ts'
import { up as leads } from './0014-leads.ts'
import { up as leadDrafts } from './0015-lead-drafts.ts'
import { up as plans } from './0016-plans.ts'
import { up as turns } from './0017-turns.ts'
import { up as retriedLeads } from './0018-retried-leads.ts'
import { up as leadCallbacks } from './0019-lead-callbacks.ts'
import { up as leadFees } from './0020-lead-fees.ts'
import { up as laterMoves } from './0021-later-moves.ts'
import { up as recoveries } from './0022-recoveries.ts'
import { up as deliveryAccounts } from './0024-delivery-accounts.ts'
import { up as foundPayments } from './0027-found-payments.ts'
import { up as rateCounters } from './0030-rate-counters.ts'
import { up as shopTranslations } from './0046-shop-translations.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  { name: '0001-payments', up: payments },
  { name: '0002-one-time-codes', up: oneTimeCodes },
  { name: '0003-operations', up: operations },
  { name: '0004-tolls', up: tolls },
  { name: '0005-mails', up: mails },
  { name: '0006-miss-budgets', up: missBudgets },
  { name: '0007-pay-links', up: payLinks },
  { name: '0008-corrections', up: corrections },
  { name: '0009-places', up: places },
  { name: '0010-help', up: help },
  { name: '0011-coverage-reports', up: coverageReports },
  { name: '0012-asked-invoices', up: askedInvoices },
  { name: '0013-submissions', up: submissions },
  { name: '0014-leads', up: leads },
  { name: '0015-lead-drafts', up: leadDrafts },
  { name: '0016-plans', up: plans },
  { name: '0017-turns', up: turns },
  { name: '0018-retried-leads', up: retriedLeads },
  { name: '0019-lead-callbacks', up: leadCallbacks },
  { name: '0020-lead-fees', up: leadFees },
  { name: '0021-later-moves', up: laterMoves },
  { name: '0022-recoveries', up: recoveries },
  { name: '0024-delivery-accounts', up: deliveryAccounts },
  { name: '0027-found-payments', up: foundPayments },
  { name: '0030-rate-counters', up: rateCounters },
  { name: '0046-shop-translations', up: shopTranslations },
]
