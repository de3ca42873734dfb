import { expect, it } from 'vitest'
import { orderFlowNamed } from './payment-options.ts'

it.each([
  ['ENTERPRISE', 'ENTERPRISE'],
  ['enterprise', undefined],
  ['', undefined],
  [undefined, undefined],
])('parses the flow %j as %j', (name, flow) => {
  expect(orderFlowNamed(name)).toBe(flow)
})
