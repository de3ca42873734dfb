import { describe, expect, it } from 'vitest'
import { LruCache, rememberFor } from './cache.ts'

describe('a cache of bounded size', () => {
  it('drops the value that was not used for longest', () => {
    const cache = new LruCache<number>(2)
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
  })

  it('drops nothing for a key that it holds already', () => {
    const cache = new LruCache<string>(2)
    cache.set('/', 'home')
    for (const page of ['shops', 'shops again', 'shops once more']) cache.set('/shops', page)
    expect([cache.get('/'), cache.get('/shops')]).toEqual(['home', 'shops once more'])
  })

  it('forgets a key on request', () => {
    const cache = new LruCache<string>(2)
    cache.set('/', 'home')
    cache.delete('/')
    expect(cache.get('/')).toBeUndefined()
  })
})

describe('a remembered answer', () => {
  function openMemory() {
    const world = { now: 0, isDown: false, reads: 0 }
    const recall = rememberFor({
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

  it('is read once for all who ask at the same time', async () => {
    const { recall } = openMemory()
    expect(await Promise.all([recall('a'), recall('a')])).toEqual(['a 1', 'a 1'])
  })

  it('is read again when its time is over, and sooner for a caller who wants it fresh', async () => {
    const { world, recall } = openMemory()
    await recall('a')
    world.now = 59_999
    expect([await recall('a'), await recall('a', 59_999)]).toEqual(['a 1', 'a 2'])
    world.now += 60_000
    expect(await recall('a')).toBe('a 3')
  })

  it('is no failure', async () => {
    const { world, recall } = openMemory()
    world.isDown = true
    await expect(recall('a')).rejects.toThrow('down')
    world.isDown = false
    expect(await recall('a')).toBe('a 2')
  })
})
