import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const service = new URL('service.mjs', import.meta.url).href

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a process of the demonstration ends with the script that started it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const main = path.join(folder, 'main.mjs')
  writeFileSync(main, 'setInterval(() => {}, 1000)')
  const options = { name: 'portal', main, env: {}, healthUrl: '', logDir: folder }
  const script = `const { startService } = await import('${service}')
    console.log(startService(${JSON.stringify(options)}).child.pid)
    process.exit()`
  const args = ['--input-type=module', '-e', script]
  const pid = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(pid).toBeGreaterThan(0)
  await expect.poll(() => isAlive(pid)).toBe(false)
})
