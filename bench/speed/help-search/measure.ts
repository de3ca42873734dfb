import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCommand } from '../../../scripts/command.mjs'
import { root } from '../../../scripts/run.mjs'
import { seededRandom } from '../../environment/arrivals.ts'
import { printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'

const ownContent = path.join(root, 'apps', 'portal', 'content')
const languages = ['en', 'sw', 'fr']
/** Reads the ids of sub-categories in the file of categories. */
const subCategory = /^ {4}- id: (\S+)$(?!(?:\n {6}.*)*\n {6}goesTo)/gm

interface Library {
  readonly folder: string
  /** Makes a likely question of a visitor: words of one article, some of them mistyped. */
  question(): string
  /** Changes a word in one article of each language. */
  edit(): void
}

/** Makes the portal's content with so many articles in each language, of the words of the existing ones. */
function makeLibrary(folder: string, articles: number): Library {
  cpSync(ownContent, folder, { recursive: true })
  const random = seededRandom(5000)
  const pick = <Row>(rows: readonly Row[]): Row => {
    const row = rows[Math.floor(random() * rows.length)]
    if (row === undefined) throw new Error('There is nothing to choose from')
    return row
  }
  const questions: string[] = []
  for (const language of languages) {
    const help = path.join(folder, language, 'help')
    mkdirSync(help, { recursive: true })
    const pages = readdirSync(help).filter((file) => file.endsWith('.md'))
    const words = textsOf(pages.map((file) => readFileSync(path.join(help, file), 'utf8')))
    for (const file of pages) rmSync(path.join(help, file))
    const categories = readFileSync(path.join(folder, 'en', 'help', 'categories.yaml'), 'utf8')
    const shelves = [...categories.matchAll(subCategory)].map(([, id = '']) => id)
    const some = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')
    for (let at = 0; at < articles; at += 1) {
      const question = some(7)
      if (language === 'en') questions.push(question)
      const structure = language === 'en' ? `category: ${pick(shelves)}\n` : ''
      const page = `---\nquestion: ${question}\nwords: ${some(12)}\n${structure}---\n${some(40)}.\n\n1. ${some(25)}\n2. ${some(25)}\n`
      writeFileSync(path.join(help, `article-${at}.md`), page)
    }
  }
  return {
    folder,
    edit() {
      for (const language of languages) appendFileSync(path.join(folder, language, 'help', 'article-0.md'), 'More.\n')
    },
    question() {
      const words = pick(questions).split(' ').slice(0, 3)
      return words.map((word) => (random() < 0.3 ? mistyped(word, random) : word)).join(' ')
    },
  }
}

/** Words have their natural frequency, plus new ones as languages have them: some thousand, most of them rare. */
function textsOf(texts: readonly string[]): string[] {
  const used =
    texts
      .join(' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  const rare = [...new Set(used)].flatMap((word) => ['s', 'ing', 'a', 'ni'].map((ending) => word + ending))
  return [...used, ...rare]
}

function mistyped(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length)
  return word.slice(0, at) + word.slice(at + 1)
}

const { values } = readCommand({
  name: 'npm run bench -- help',
  about: 'Measures searches in a help centre of many articles.',
  options: {
    articles: { type: 'string', default: '5000', value: 'count', about: 'articles in each language' },
    searches: { type: 'string', default: '300', value: 'count', about: 'how many searches are measured' },
    rate: { type: 'string', default: '20', value: 'count', about: 'searches a second' },
  },
})

const most = 50

async function timeOf(url: string): Promise<number> {
  const begunAt = performance.now()
  // The request is as browsers send it: the answer must be compressed too.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - begunAt
}

/** Returns the longest span without an answer since the last reading. */
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

  // Each address is requested once, so none is answered from a cache.
  const used = new Set<string>()
  const questions = (page: string) =>
    Array.from({ length: Number(values.searches) }, () => {
      let question = library.question()
      while (used.has(question)) question = library.question()
      used.add(question)
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
