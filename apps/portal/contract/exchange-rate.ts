import { z } from 'zod'
import { type Operation, OptionalText, portalService, success } from './fields.ts'
export const exchangeRate = {
  method: 'POST',
  path: `${portalService}/transaction/get/exchange/rate`,
  summary: 'What an amount in the currency of prices comes to in the other one; initiate wants exactly this amount',
  input: z.object({ fromCurrency: OptionalText, toCurrency: OptionalText, amount: OptionalText }),
  answer: success(z.object({ convertedAmount: z.number() })),
  failures: ['currency_differs', 'invalid_amount', 'conversion_failed'],
  isForClients: true,
  takesKey: false,
} satisfies Operation
