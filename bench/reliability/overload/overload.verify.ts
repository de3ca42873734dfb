import { expect, it } from 'vitest'
import { sendBurst } from './drill.ts'

it('refuses new visitors first with an explanation, refuses no payment step, and recovers afterwards', async () => {
  const { answers, after } = await sendBurst({ page: 600, journey: 150, payment: 150 })

  const statuses = (name: keyof typeof answers) => new Set(answers[name].map(({ status }) => status))
  expect(statuses('payment')).toEqual(new Set([200]))
  expect(statuses('journey')).not.toContain(503)
  expect(statuses('page')).toEqual(new Set([200, 503]))
  for (const { status, headers, body } of answers.page.filter((seen) => seen.status === 503)) {
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toContain('<html lang="sw">')
    expect(body).toContain('Watu wengi wako hapa kwa sasa')
    expect(body).toContain('Tafadhali subiri sekunde 5, kisha ujaribu tena. Hakuna pesa iliyokatwa.')
  }
  expect(after.status).toBe(200)
}, 240_000)
