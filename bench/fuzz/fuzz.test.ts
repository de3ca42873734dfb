import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feed, readCorpus, stumble } from './feed.ts'
import { targets } from './targets.ts'

describe('a reader of foreign input', () => {
  it.each(targets)('accepts any input or refuses it by name: $name', async (target) => {
    // The long form takes other seeds.
    const seed = 1
    const { found } = await feed(target, { inputs: Math.min(80, target.thousands), seed })
    expect(found, `npm run bench -- fuzz --only "${target.name}" --seed ${seed}`).toBeUndefined()
  })

  it('stumbles no more over what was found before', async () => {
    for (const { target: name, base64, what } of readCorpus()) {
      const target = targets.find((one) => one.name === name)
      expect(target, name).toBeDefined()
      if (target !== undefined) expect(await stumble(target, Buffer.from(base64, 'base64')), what).toBeUndefined()
    }
  })

  it('would be found out by an error without a name', async () => {
    const broken = {
      name: 'broken',
      thousands: 1,
      inputs: fc.uint8Array().map(Buffer.from),
      read: (input: Buffer) => {
        if (input.length > 3) throw new TypeError('oh')
      },
    }
    const { found } = await feed(broken, { inputs: 100, seed: 1 })
    expect(found).toMatchObject({ target: 'broken', what: expect.stringContaining('TypeError: oh') })
    expect(Buffer.from(found?.base64 ?? '', 'base64')).toHaveLength(4)
  })
})
