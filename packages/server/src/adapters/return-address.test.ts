import { expect, it } from 'vitest'
import { returnAddress } from './return-address.ts'

const address = returnAddress('https://portal.example/ORP/acme?back=secret&status=CANCELLED', 'tx_ref', 'TXN-1')

it.each(['?tx_ref=TXN-1&status=failed', '&tx_ref=TXN-1&status=failed', ''])('survives the suffix "%s"', (added) => {
  const query = new URL(address + added).searchParams
  expect(query.get('back')).toBe('secret')
  expect(query.get('tx_ref')).toBe('TXN-1')
  expect(query.get('status')).toBe('CANCELLED')
})
