import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { staffNouns, usage } from './src/nouns.ts'

const repository = path.join(import.meta.dirname, '../..')
const documents = ['docs/go-live.md', 'docs/runbook/README.md', 'docs/security.md', 'docs/upgrade-notes.md']

describe('the program of a release', () => {
  let home = ''

  // The program is run as it is; the build beside it repeats what it is asked to do.
  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'program-'))
    const build = path.join(home, 'portal/build/server')
    mkdirSync(build, { recursive: true })
    mkdirSync(path.join(home, 'commands'))
    cpSync(path.join(import.meta.dirname, 'main.ts'), path.join(home, 'commands/main.ts'))
    writeFileSync(path.join(home, 'package.json'), '{"type":"module"}')
    writeFileSync(
      path.join(build, 'index.js'),
      `export const staffNouns = ${JSON.stringify(staffNouns)}
      export const operate = async ({ typed, print }) => { print(typed.join(' ')); return 0 }`,
    )
  })
  afterAll(() => rmSync(home, { recursive: true }))

  const type = (...words: string[]) =>
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(home, 'commands/main.ts'), ...words],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )

  it('executes every staff command', () => {
    for (const noun of staffNouns) assert.equal(type(noun, 'list'), `${noun} list`)
  })

  it('explains every staff command, and no other', () => {
    const [explained = ''] = usage.split('\n\n')
    const nouns = [...explained.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, noun = '']) => noun)
    assert.deepEqual([...new Set(nouns)].sort(), [...staffNouns].sort())
  })

  it('explains itself without a command too', () => {
    assert.equal(type('--help'), '--help')
  })

  it('refuses a word that is no command, and names those that are', () => {
    assert.throws(() => type('paymnets'), /Unknown command paymnets: use .*data-keys/)
    assert.throws(() => type('constructor'), /Unknown command constructor/)
  })

  for (const document of documents)
    it(`has every command that ${document} tells to type`, () => {
      const text = readFileSync(path.join(repository, document), 'utf8')
      const named = [...text.matchAll(/[`']portal ([a-z-]+) ([a-z-]+)/g)].map(([, noun, verb]) => `  ${noun} ${verb} `)
      assert.deepEqual(
        named.filter((command) => !`${usage}\n`.replaceAll('\n', ' \n').includes(command)),
        [],
      )
    })
})
