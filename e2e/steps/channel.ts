import { expect } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { objectIn, textIn } from '../json.ts'

const path = '/orp/bfe/api/portal-service/transaction/v1'

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

async function call(name: string, data: object): Promise<unknown> {
  const response = await fetch(`${portalUrl}${path}/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data }),
  })
  const answer = objectIn(await response.json())
  expect(textIn(answer, 'status'), `${name}: ${textIn(answer, 'message')}`).toBe('success')
  return answer.result
}

/** Asks a wallet for money as another channel does: by now its handset rings. */
export async function askWallet(msisdn: string, kwacha: number): Promise<void> {
  const data = { amount: kwacha, mobileNumber: msisdn, paymentMode: 'NYANJA_MONEY_PUSH' }
  const transactionId = textIn(objectIn(await call('initiate', data)), 'transactionId')
  await call('process', { transactionId, isSubscriberRequest: true })
}
