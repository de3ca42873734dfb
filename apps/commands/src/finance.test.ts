import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openTrade } from '@nyanja/back-office/db/finance/test-trade'
import { createClosingQueue } from '@nyanja/back-office/finance/closing'
import { createFinance } from '@nyanja/back-office/wiring/finance'
import { money } from '@nyanja/domain/money/money'
import { day } from '@nyanja/domain/time'
import { openMigrated } from '@nyanja/server/db/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { runFinanceCommand } from './finance.ts'

async function open() {
  const database = await openMigrated()
  onTestFinished(() => database.close())
  const trade = openTrade(database)
  const { market, clock } = trade
  const unconfirmed = createFinance({
    market: { ...market, finance: { ...market.finance, areFeesConfirmed: false } },
    ...{ database, now: () => clock.now },
  })
  await trade.trade(2, () => money('MWK', 10_000))
  trade.clock.now += day
  const folder = mkdtempSync(path.join(tmpdir(), 'finance-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { trade, unconfirmed, folder, run: (...typed: string[]) => runFinanceCommand(typed, trade) }
}

it('closes the days that are over, shows one and proves it', async () => {
  const { run } = await open()
  const { text } = await run('close')
  expect(text).toMatch(/^2026-11-01 is closed: [\da-f]{64}\n2026-11-02 is closed: [\da-f]{64}$/)
  expect(await run('close')).toEqual({ outcome: 'done', text: 'No day is to be closed now' })
  const shown = await run('show', '2026-11-02')
  expect(shown.text).toContain('EXPECTED PAYOUT')
  expect(shown.text).toMatch(/2026-11-02 {2}card {5}5: MWK 500/)
  expect((await run('check', '2026-11-01')).text).toMatch(/^The events of 2026-11-01 give the same close/)
  expect(await run('show', '2026-12-24')).toEqual({ outcome: 'refused', text: 'This day is not closed' })
})

it('closes no day by fees that nobody has confirmed', async () => {
  const { trade, unconfirmed } = await open()
  const refusal = await runFinanceCommand(['close'], unconfirmed)
  expect(refusal).toEqual({ outcome: 'refused', text: expect.stringContaining('finance.feesConfirmedBy') })
  const [work] = await createClosingQueue({ ...unconfirmed, now: () => trade.clock.now }).claim()
  await expect(work?.()).rejects.toThrow('finance.feesConfirmedBy')
  expect(await unconfirmed.closing.closeDay('2026-11-01')).toBe(false)
  expect(await trade.closes.find('2026-11-01')).toBeUndefined()
})

it('writes a file for its user alone, and never over another one', async () => {
  const { run, folder } = await open()
  await run('close')
  const file = path.join(folder, 'journal.csv')
  const early = await run('export', 'journal', '2026-11-01', '2026-11-30', file)
  expect(early).toEqual({ outcome: 'refused', text: '2026-11-02 is the last closed day: export days up to it' })
  const line = ['export', 'journal', '2026-11-01', '2026-11-02', file]
  expect((await run(...line)).text).toBe(`${file} is complete`)
  expect(readFileSync(file, 'utf8')).toContain('2300 Airtime liability')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(run(...line)).rejects.toThrow('EEXIST')
  const comma = path.join(folder, 'journal-comma.csv')
  await run(...line.slice(0, -1), comma)
  expect(readFileSync(comma, 'utf8')).toMatch(/^\uFEFFclosed_day;entry;/)
})

it.each([
  [[], 'finance  is not a command'],
  [['constructor'], 'finance constructor is not a command'],
  [['close', '2026-11-01'], 'Days are closed in order'],
  [['show'], 'Give one day'],
  [['show', '2026-11-01', '--format', 'csv'], '--format is not an option of finance show, which has --by'],
  [['export', 'everything'], 'Name what to export: closes, journal'],
  [['export', 'journal', '2026-11-30', '2026-11-01', 'a.csv'], 'Give the first and the last day'],
  [['export', 'journal', '2026-11-01', '2026-11-30', 'a.txt'], 'Name the file'],
])('explains what is wrong with %j', async (typed, problem) => {
  const { run } = await open()
  const { outcome, text } = await run(...typed)
  expect(outcome).toBe('misused')
  expect(text).toContain(problem)
  expect(existsSync('a.csv')).toBe(false)
})

it('refuses an export of payments of more than a month', async () => {
  const { run } = await open()
  expect(await run('export', 'payments', '2026-01-01', '2026-12-31', 'a.csv')).toEqual({
    ...{ outcome: 'refused', text: 'An export of payments has at most 31 days' },
  })
})

it('is done by a worker queue, without a pause while there are more days', async () => {
  const { trade } = await open()
  const queue = createClosingQueue({ closing: trade.closing, now: () => trade.clock.now })
  const jobs: number[] = []
  for (let claims = 0; claims < 5; claims += 1) {
    const claimed = await queue.claim()
    jobs.push(claimed.length)
    for (const job of claimed) await job()
  }
  expect(jobs).toEqual([1, 1, 1, 0, 0])
  expect((await trade.closes.find('2026-11-02'))?.day).toBe('2026-11-02')
})
