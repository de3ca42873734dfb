import { expect, it } from 'vitest'
import { runAttack } from './attack.ts'

it('sends an attacker few messages and every honest visitor his code, in the first minutes of an attack', async () => {
  const { hostile, honest } = await runAttack({ requests: 2_800, durationMs: 100_000, seed: 20_265, guessMs: 0.28 })

  expect(hostile.messages).toBeLessThan(300)
  expect(honest.visitors).toBe(33)
  expect(honest.served / honest.visitors).toBeGreaterThanOrEqual(0.99)
})
