import { expect, it } from 'vitest'
import { orderFlowNamed } from './payment-options.ts'

it.each([
  ['ENTERPRISE', 'ENTERPRISE'],
  ['enterprise', undefined],
  ['', undefined],
  [undefined, undefined],
])('the flow that a visitor came by, %j, is %j', (name, flow) => {
  expect(orderFlowNamed(name)).toBe(flow)
})
