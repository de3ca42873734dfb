import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { type CardProcessor, registerHostedCard } from '../bank/hosted-card.ts'
import { inScopes, isJsonObject } from '../core/bodies.ts'
import type { Callback } from '../core/callbacks.ts'
import { decimalOf, type Sum } from '../core/market.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { type Answer, answer, fieldFault, mismatch, type ResultCode, refusals, resultMessages } from './codes.ts'
import { registerControlRoutes } from './control-routes.ts'
import {
  conclude,
  createLedger,
  findByCompanyRef,
  findByToken,
  getResult,
  type Simulation,
  type Transaction,
} from './ledger.ts'
import { createToken, refundToken, verifyRefund } from './tokens.ts'
import { Fields, readXml, writeXml } from './xml.ts'

function verifyToken(request: Fields, simulation: Simulation): Answer {
  const { ledger } = simulation
  if (!request.has('TransactionToken') && !request.has('CompanyRef')) return fieldFault('TransactionToken')

  const transaction = request.has('TransactionToken')
    ? findByToken(ledger, request.text('TransactionToken'))
    : findByCompanyRef(ledger, request.text('CompanyRef'))
  if (transaction === undefined) return mismatch(request.has('TransactionToken') ? 'TransactionToken' : 'CompanyRef')

  const result = getResult(ledger, transaction)
  if (request.text('VerifyTransaction') !== '0' && result === '000') transaction.isVerified = true
  const message = result === '901' && transaction.declineReason ? transaction.declineReason : resultMessages[result]
  return answer(result, message, detailsOf(transaction))
}

function detailsOf(transaction: Transaction): Record<string, string> {
  const { customer, card, payment, companyRef, sum } = transaction
  const paid = payment?.sum ?? sum
  return {
    CustomerName: customer.name,
    CustomerCredit: card?.last4 ?? '',
    CustomerCreditType: card?.brand ?? '',
    TransactionApproval: payment?.approval ?? '',
    ...sumTags('Transaction', paid),
    FraudAlert: payment?.fraudAlert ?? '000',
    // The spelling is DPO's own.
    FraudExplnation: fraudMessage[payment?.fraudAlert ?? '000'] ?? '',
    TransactionNetAmount: payment ? decimalOf(netOf(paid)) : '',
    TransactionSettlementDate: payment ? payment.at.slice(0, 10).replaceAll('-', '/') : '',
    TransactionRollingReserveAmount: '',
    TransactionRollingReserveDate: '',
    CustomerPhone: customer.phone,
    CustomerCountry: customer.country,
    CustomerAddress: '',
    CustomerCity: '',
    CustomerZip: '',
    MobilePaymentRequest: '',
    AccRef: '',
    ...sumTags('TransactionFinal', payment?.finalSum ?? sum),
    CompanyRef: companyRef,
  }
}

const fraudMessage: Readonly<Record<string, string>> = {
  '000': 'Genuine transaction',
  '001': 'Low Risk (Not checked)',
  '002': 'Suspected Fraud Alert',
}

const sumTags = (prefix: string, { minor, currency }: Sum): Record<string, string> => ({
  [`${prefix}Currency`]: currency,
  [`${prefix}Amount`]: decimalOf(minor),
})

/** The amount after a fee of three percent. */
const netOf = ({ minor }: Sum): number => minor - Math.round((minor * 3) / 100)

type Operation = (request: Fields, simulation: Simulation) => Answer

const operations: ReadonlyMap<string, Operation> = new Map([
  ['createToken', createToken],
  ['verifyToken', verifyToken],
  ['cancelToken', cancelToken],
  ['refundToken', refundToken],
  ['verifyRefund', verifyRefund],
])

const bodyLimit = 65_536

/** The XML API: for any fault the HTTP status is 200, and the body contains the result code. */
function registerApiRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, readXml(String(body))),
  )
  for (const version of ['v6', 'v7']) {
    app.post(
      `/dpo/API/${version}/`,
      { config: { provider: 'dpo', operation: operationIn } },
      async ({ body }, reply) => {
        const answer = isJsonObject(body) ? answerTo(new Fields(body), simulation) : refusals.badXml
        return reply.type('application/xml; charset=utf-8').send(writeXml(inOrder(answer)))
      },
    )
  }
}

function answerTo(request: Fields, simulation: Simulation): Answer {
  if (!request.has('CompanyToken')) return refusals.companyTokenMissing
  if (request.text('CompanyToken').toUpperCase() !== simulation.companyToken) return refusals.companyTokenUnknown
  const operation = operations.get(request.text('Request'))
  return operation ? operation(request, simulation) : refusals.requestUnknown
}

/** A name of its own lets the panel inject a fault into one operation of the shared address. */
function operationIn({ body }: FastifyRequest): string {
  return isJsonObject(body) ? new Fields(body).text('Request') : ''
}

const inOrder = ({ Result, ResultExplanation, ...fields }: Answer): Record<string, string> => ({
  Result,
  ResultExplanation,
  ...fields,
})

function cancelToken(request: Fields, { ledger }: Simulation): Answer {
  if (!request.has('TransactionToken')) return fieldFault('TransactionToken')
  const transaction = findByToken(ledger, request.text('TransactionToken'))
  if (transaction === undefined) return mismatch('TransactionToken')
  if (transaction.result !== '904' && !ledger.isWaiting(transaction)) {
    return answer('999', 'Transaction cannot be cancelled')
  }
  transaction.result = '904'
  return answer('000', 'Transaction cancelled')
}

const closedText: Partial<Record<ResultCode, string>> = {
  '000': 'This payment is done',
  '903': 'The time for this payment has passed',
  '904': 'This payment was cancelled',
}

/** The hosted page: a declined card may be followed by another, and a visitor who left may return. */
function createCardProcessor(simulation: Simulation): CardProcessor<Transaction> {
  const { ledger } = simulation
  return {
    provider: 'dpo',
    name: 'DPO Pay',
    tint: '#1d4e89',
    pagePaths: ['/dpo/payv2.php', '/dpo/payv3.php'],
    acsPath: '/dpo/acs-return',
    find: (token) => findByToken(ledger, token),
    referenceOf: ({ companyRef }) => companyRef,
    isOpen: (transaction) => ledger.isWaiting(transaction),
    closedText: ({ result }) => closedText[result] ?? 'This payment is being processed',
    pay: (transaction) => conclude(transaction, 'paid', simulation),
    decline: (transaction) => conclude(transaction, 'declined', simulation),
    cancel: () => {},
    backLink: (transaction) => (transaction.payment ? redirectUrlOf(transaction) : backUrlOf(transaction)),
  }
}

function withFields(url: string, fields: Readonly<Record<string, string>>): string {
  const joint = url.includes('?') ? '&' : '?'
  return `${url}${joint}${new URLSearchParams(fields)}`
}

/** The customer's next page after paying. */
function redirectUrlOf({ redirectUrl, companyRef, token, payment }: Transaction): string | undefined {
  if (redirectUrl === '') return undefined
  return withFields(redirectUrl, {
    TransID: token,
    CCDapproval: payment?.approval ?? '',
    PnrID: companyRef,
    TransactionToken: token,
    CompanyRef: companyRef,
  })
}

/** The customer's next page without paying. */
function backUrlOf({ backUrl, companyRef, token }: Transaction): string | undefined {
  return backUrl === '' ? undefined : withFields(backUrl, { TransactionToken: token, CompanyRef: companyRef })
}

/** DPO does not publish its retries; these are our assumption. */
const retryAfterMs = [60_000, 300_000, 900_000]

/** DPO posts to the merchant's registered address, without a signature. */
function pushOf(url: string, transaction: Transaction, result: ResultCode): Callback {
  const fields = {
    Result: result,
    ResultExplanation: resultMessages[result],
    TransactionToken: transaction.token,
    TransactionRef: transaction.reference,
    ...detailsOf(transaction),
  }
  return {
    provider: 'dpo',
    url,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: writeXml(fields),
    retryAfterMs,
    isReceipt: ({ status, body }) => status === 200 && body.trim() === 'OK',
  }
}

export interface DpoOptions {
  /** The issuer that confirms every card payment. */
  readonly issuer: Issuer
  /** When it is absent, the merchant has registered no address. */
  readonly pushUrl?: string
  readonly companyToken?: string
  readonly serviceType?: string
  readonly limitMinor?: number
}

export function createDpoSimulator(world: World, options: DpoOptions): Simulator {
  const { issuer, pushUrl, serviceType = '3854', limitMinor = 150_000_000 } = options
  const { companyToken = '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A' } = options
  const ledger = createLedger(world.now)

  const push = (token: string): void => {
    const transaction = findByToken(ledger, token)
    if (pushUrl === undefined || transaction === undefined) return
    world.callbacks.send(pushOf(pushUrl, transaction, getResult(ledger, transaction)))
  }
  const { now } = world
  const currencies = [...new Set([...world.market.currencies, 'USD'])]
  const simulation: Simulation = {
    ledger,
    companyToken,
    serviceType,
    limitMinor,
    currencies,
    now,
    refundOutcome: 'done',
    push,
  }

  return {
    name: 'dpo',
    unknownPaths: [
      {
        prefix: '/dpo',
        answer: (reply) =>
          reply.code(404).type('application/xml; charset=utf-8').send(writeXml(refusals.requestUnknown)),
      },
    ],
    register: inScopes(
      (scope) => registerApiRoutes(scope, simulation),
      (scope) => registerHostedCard(scope, createCardProcessor(simulation), issuer),
      (scope) => registerControlRoutes(scope, simulation),
    ),
    ...ledger.recordsAs('transactions'),
    reset() {
      simulation.refundOutcome = 'done'
      ledger.clear()
    },
  }
}
