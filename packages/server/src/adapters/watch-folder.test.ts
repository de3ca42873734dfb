import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { watchFolder } from './watch-folder.ts'

let folder: string
let seen: number
let stop: () => void

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watched-'))
  mkdirSync(path.join(folder, 'en'))
  writeFileSync(path.join(folder, 'en', 'a.json'), '{}')
  seen = 0
  stop = watchFolder(folder, () => {
    seen += 1
  })
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true })
})

async function expectSeen(edit: () => void): Promise<void> {
  const before = seen
  edit()
  await expect.poll(() => seen).toBeGreaterThan(before)
}

describe('a watched folder', () => {
  it('reports a link that is switched to another folder, and edits there', async () => {
    const releases = mkdtempSync(path.join(tmpdir(), 'watched-links-'))
    onTestFinished(() => rmSync(releases, { recursive: true }))
    for (const name of ['monday', 'tuesday']) {
      mkdirSync(path.join(releases, name, 'content'), { recursive: true })
      writeFileSync(path.join(releases, name, 'content', 'a.json'), name)
    }
    const current = path.join(releases, 'current')
    symlinkSync('monday', current)
    onTestFinished(
      watchFolder(path.join(current, 'content'), () => {
        seen += 1
      }),
    )
    await expectSeen(() => {
      symlinkSync('tuesday', `${current}.next`)
      renameSync(`${current}.next`, current)
    })
    await expectSeen(() => writeFileSync(path.join(releases, 'tuesday', 'content', 'a.json'), 'later'))
  })

  it('reports each edit of a file, however often the file is replaced', async () => {
    const file = path.join(folder, 'en', 'a.json')
    const replace = (text: string) => {
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    }
    for (const text of ['1', '2', '3']) await expectSeen(() => replace(text))
    await expectSeen(() => writeFileSync(file, '4'))
  })

  it('reports edits in a folder that was created later', async () => {
    const later = path.join(folder, 'en', 'help')
    await expectSeen(() => mkdirSync(later))
    await expectSeen(() => writeFileSync(path.join(later, 'answer.md'), 'Words'))
    await expectSeen(() => rmSync(later, { recursive: true }))
    await expectSeen(() => mkdirSync(later))
    await expectSeen(() => writeFileSync(path.join(later, 'answer.md'), 'Words'))
  })

  it('reports edits in a folder that replaced another', async () => {
    const [language, next] = [path.join(folder, 'en'), path.join(folder, 'next')]
    await expectSeen(() => {
      rmSync(language, { recursive: true })
      mkdirSync(language)
    })
    await expectSeen(() => writeFileSync(path.join(language, 'a.json'), '1'))
    await expectSeen(() => mkdirSync(next))
    await expectSeen(() => {
      renameSync(language, path.join(folder, 'earlier'))
      renameSync(next, language)
    })
    await expectSeen(() => writeFileSync(path.join(language, 'a.json'), '2'))
  })
})
