import { expect, it } from 'vitest'
import { Contacts } from './contacts.ts'

const router = '991234570'
const accountContact = '991234569'

function setUp(contact?: string) {
  const clock = { now: 0 }
  const requested: string[] = []
  const contactOf = async (msisdn: string) => {
    requested.push(msisdn)
    return contact
  }
  return { clock, requested, contacts: new Contacts({ source: { contactOf }, now: () => clock.now }) }
}

it('finds the handset of the account contact', async () => {
  expect(await setUp(accountContact).contacts.handsetOf(router)).toBe(accountContact)
})

it('uses the line itself without a contact', async () => {
  expect(await setUp().contacts.handsetOf(router)).toBe(router)
})

it('calls the BSS once a minute', async () => {
  const { contacts, requested, clock } = setUp(accountContact)
  await Promise.all([contacts.handsetOf(router), contacts.handsetOf(router)])
  expect(requested).toEqual([router])
  clock.now = 60_000
  await contacts.handsetOf(router)
  expect(requested).toEqual([router, router])
})
