import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { readTable } from './place-files.ts'

const schema = z.object({ name: z.string() })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'table-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('fails for its caller only when the file disappears while it is read', async () => {
  const file = path.join(folder, 'hills.csv')
  await writeFile(file, 'name\nHill 1\n')
  const columns = Object.defineProperty(['name'], 0, {
    get() {
      rmSync(file, { force: true })
      return 'name'
    },
  })
  await expect(readTable(file, { columns, schema })).rejects.toThrow('ENOENT')
})

it('fails for a path that is not a file', async () => {
  await expect(readTable(folder, { columns: ['name'], schema })).rejects.toThrow('EISDIR')
})
