/** What stands in the fixed headers of every call by a client. */
export interface FixedHeader {
  readonly about: string
  /** The only value that is right; `opco` stands for the market's own. */
  readonly value?: string
  readonly example: string
}

export const product = 'ORP'
export const mode = 'PROD'

/** Asked for in this order; the first that is missing or wrong is named. */
export const fixedHeaders = {
  'x-api-key': { about: 'Identifies the client', example: 'sandbox-key' },
  'x-service-id': { about: 'The calling service', example: 'whatsapp' },
  'x-opco': { about: 'Operator code of the market', example: 'the one of the market file' },
  'x-product': { about: 'Product', value: product, example: product },
  'x-app-version': { about: 'Version of the calling app', example: '1.0.0' },
  'x-run-mode': { about: 'Run mode', value: mode, example: mode },
  'x-unmask-request': { about: 'Accepted; numbers stay masked all the same', example: 'enable' },
} as const satisfies Record<string, FixedHeader>

/** Optional: the customer for whom the client asks, in any form that stays the same. */
export const endUserHeader = 'x-end-user'

export const idempotencyKey = 'idempotency-key'
