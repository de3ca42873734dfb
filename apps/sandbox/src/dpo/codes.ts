/** DPO's results for a transaction, with DPO's texts. */
export const resultMessages = {
  '000': 'Transaction Paid',
  '001': 'Authorized',
  '002': 'Transaction overpaid/underpaid',
  '003': 'Pending Bank',
  '005': 'Queued Authorization',
  '007': 'Pending Split Payment',
  '900': 'Transaction not paid yet',
  '901': 'Transaction declined',
  '903': 'The transaction passed the Payment Time Limit',
  '904': 'Transaction cancelled',
} as const satisfies Readonly<Record<string, string>>

export type ResultCode = keyof typeof resultMessages

/** In these states the customer may pay, and the payment time limit runs. */
export const payable: readonly ResultCode[] = ['900', '901']

export interface Answer {
  readonly Result: string
  readonly ResultExplanation: string
  readonly [tag: string]: string
}

export const answer = (Result: string, ResultExplanation: string, fields: Record<string, string> = {}): Answer => ({
  ...fields,
  Result,
  ResultExplanation,
})

export const refusals = {
  companyTokenMissing: answer('801', 'Request missing company token'),
  companyTokenUnknown: answer('802', 'Company token does not exist'),
  requestUnknown: answer('803', 'No request or error in Request type name'),
  badXml: answer('804', 'Error in XML'),
} as const

export const transactionFieldFault = (field: string): Answer =>
  answer('902', `Request missing transaction level mandatory fields - ${field}`)

export const mismatch = (field: string): Answer => answer('902', `Data mismatch in one of the fields - ${field}`)

export const fieldFault = (field: string): Answer => answer('950', `Request missing mandatory fields - ${field}`)

export const repeatedTag = (field: string): Answer => answer('960', `Tag appears more than once - ${field}`)
