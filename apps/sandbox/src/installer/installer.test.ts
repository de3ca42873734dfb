import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { createBss } from '../bss/bss.ts'
import { inScopes } from '../core/bodies.ts'
import { createWorld } from '../core/html.ts'
import { createInstaller } from './installer.ts'

const leads = '/bss/tmf-api/sales/v4/salesLead'

/** Opens the installer's page, its BSS, and one order. */
async function openInstaller() {
  const world = createWorld({ now: () => new Date('2026-11-20T12:05:00Z') })
  const app = Fastify()
  inScopes(...[createBss(world), createInstaller(world)].map(({ register }) => register))(app)
  const contacts = [
    { mediumType: 'phone', characteristic: { phoneNumber: '265991234567' } },
    { mediumType: 'address', characteristic: { street1: 'Area 47', city: 'Lilongwe' } },
  ]
  const order = async (more: object = {}) => {
    const payload = { name: 'HB-7K4P-29XD', description: 'Jane <Banda>', prospectContact: contacts, ...more }
    return String((await app.inject({ method: 'POST', url: leads, payload })).json().id)
  }
  return {
    order,
    page: async (query = ''): Promise<string> => (await app.inject(`/orders${query}`)).body,
    lead: async (id: string) => (await app.inject(`${leads}/${id}`)).json(),
    async send(id: string, fields: Record<string, string>): Promise<string> {
      const answer = await app.inject({
        method: 'POST',
        url: `/orders/${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ day: '', reason: '', ...fields }).toString(),
      })
      return `${answer.statusCode} ${answer.headers.location}`
    },
  }
}

describe("the installer's page", () => {
  it('reports that there are no orders', async () => {
    expect(await (await openInstaller()).page()).toContain('Nobody has ordered yet.')
  })

  it('shows customers, plans and places', async () => {
    const { order, page } = await openInstaller()
    await order({ productOffering: { id: 'HBB-150', name: 'Home 150GB' }, note: [{ text: 'landmark: market' }] })
    const label = ['HB-7K4P-29XD', 'Received', 'Jane &lt;Banda&gt;', '+265 99 123 4567', 'Home 150GB']
    for (const word of [...label, 'Area 47, Lilongwe', 'landmark: market']) expect(await page()).toContain(word)
  })

  it('distinguishes an interest from an order', async () => {
    const { order, page } = await openInstaller()
    await order({ type: 'HBB_INTEREST' })
    expect(await page()).toContain('Waits for the network')
  })

  it.each([
    ['checked', {}, { status: 'inProgress' }],
    ['visit', { day: '2026-11-30' }, { validFor: { startDateTime: '2026-11-30T06:00:00.000Z' } }],
    ['hold', { reason: 'The road is closed' }, { status: 'pending', statusChangeReason: 'The road is closed' }],
    ['installed', {}, { status: 'accepted' }],
    ['refuse', { reason: 'No room' }, { status: 'rejected', statusChangeReason: 'No room' }],
    ['cancel', {}, { status: 'cancelled' }],
    ['cancel', { reason: 'They moved' }, { status: 'cancelled', statusChangeReason: 'They moved' }],
  ])('advances an order: %s', async (move, fields, expected) => {
    const { order, lead, send } = await openInstaller()
    const id = await order()
    expect(await send(id, { move, ...fields })).toBe(`303 /orders?order=${id}&note=moved#order-${id}`)
    expect(await lead(id)).toMatchObject(expected)
  })

  it('requires a day for a visit and a reason to wait, with the message next to the order', async () => {
    const { order, page, lead, send } = await openInstaller()
    const id = await order()
    expect(await send(id, { move: 'visit' })).toContain('note=day')
    expect(await send(id, { move: 'hold', reason: ' ' })).toContain('note=reason')
    expect(await lead(id)).toMatchObject({ status: 'acknowledged' })
    expect(await page(`?order=${id}&note=day`)).toMatch(/role="status".*Choose the day/)
  })

  it('refuses a visit on a past day, and accepts today', async () => {
    const { order, page, lead, send } = await openInstaller()
    const id = await order()
    expect(await send(id, { move: 'visit', day: '2026-11-19' })).toContain('note=past')
    expect(await lead(id)).toMatchObject({ status: 'acknowledged' })
    expect(await page(`?order=${id}&note=past`)).toMatch(/role="status".*That day is over/)
    expect(await send(id, { move: 'visit', day: '2026-11-20' })).toContain('note=moved')
  })

  it('does not change a finished or unknown order', async () => {
    const { order, page, send } = await openInstaller()
    const id = await order()
    await send(id, { move: 'installed' })
    expect(await page()).not.toContain('<form')
    expect(await send('LD-404', { move: 'checked' })).toContain('note=gone')
  })
})
