import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../environment/arrivals.ts'
import { type Answer, ApiClient, retryWhileBusy } from '../../environment/visitor.ts'

interface LoadOptions {
  /** The address is the balancer's. */
  readonly origin: string
  readonly visitors: number
  readonly payers: number
  readonly seed: number
  /** The rate of all visitors together; when absent, they visit as fast as they can, with short pauses. */
  readonly pagesPerSecond?: number
  /** Asks again after HTTP 503, which then is no failure. */
  readonly isPatient?: boolean
}

export const answerTimeoutMs = 60_000
const pagePaths = ['/', '/prepaid-recharge', '/sw/about', '/gethelp', '/service-status', '/table']
/** The most files of pages that are still open somewhere. */
const mostFiles = 200

const get = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(answerTimeoutMs) })

/** New pages in a second when visitors wait for each other. */
export async function measureCapacity(origin: string, seconds: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000
  let pages = 0
  const visitor = async () => {
    while (performance.now() < endsAt) {
      await (await get(origin + (pagePaths[pages++ % pagePaths.length] ?? '/'))).bytes()
    }
  }
  await Promise.all(Array.from({ length: 8 }, visitor))
  return pages / seconds
}

/** The pause that the portal asks for tells overload from a database that is away. */
function describeRefusal(answer: Pick<Answer, 'status'> & { readonly headers?: Headers }): string {
  return `HTTP ${answer.status}, Retry-After ${answer.headers?.get('retry-after') ?? 'none'}`
}

/** Visitors and channels until they are stopped. */
export function startLoad({ origin, visitors, payers, seed, pagesPerSecond, isPatient }: LoadOptions) {
  const client = new ApiClient(origin, answerTimeoutMs)
  const random = seededRandom(seed)
  const failures: string[] = []
  const count = { pages: 0, files: 0, payments: 0, busy: 0 }
  const files: string[] = []
  let isOver = false
  let line = Math.floor(random() * 900)
  let nextVisitAt = performance.now()

  async function askOnce<Seen extends Pick<Answer, 'status'>>(call: () => Promise<Seen>): Promise<Seen> {
    const answer = await call()
    if (answer.status === 503) count.busy++
    return answer
  }

  /** A careful channel would retry; here every unexpected answer counts. */
  async function expectAnswer(
    what: string,
    call: () => Promise<Parameters<typeof describeRefusal>[0]>,
  ): Promise<boolean> {
    const asked = isPatient ? retryWhileBusy(() => askOnce(call)) : call()
    const seen = await asked.then(
      (answer) => (answer.status === 200 ? undefined : describeRefusal(answer)),
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    )
    if (seen !== undefined) failures.push(`${what}: ${seen}`)
    return seen === undefined
  }

  async function visit(): Promise<void> {
    const path = pagePaths[count.pages++ % pagePaths.length] ?? '/'
    await expectAnswer(path, async () => {
      const response = await get(origin + path)
      remember(await response.text())
      return response
    })
    // A browser asks for the files of a page later, or of one that it opened before the restart.
    const file = files[Math.floor(random() * files.length)]
    if (file !== undefined)
      await expectAnswer(file, async () => {
        const response = await get(origin + file)
        await response.bytes()
        return response
      })
    if (file !== undefined) count.files++
    await rest()
  }

  function remember(page: string): void {
    for (const [file] of page.matchAll(/(?<=[" ])\/(?:assets|files)\/[^"?#\s]+/g)) {
      if (files.includes(file)) continue
      if (files.length < mostFiles) files.push(file)
      else files[Math.floor(random() * mostFiles)] = file
    }
  }

  async function rest(): Promise<void> {
    if (pagesPerSecond === undefined) return sleep(20)
    nextVisitAt = Math.max(performance.now(), nextVisitAt + 1_000 / pagesPerSecond)
    await sleep(Math.max(0, nextVisitAt - performance.now()))
  }

  async function pay(): Promise<void> {
    const mode = 'NYANJA_MONEY_PUSH'
    const msisdn = `999000${100 + (line++ % 900)}`
    let id = ''
    await expectAnswer('initiate', async () => {
      const answer = await client.initiate({ msisdn, amount: 50, mode, idempotencyKey: crypto.randomUUID() })
      id = answer.transactionId ?? ''
      return answer
    })
    if (id === '') return
    if (!(await expectAnswer('process', () => client.process(id, mode)))) return
    if (await expectAnswer('status', () => client.status(id))) count.payments++
    await sleep(50)
  }

  const loop = async (act: () => Promise<void>) => {
    while (!isOver) await act()
  }
  const running = [
    ...Array.from({ length: visitors }, () => loop(visit)),
    ...Array.from({ length: payers }, () => loop(pay)),
  ]
  return {
    async untilMore(payments: number): Promise<void> {
      const enough = count.payments + payments
      const giveUpAt = performance.now() + answerTimeoutMs
      while (count.payments < enough && failures.length === 0) {
        if (performance.now() > giveUpAt) throw new Error(`No ${payments} payments in ${answerTimeoutMs} ms`)
        await sleep(10)
      }
    },
    async end() {
      isOver = true
      await Promise.all(running)
      return { failures, ...count }
    },
  }
}
