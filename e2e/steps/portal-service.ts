import { expect } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { readObject, readText } from '../json.ts'
import { approvePush } from '../sandbox.ts'

const service = '/orp/bfe/api/portal-service'

const headers = {
  'content-type': 'application/json',
  'x-api-key': 'sandbox-key',
  'x-service-id': 'stories',
  'x-opco': 'MW',
  'x-product': 'ORP',
  'x-app-version': '1.0.0',
  'x-run-mode': 'PROD',
  'x-unmask-request': 'enable',
}

/** Calls the portal as another channel does; returns its answer, which must be a success. */
export async function callPortal(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${portalUrl}${service}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = readObject(await response.json())
  expect(readText(answer, 'status'), `${path}: ${readText(answer, 'message')}`).toBe('success')
  return { ...readObject(answer.result) }
}

const transaction = '/transaction/v1'

/** Prompts a wallet as another channel does, and returns the transaction. */
export async function askWallet(msisdn: string, kwacha: number): Promise<string> {
  const data = { amount: kwacha, mobileNumber: msisdn, paymentMode: 'NYANJA_MONEY_PUSH' }
  const transactionId = readText(await callPortal(`${transaction}/initiate`, { data }), 'transactionId')
  await callPortal(`${transaction}/process`, { data: { transactionId, isSubscriberRequest: true } })
  return transactionId
}

/** Sells airtime by another channel to the payer's own line, approved on the handset. */
export async function paidFor(msisdn: string, kwacha: number): Promise<void> {
  await askWallet(msisdn, kwacha)
  await approvePush(msisdn)
}
