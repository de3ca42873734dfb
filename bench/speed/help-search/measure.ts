import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCommand } from '../../../scripts/command.mjs'
import { printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { makeLibrary } from './library.ts'

const { values } = readCommand({
  name: 'npm run bench:help',
  about: 'Measures searches in a help centre of many articles.',
  options: {
    articles: { type: 'string', default: '5000', value: 'count', about: 'articles in each language' },
    searches: { type: 'string', default: '300', value: 'count', about: 'how many searches are measured' },
    rate: { type: 'string', default: '20', value: 'count', about: 'searches a second' },
  },
})

const most = 50

async function timeOf(url: string): Promise<number> {
  const asked = performance.now()
  // As browsers request it: the answer must be compressed too.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - asked
}

/** The longest span without an answer since the last reading. */
async function longestWaitMs(adminOrigin: string): Promise<number> {
  const metrics = await (await fetch(`${adminOrigin}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1000
}

/** Sends one request after another. */
async function alone(urls: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const url of urls) times.push(await timeOf(url))
  return times
}

/** Sends each request at its time, without waiting for the one before. */
async function atRate(urls: readonly string[], perSecond: number): Promise<number[]> {
  const begun = performance.now()
  return Promise.all(
    urls.map(async (url, at) => {
      await sleep(Math.max(0, begun + (at * 1000) / perSecond - performance.now()))
      return timeOf(url)
    }),
  )
}

await runBench(`Searches among ${values.articles} articles`, async (cleanup) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-library-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  const library = makeLibrary(folder, Number(values.articles))
  const environment = await openEnvironment({ settings: { CONTENT_DIR: folder } })
  cleanup(() => environment.close())

  // Each is requested once, so none is answered from a cache.
  const asked = new Set<string>()
  const questions = (page: string) =>
    Array.from({ length: Number(values.searches) }, () => {
      let question = library.question()
      while (asked.has(question)) question = library.question()
      asked.add(question)
      return `${environment.origin}/gethelp/${page}?q=${encodeURIComponent(question)}`
    })

  const rows: { readonly name: string; readonly times: number[]; readonly longestMs: number }[] = []
  const measure = async (name: string, ask: () => Promise<number[]>) => {
    await longestWaitMs(environment.adminOrigin)
    const times = await ask()
    rows.push({ name, times, longestMs: await longestWaitMs(environment.adminOrigin) })
  }
  for (const page of ['suggestions', 'search']) {
    await alone(questions(page).slice(0, 50))
    await measure(`${page}, one after another`, () => alone(questions(page)))
    await measure(`${page}, ${values.rate} a second`, () => atRate(questions(page), Number(values.rate)))
  }
  await measure(`suggestions, ${values.rate} a second, while an article is edited`, () => {
    library.edit()
    return atRate(questions('suggestions'), Number(values.rate))
  })
  const ms = (times: number[], share: number) => quantile(times, share).toFixed(1)
  printTable(
    ['searches', 'p50 ms', 'p95 ms', 'p99 ms', 'longest block ms'],
    rows.map(({ name, times, longestMs }) => [
      ...[name, ms(times, 0.5), ms(times, 0.95), ms(times, 0.99)],
      longestMs.toFixed(0),
    ]),
  )
  console.log(`\nThe portal uses ${Math.round(environment.portal.usage().rssMb)} MB`)
  return printBudgets(
    rows.map(({ name, times }) => ({
      promise: `${name}: 95 of 100 within ${most} ms`,
      isKept: quantile(times, 0.95) <= most,
      figure: `${ms(times, 0.95)} ms`,
    })),
  )
})
