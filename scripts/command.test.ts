import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './run.mjs'

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
/** Biome has its own help; the staff commands are tested beside them. */
const commands = Object.entries<string>(scripts).filter(([, line]) => !/^biome|staff[.]mjs/.test(line))

function type(name: string, ...typed: string[]) {
  const [, ...line] = (scripts[name] ?? '').split(' ')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...line, ...typed], { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('an npm command', () => {
  it.each(commands.map(([name]) => name))('%s refuses an unknown option', (name) => {
    const { status, stdout, stderr } = type(name, '--reboot')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^Unknown option '--reboot'\n\nUsage: npm .*\n\n\S.*[.]\n\n(.*\n)* +-h, --help +show this\n$/,
    )
  })

  it.each(['start', 'test', 'bench'])('%s shows its usage and does nothing else', (name) => {
    const { status, stdout, stderr } = type(name, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: npm /)
  })

  it('refuses an unexpected argument', () => {
    expect(type('build', 'everything')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Unexpected argument 'everything'"),
    })
    expect(type('publish-assets', 'one', 'two').stderr).toContain("Unexpected argument 'two'")
  })

  it('lists the choices when a value is none of them', () => {
    expect(type('check', '--only', 'tsc,jest')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--only cannot be 'jest': choose from biome, tsc, "),
    })
  })

  it('refuses an option without its value', () => {
    expect(type('bench', 'load', '--seconds')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--seconds'),
    })
  })
})
