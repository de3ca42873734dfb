import { describe, expect, it } from 'vitest'
import { createAddressBook } from './provider-connections.ts'

const first = [{ address: '192.0.2.1', family: 4 }]
const second = [{ address: '192.0.2.2', family: 4 }]
const never = () => new Promise<never>(() => {})

/** Opens an address book whose name server gives these answers in order, and whose wait for it ends at once. */
function open(...answers: (() => Promise<typeof first>)[]) {
  const asked: string[] = []
  const addressesOf = createAddressBook(
    (name) => {
      asked.push(name)
      return (answers.shift() ?? never)()
    },
    async () => undefined,
  )
  return { addressesOf, asked }
}

describe('the address of a provider', () => {
  it('is asked for once by all who need it at the same time', async () => {
    const { addressesOf, asked } = open(async () => first)
    expect(await Promise.all([addressesOf('pay.example'), addressesOf('pay.example')])).toEqual([first, first])
    expect(asked).toEqual(['pay.example'])
  })

  it('is the last known one while the name server fails', async () => {
    const { addressesOf } = open(
      async () => first,
      () => Promise.reject(new Error('SERVFAIL')),
    )
    await addressesOf('pay.example')
    expect(await addressesOf('pay.example')).toEqual(first)
  })

  it('is the last known one while the name server is silent, which is asked once', async () => {
    const { addressesOf, asked } = open(async () => first, never)
    await addressesOf('pay.example')
    expect(await addressesOf('pay.example')).toEqual(first)
    expect(await addressesOf('pay.example')).toEqual(first)
    expect(asked).toHaveLength(2)
  })

  it('is a new one as soon as the name server says so', async () => {
    const { addressesOf } = open(
      async () => first,
      async () => second,
    )
    await addressesOf('pay.example')
    expect([first, second]).toContainEqual(await addressesOf('pay.example'))
    expect(await addressesOf('pay.example')).toEqual(second)
  })

  it('is missing where no answer ever came', async () => {
    const { addressesOf } = open(() => Promise.reject(new Error('ENOTFOUND')))
    await expect(addressesOf('pay.example')).rejects.toThrow('ENOTFOUND')
  })
})
