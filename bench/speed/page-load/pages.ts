import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { askForBill, askForBundles, askForInvoices, makeOrder, payOnce, Visitor } from '../../environment/visitor.ts'

export interface MeasuredPage {
  readonly name: string
  readonly path: string
  /** How much later its largest paint may be than its static twin's. */
  readonly maxRatio?: number
  readonly maxTotalBytes: number
  readonly mayHaveScript: boolean
}

const nearItsTwin = 1.05
const journeyBytes = 13_000
const contentBytes = 20_000

/** The languages beside the first, whose pages are measured whole. */
const otherLanguages = ['sw', 'ny']

/** Lists the page in each language of the market: their texts differ in length. */
function journeyPages(name: string, path: string): readonly MeasuredPage[] {
  const page = { name, path, maxRatio: nearItsTwin, maxTotalBytes: journeyBytes, mayHaveScript: true }
  return [page, ...otherLanguages.map((each) => ({ ...page, name: `${name} (${each})`, path: `/${each}${path}` }))]
}

/** The page is with a kilobyte of script, and as light as one without. */
const billPage = (name: string, path: string): MeasuredPage => ({
  name,
  path,
  maxRatio: nearItsTwin,
  maxTotalBytes: contentBytes,
  mayHaveScript: true,
})

const home: MeasuredPage = {
  name: 'home',
  path: '/',
  maxRatio: nearItsTwin,
  maxTotalBytes: contentBytes,
  mayHaveScript: false,
}

/** The longest of the static pages. */
const privacy: MeasuredPage = { ...home, name: 'privacy', path: '/privacy' }
const contact: MeasuredPage = { ...home, name: 'contact', path: '/contact-us', mayHaveScript: true }
const help: MeasuredPage = { ...home, name: 'help', path: '/gethelp', mayHaveScript: true }
const answer: MeasuredPage = { ...home, name: 'an answer', path: '/gethelp/a/bundle-not-there' }
const internet: MeasuredPage = { ...home, name: 'internet at home', path: '/home-internet' }
const shops = billPage('shops of a town', '/storeLocator?place=Lilongwe')
const shop = billPage('a shop', '/storeLocator/s001-city-centre-lilongwe')
const prices: MeasuredPage = { ...home, name: 'all prices', path: '/table' }

/** A page whose map waits for a press on a link as slow as this. */
const coverage = billPage('coverage', '/openNetworks?q=Mponela')

export const givenPage = (path: string): MeasuredPage =>
  path === home.path ? home : { name: path, path, maxTotalBytes: journeyBytes, mayHaveScript: true }

interface JourneyContext {
  readonly origin: string
  /** The origin in the portal's own pages. */
  readonly publicOrigin: string
  readonly sandboxOrigin: string
}

/** The pages from the first one to the receipt; a page that cannot be reached yet is named and left out. */
export async function pagesOfJourney({
  origin,
  publicOrigin,
  sandboxOrigin,
}: JourneyContext): Promise<readonly MeasuredPage[]> {
  const sandbox = new SandboxControl(sandboxOrigin)
  const visitor = new Visitor(origin, publicOrigin)
  const pages = [
    home,
    internet,
    prices,
    coverage,
    privacy,
    contact,
    help,
    answer,
    shops,
    shop,
    ...journeyPages('prepaid recharge', '/prepaid-recharge'),
    ...journeyPages('postpaid bill', '/postpaid-bill-pay'),
  ]
  try {
    // The page is loaded before the catalogue is cached, which lasts a minute.
    const path = await askForBundles(visitor, sandbox, 500)
    pages.push(billPage('data bundle', '/data-bundle'), billPage('500 data bundles', path))
  } catch (error) {
    console.log(`Without the pages of a router: ${error}`)
  }
  try {
    const { rechargePath, paymentPath } = await makeOrder(visitor)
    const found = await askForBill(visitor)
    pages.push(
      ...journeyPages('recharge, number known', rechargePath),
      ...journeyPages('payment', paymentPath),
      ...journeyPages('postpaid bill, number known', found),
    )
  } catch (error) {
    console.log(`Without the pages of an order: ${error}`)
  }
  try {
    const path = await askForInvoices(visitor, sandbox, 1000)
    pages.push(billPage('fixed internet', '/orp/fixed-internet'), billPage('a thousand invoices', path))
  } catch (error) {
    console.log(`Without the pages of invoices: ${error}`)
  }
  try {
    const id = await payOnce(origin, sandbox)
    pages.push(...journeyPages('status', `/payment/status?id=${id}`))
  } catch (error) {
    console.log(`Without the status page: ${error}`)
  }
  return pages
}

interface Twins {
  readonly upstream: string
  close(): void
}

interface Twin {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Serves each page at its own path as one frozen document: the fastest that this text could ever arrive. It keeps the
 * page's own headers, since a static page of the same operator would have them, and one of them makes the browser
 * change its process.
 */
export async function openTwins(origin: string, paths: readonly string[]): Promise<Twins> {
  const frozen = new Map<string, Twin>()
  for (const path of paths) frozen.set(path, await freeze(origin, path))
  const server = createServer((request, response) => {
    const twin = frozen.get(request.url ?? '')
    if (twin) response.writeHead(200, twin.headers).end(twin.body)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { upstream: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const ofTheTransfer = ['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-encoding']

/** Returns the page as the server rendered it, without script and preloads, all style in the document. */
async function freeze(origin: string, path: string): Promise<Twin> {
  const response = await fetch(origin + path, { redirect: 'manual' })
  if (response.status !== 200) throw new Error(`${path} answers HTTP ${response.status}`)
  let html = (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, '')
  for (const [link, href] of html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)) {
    const style = await (await fetch(new URL(href ?? '', origin))).text()
    html = html.replace(link, () => `<style>${style}</style>`)
  }
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofTheTransfer.includes(name)))
  const body = brotliCompressSync(html.replace(/<link\b[^>]*>/g, ''))
  return { headers: { ...headers, 'content-encoding': 'br' }, body }
}
