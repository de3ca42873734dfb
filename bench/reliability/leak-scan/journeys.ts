import { setTimeout as sleep } from 'node:timers/promises'
import { gateways } from '@nyanja/server/settings/gateways'
import { apiHeaders, type PaymentMode } from '../../environment/visitor.ts'
import type { Artefact } from './artefacts.ts'
import type { Markers } from './markers.ts'

interface Traveller {
  readonly caller: Caller
  readonly markers: Markers
  readonly origin: string
  readonly sandboxOrigin: string
  /** The visitor's own lines, all of them markers. */
  readonly msisdn: string
  readonly wallet: string
  readonly email: string
  /** The PIN, encrypted as by a browser. */
  readonly pin: string
}

type Journey = (traveller: Traveller) => Promise<void>

const api = '/orp/bfe/api/portal-service'

async function order({ caller, markers, msisdn }: Traveller): Promise<string | undefined> {
  await caller.form('/prepaid-recharge', { msisdn })
  const { location } = await caller.form('/prepaid-recharge', { msisdn, amount: '350' })
  return link(markers, 'order', location)
}

/** Reads the id in an address that the portal issued. */
function link(markers: Markers, name: 'order' | 'id' | 'ref', location: string | undefined): string | undefined {
  const id = new URL(location ?? '/', 'http://portal').searchParams.get(name) ?? undefined
  markers.add('link', `the ${name} of an address`, id)
  return id
}

async function openPage({ caller, markers }: Traveller, location: string | undefined): Promise<void> {
  if (location === undefined) return
  const id = link(markers, 'id', location)
  await caller.page(location)
  if (id === undefined) return
  await caller.page(`/payment/status/${id}`)
  await caller.page(`/payment/status/${id}/state`)
  await caller.send('/csp-reports', {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': { 'document-uri': `http://portal/payment/status/${id}?id=${id}` } }),
  })
}

/** Pays on a page by a method that requires a number or an address. */
const byPage =
  (method: string): Journey =>
  async (traveller) => {
    const { caller, wallet: msisdn, email } = traveller
    const id = await order(traveller)
    if (id === undefined) return
    const { location } = await caller.form(`/payment/start/${method}?order=${id}`, { msisdn, email })
    await openPage(traveller, location)
  }

/** Types a wrong code, then the right one, and continues as the method requires: with a press, or with a PIN. */
const byCode =
  (method: string): Journey =>
  async (traveller) => {
    const { caller, markers, wallet: msisdn, email, sandboxOrigin } = traveller
    const id = await order(traveller)
    const { location } = await caller.form(`/payment/start/${method}?order=${id}`, { msisdn, email })
    link(markers, 'ref', location)
    if (location === undefined) return
    await caller.page(location)
    const code = await codeFor(sandboxOrigin, msisdn)
    markers.add('secret', 'a one-time code', code)
    await caller.form(location, { code: '000000' })
    await caller.form(location, { intent: 'resend' })
    const { location: next, cookie } = await caller.form(location, { code: code ?? '' })
    markers.add('secret', 'a proof cookie', cookie?.split('=')[1])
    if (next === undefined) return
    const { body } = await caller.page(next, cookie)
    const keyId = /name="keyId"[^>]* value="([^"]*)"/.exec(body)?.[1]
    const fields: Record<string, string> = keyId === undefined ? {} : { keyId, sealed: traveller.pin }
    await openPage(traveller, (await caller.form(next, fields, cookie)).location)
  }

const smsTimeoutMs = 3_000

async function codeFor(sandboxOrigin: string, msisdn: string): Promise<string | undefined> {
  const giveUpAt = Date.now() + smsTimeoutMs
  while (Date.now() < giveUpAt) {
    const messages: readonly { readonly text: string }[] = await (
      await fetch(`${sandboxOrigin}/__sim/sms?msisdn=${msisdn}`)
    ).json()
    const code = messages.flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? [])[0]
    if (code !== undefined) return code
    await sleep(50)
  }
  return undefined
}

const byApi =
  (paymentMode: PaymentMode): Journey =>
  async ({ caller, markers, msisdn, wallet, email, pin }) => {
    const { transactionId } = await caller.api(`${api}/transaction/v1/initiate`, {
      amount: '350',
      countryCode: '265',
      mobileNumber: msisdn,
      paymentMobile: wallet,
      emailId: email,
      paymentMode,
      transactionType: 'PREPAID_RECHARGE',
      pin,
    })
    markers.add('link', 'a transaction', transactionId)
    await caller.api(`${api}/transaction/v1/process`, { transactionId, paymentMode, pin, encryptedPin: pin })
    await caller.send(`${api}/transaction/v1/status?tid=${transactionId}`, { headers: apiHeaders })
  }

const codeByApi: Journey = async ({ caller, markers, wallet, sandboxOrigin }) => {
  const { otpId } = await caller.api(`${api}/otp/v1/send-otp`, { text: wallet, text1: '', otpAction: 'BALANCE' })
  markers.add('link', 'an OTP id', otpId)
  const otp = otpId === undefined ? undefined : await codeFor(sandboxOrigin, wallet)
  markers.add('secret', 'a one-time code', otp)
  await caller.api(`${api}/otp/v1/verify-otp`, { otpId, otp: '111111' })
  await caller.api(`${api}/otp/v1/resend-otp`, { otpId })
  const { uniqueCode } = await caller.api(`${api}/otp/v1/verify-otp`, { otpId, otp })
  markers.add('secret', 'a proof', uniqueCode)
}

/** Sends messages to the operator, with everything that customers should not send. */
const inWriting: Journey = async ({ caller, msisdn, wallet, email, pin }) => {
  const fields = {
    fullName: 'Thoko Banda',
    contactNumber: msisdn,
    email,
    topic: 'payment',
    message: `I paid from ${wallet}, ask me at ${email}`,
  }
  await caller.form('/contact-us', fields)
  await caller.form('/contact-us', { ...fields, fullName: pin.slice(0, 40), topic: email })
  await caller.form('/give_your_feedback', { kind: 'complaint', message: fields.message, email })
  await caller.api('/api/portal-service/form/v2/save', { fields })
  await caller.api('/api/portal-service/form/v2/save', { formName: email, fields: { ...fields, [email]: msisdn } })
  await caller.api('/api/portal-service/form/v2/save', { fields: { ...fields, fullName: email, contactNumber: pin } })
}

/** Makes wrong calls, by mistake or on purpose, with everything in them that must not be repeated. */
const clumsily: Journey = async ({ caller, markers, msisdn, email, pin, origin }) => {
  const secrets = { emailId: email, mobileNumber: msisdn, pin, otp: msisdn }
  const notify = '/api/portal-service/transaction/v1/pg-callback/notify'
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ data: secrets, reference: email, ...secrets })
  const key = `wrong-${pin.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 40)}`
  markers.add('secret', 'a wrong API key', key)
  await caller.send(`${api}/transaction/v1/initiate`, {
    method: 'POST',
    headers: { ...apiHeaders, 'x-api-key': key },
    body,
  })
  await caller.send(`${api}/transaction/v1/initiate`, { method: 'POST', headers: apiHeaders, body: body.slice(0, -9) })
  await caller.send(`${api}/transaction/v1/initiate`, { method: 'PUT', headers: apiHeaders, body })
  await caller.api(`${api}/transaction/v1/initiate`, {
    ...secrets,
    countryCode: email,
    currencyCode: email,
    amount: email,
  })
  await caller.api(`${api}/otp/v1/send-otp`, { text: email, otpAction: email })
  await caller.send(`/nowhere?msisdn=${msisdn}&email=${encodeURIComponent(email)}`, {})
  await caller.send('/payment/start/card', { method: 'POST', headers: { origin: 'http://else.where' }, body })
  await caller.send('/prepaid-recharge', { method: 'POST', headers: { origin, ...headers }, body })
  for (const gateway of [...gateways.keys(), 'nobody']) {
    await caller.send(`${notify}/${gateway}/sandbox-callback`, { method: 'POST', headers, body })
    await caller.send(`${notify}/${gateway}/${key}`, { method: 'POST', headers, body })
    await caller.send(`${notify}/${gateway}/sandbox-callback/`, { method: 'POST', headers, body })
  }
}

/** Follows every path on which the portal receives values that must not be repeated. */
export const journeys: readonly Journey[] = [
  byPage('nyanja-money'),
  byPage('card'),
  byPage('mpesa'),
  byCode('airtime'),
  byCode('smartcash'),
  byCode('nyanja-money-pin'),
  byApi('NYANJA_MONEY_PUSH'),
  byApi('PAYMENT_GATEWAY'),
  codeByApi,
  inWriting,
  clumsily,
]

interface Reply {
  readonly status: number
  readonly body: string
  /** Returns path and query of the portal's redirect. */
  readonly location: string | undefined
  readonly cookie: string | undefined
}

const isForMachines = /^\/(orp|api|auth|cms)\//

/** Calls pages and API without credentials, and keeps every error in an answer. */
export class Caller {
  readonly #origin: string
  readonly #apiKey: string
  readonly errors: Artefact[] = []
  answers = 0

  constructor(origin: string, apiKey: string) {
    this.#origin = origin
    this.#apiKey = apiKey
  }

  form(path: string, fields: Readonly<Record<string, string>>, cookie?: string): Promise<Reply> {
    const headers = { origin: this.#origin, ...(cookie !== undefined && { cookie }) }
    return this.send(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  }

  page(path: string, cookie?: string): Promise<Reply> {
    return this.send(path, cookie === undefined ? {} : { headers: { cookie } })
  }

  async api(path: string, data: object): Promise<Readonly<Record<string, string>>> {
    const headers = { ...apiHeaders, 'x-api-key': this.#apiKey }
    const { body } = await this.send(path, { method: 'POST', headers, body: JSON.stringify({ data }) })
    const parsed: { readonly result?: Readonly<Record<string, string>> } = JSON.parse(body)
    return parsed.result ?? {}
  }

  async send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(this.#origin + path, { ...init, redirect: 'manual' })
    const body = await response.text()
    const { status, headers } = response
    this.answers++
    if (status >= 400)
      this.errors.push({
        place: isForMachines.test(path) ? 'api error' : 'page error',
        name: `the answer ${status} of ${path.replace(/[?].*/, '')}`,
        text: body,
      })
    const location = headers.get('location')
    const to = location === null ? undefined : new URL(location, this.#origin)
    const cookie = headers.get('set-cookie')?.split(';')[0]
    return { status, body, location: to === undefined ? undefined : to.pathname + to.search, cookie }
  }
}
