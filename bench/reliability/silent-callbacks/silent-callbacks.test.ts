import { expect, it } from 'vitest'
import { paySilently } from './drill.ts'

it('settles every payment by asking when no callback ever comes', async () => {
  const { violations, captures } = await paySilently({
    payments: 24,
    firstEnquirySeconds: 1,
    slowestPayerMs: 4_000,
    seed: 20_263,
  })

  expect(violations).toEqual([])
  expect(captures).toBe(24)
}, 240_000)
