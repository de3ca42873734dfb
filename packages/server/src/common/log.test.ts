import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { createLog, maskNumbers, withRequestId } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

describe('the log', () => {
  it('never contains a complete number', () => {
    for (const number of ['265991234567', '0991234567', '991234567', 'P1234567890']) {
      const line = logged((log) =>
        log.info(
          { about: `line ${number}`, nested: { number }, bare: Number(number.replace(/\D/g, '')) },
          `asked for ${number}`,
        ),
      )
      assert.ok(!line.includes(number.replace(/\D/g, '')), line)
      assert.doesNotThrow(() => JSON.parse(line))
    }
  })

  it('names the request in every line that its work logs', () => {
    const lines = logged((log) => {
      withRequestId('abcdefgh', () => log.warn('within'))
      log.warn('without')
    }).split('\n')
    assert.equal(JSON.parse(lines[0] ?? '').id, 'abcdefgh')
    assert.equal(JSON.parse(lines[1] ?? '').id, undefined)
  })

  it('is one line of JSON for each entry, for any text', () => {
    for (const text of ['two\nlines', '\r\n{"level":"error"}', '\u2028', '\u001b[31mred', '%s %j %o', '\ud800']) {
      const written = logged((log) => log.info({ text }, text))
      assert.equal(written.split('\n').length, 2)
      assert.deepEqual([JSON.parse(written).text, JSON.parse(written).msg], [text, text])
      assert.match(JSON.parse(written).time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    }
  })

  it('never contains a number from an error', () => {
    const line = logged((log) => log.error(new Error('no bucket of 265991234567')))
    assert.ok(!line.includes('265991234567'))
    assert.ok(line.includes('no bucket of 26•••67'))
  })

  it("contains an error's type and stack, without the row that a database refused", () => {
    const refused = Object.assign(new Error('violates "positive"'), {
      code: '23514',
      detail: 'Failing row contains (a.banda@example.com)',
    })
    const { err } = JSON.parse(logged((log) => log.error({ err: refused }, 'unexpected error')))
    assert.deepEqual({ ...err, stack: '' }, { type: 'Error', message: 'violates "positive"', code: '23514', stack: '' })
    assert.match(err.stack, /log\.test/)
  })

  it('keeps short numbers, times and codes readable', () => {
    assert.equal(maskNumbers('status 502 after 1500 ms'), 'status 502 after 1500 ms')
  })
})
