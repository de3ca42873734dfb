import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { ContactSource } from './contacts.ts'

export interface ContactSourceFixture {
  readonly contacts: ContactSource
  readonly numbers: {
    readonly router: string
    /** The number of the router's account contact. */
    readonly itsContact: string
    readonly withoutContact: string
    readonly unknown: string
  }
  silence(): Promise<unknown>
}

/** Describes the contract of every source of account contacts. */
export function describeContactSource(
  name: string,
  open: (timeout: TimeoutName) => Promise<ContactSourceFixture>,
): void {
  describe(`${name} as a source of account contacts`, () => {
    it('returns the contact of a number', async () => {
      const { contacts, numbers } = await open('usual')
      expect(await contacts.contactOf(numbers.router)).toBe(numbers.itsContact)
    })

    it('returns nothing without a contact', async () => {
      const { contacts, numbers } = await open('usual')
      expect(await contacts.contactOf(numbers.withoutContact)).toBeUndefined()
      expect(await contacts.contactOf(numbers.unknown)).toBeUndefined()
    })

    it('throws when the BSS is silent', async () => {
      const { contacts, numbers, silence } = await open('short')
      await silence()
      await expect(contacts.contactOf(numbers.router)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })
  })
}
