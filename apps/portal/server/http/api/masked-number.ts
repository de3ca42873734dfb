import type { Market } from '@nyanja/server/settings/market'

/** `099•••••67`: for its owner to recognise, not for a stranger to call. Undefined where there is nobody's number. */
export function maskedNumber(msisdn: string, { numbers, trunkInPaymentPayloads }: Market): string | undefined {
  if (msisdn === '') return undefined
  const hidden = '•'.repeat(Math.max(0, msisdn.length - 4))
  return `${trunkInPaymentPayloads ? numbers.trunk : ''}${msisdn.slice(0, 2)}${hidden}${msisdn.slice(-2)}`
}
