import { expect, it } from 'vitest'
import { paySilently } from './drill.ts'

it('completes every payment by polling when no callback ever arrives', async () => {
  const { violations, captures } = await paySilently({
    payments: 24,
    firstEnquirySeconds: 1,
    slowestPayerMs: 4_000,
    seed: 20_263,
  })

  expect(violations).toEqual([])
  expect(captures).toBe(24)
}, 240_000)
