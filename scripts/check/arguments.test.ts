import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.mjs'

function names(args: string[]): string[] {
  return readArguments(args).steps.map(({ name }: { name: string }) => name)
}

describe('npm test', () => {
  it('runs every step without arguments', () => {
    expect(names([])).toEqual(['biome', 'tsc', 'dependency-cruiser', 'knip', 'build', 'vitest', 'playwright'])
    expect(readArguments([]).mayInstall).toBe(true)
  })

  it('runs one step alone and passes the rest to its tool', () => {
    expect(names(['--only', 'vitest', 'packages/domain'])).toEqual(['vitest'])
    expect(readArguments(['--only', 'vitest', 'packages/domain']).more).toEqual(['packages/domain'])
  })

  it('builds before it opens a browser', () => {
    expect(names(['--only', 'playwright'])).toEqual(['build', 'playwright'])
  })

  it('leaves the longer end-to-end tests to npm run verify', () => {
    expect(readArguments([]).isLong).toBe(false)
    expect(readArguments(['--long'])).toMatchObject({ isLong: true, more: [] })
    expect(names(['--long'])).toEqual(names([]))
  })

  it('installs nothing when told not to', () => {
    expect(readArguments(['--no-install', '--only', 'tsc']).mayInstall).toBe(false)
  })
})
