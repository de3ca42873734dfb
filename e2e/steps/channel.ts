import { textIn } from '../json.ts'
import { callPortal } from './portal-service.ts'

const transaction = '/transaction/v1'

/** Asks a wallet for money as another channel does: by now its handset rings. Which transaction it is. */
export async function askWallet(msisdn: string, kwacha: number): Promise<string> {
  const data = { amount: kwacha, mobileNumber: msisdn, paymentMode: 'NYANJA_MONEY_PUSH' }
  const transactionId = textIn(await callPortal(`${transaction}/initiate`, { data }), 'transactionId')
  await callPortal(`${transaction}/process`, { data: { transactionId, isSubscriberRequest: true } })
  return transactionId
}
