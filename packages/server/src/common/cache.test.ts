import { describe, expect, it } from 'vitest'
import { createRecall } from './cache.ts'

describe('a cached answer', () => {
  function openMemory() {
    const world = { now: 0, isDown: false, reads: 0 }
    const recall = createRecall({
      ms: 60_000,
      entries: 2,
      now: () => world.now,
      async read(key) {
        world.reads += 1
        if (world.isDown) throw new Error('down')
        return `${key} ${world.reads}`
      },
    })
    return { world, recall }
  }

  it('is read once for concurrent callers', async () => {
    const { recall } = openMemory()
    expect(await Promise.all([recall('a'), recall('a')])).toEqual(['a 1', 'a 1'])
  })

  it('is read again when it has expired, and earlier for a caller who needs it fresh', async () => {
    const { world, recall } = openMemory()
    await recall('a')
    world.now = 59_999
    expect([await recall('a'), await recall('a', 59_999)]).toEqual(['a 1', 'a 2'])
    world.now += 60_000
    expect(await recall('a')).toBe('a 3')
  })

  it('is never a failure', async () => {
    const { world, recall } = openMemory()
    world.isDown = true
    await expect(recall('a')).rejects.toThrow('down')
    world.isDown = false
    expect(await recall('a')).toBe('a 2')
  })
})
