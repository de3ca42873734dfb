import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, it } from 'vitest'
import { acquireLock } from './acquire-lock.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nyanja-turn-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('admits one process at a time', async () => {
  const file = path.join(folder, 'turn')
  let inside = 0
  let most = 0
  const visit = async () => {
    const release = await acquireLock(file)
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
    release()
  }
  await Promise.all([visit(), visit(), visit()])
  assert.equal(most, 1)
})

it('does not wait for a dead process', async () => {
  const file = path.join(folder, 'turn')
  writeFileSync(file, '4194305')
  const release = await acquireLock(file)
  release()
})
