import { expect, it } from 'vitest'
import { Contacts } from './contacts.ts'

const router = '991234570'
const accountContact = '991234569'

function setUp(contact?: string) {
  const clock = { now: 0 }
  const asked: string[] = []
  const contactOf = async (msisdn: string) => {
    asked.push(msisdn)
    return contact
  }
  return { clock, asked, contacts: new Contacts({ source: { contactOf }, now: () => clock.now }) }
}

it('finds the handset of the account contact', async () => {
  expect(await setUp(accountContact).contacts.handsetOf(router)).toBe(accountContact)
})

it('uses the line itself without a contact', async () => {
  expect(await setUp().contacts.handsetOf(router)).toBe(router)
})

it('calls the BSS once a minute', async () => {
  const { contacts, asked, clock } = setUp(accountContact)
  await Promise.all([contacts.handsetOf(router), contacts.handsetOf(router)])
  expect(asked).toEqual([router])
  clock.now = 60_000
  await contacts.handsetOf(router)
  expect(asked).toEqual([router, router])
})
