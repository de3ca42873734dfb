const prefix = 'DP00800001'

/** The `status` part of an answer. */
export interface Status {
  readonly response_code: string
  readonly code: string
  readonly success: boolean
  readonly result_code: string
  readonly message: string
}

export interface Reply {
  readonly httpStatus: number
  readonly body: { readonly data?: unknown; readonly status: Status }
}

/** The three digits after the common prefix, with the result code of the older API that is still sent. */
const codes = {
  ambiguous: { digits: '000', result: 'ESB000004', message: 'Transaction is still processing, please enquire' },
  success: { digits: '001', result: 'ESB000010', message: 'Transaction is successful' },
  wrong_pin: { digits: '002', result: 'ESB000011', message: 'Incorrect PIN has been entered' },
  over_limit: { digits: '003', result: 'ESB000011', message: 'Exceeds withdrawal amount limit' },
  invalid_amount: { digits: '004', result: 'ESB000034', message: 'The amount is invalid' },
  invalid_field: { digits: '005', result: 'ESB000008', message: 'Field validation error' },
  no_such_wallet: { digits: '005', result: 'ESB000033', message: 'Msisdn not found' },
  in_process: { digits: '006', result: 'ESB000010', message: 'Transaction is in process' },
  no_balance: { digits: '007', result: 'ESB000011', message: 'User does not have enough money in the wallet' },
  refused: { digits: '008', result: 'ESB000011', message: 'The transaction was refused' },
  not_honoured: { digits: '009', result: 'ESB000011', message: 'Do not honour' },
  barred: { digits: '010', result: 'ESB000011', message: 'Transaction not permitted to payee' },
  duplicate_id: { digits: '000', result: 'ESB000041', message: 'External transaction id already exists' },
  timed_out: { digits: '024', result: 'ESB000001', message: 'Transaction timed out' },
  not_found: { digits: '025', result: 'ESB000045', message: 'Transaction not found' },
  signature: { digits: '026', result: 'ESB000008', message: 'x-signature and payload did not match' },
  expired: { digits: '029', result: 'ESB000011', message: 'Transaction has expired' },
} as const

export type CodeName = keyof typeof codes

export interface StatusShape {
  readonly success: boolean
  readonly message?: string
  readonly httpStatus?: number
}

export function statusOf(name: CodeName, { success, message, httpStatus = 200 }: StatusShape): Status {
  const { digits, result, message: usual } = codes[name]
  return {
    response_code: prefix + digits,
    code: String(httpStatus),
    success,
    result_code: result,
    message: message ?? usual,
  }
}

export const messageOf = (name: CodeName): string => codes[name].message

/** Nothing was started. */
export function refuse(name: CodeName, { httpStatus = 200, message }: Partial<StatusShape> = {}): Reply {
  const shape = message === undefined ? { success: false, httpStatus } : { success: false, httpStatus, message }
  return { httpStatus, body: { status: statusOf(name, shape) } }
}
