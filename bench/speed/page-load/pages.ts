import { askForBundles, askForInvoices, makeOrder, payOnce } from '../../environment/customer-journeys.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { Visitor } from '../../environment/visitor.ts'

export interface MeasuredPage {
  readonly name: string
  readonly path: string
  /** Its largest paint may be so much later than its static twin's. */
  readonly maxRatio?: number
  readonly maxTotalBytes: number
  readonly mayHaveScript: boolean
}

const nearItsTwin = 1.05
const journeyBytes = 13_000
const contentBytes = 20_000

const journeyPage = (name: string, path: string): MeasuredPage => ({
  name,
  path,
  maxRatio: nearItsTwin,
  maxTotalBytes: journeyBytes,
  mayHaveScript: true,
})

/** With a kilobyte of script, and as light as one without. */
const billPage = (name: string, path: string): MeasuredPage => ({
  name,
  path,
  maxRatio: nearItsTwin,
  maxTotalBytes: contentBytes,
  mayHaveScript: true,
})

export const home: MeasuredPage = {
  name: 'home',
  path: '/',
  maxRatio: nearItsTwin,
  maxTotalBytes: contentBytes,
  mayHaveScript: false,
}

/** The longest of the pages that are only read. */
const privacy: MeasuredPage = { ...home, name: 'privacy', path: '/privacy' }
const contact: MeasuredPage = { ...home, name: 'contact', path: '/contact-us', mayHaveScript: true }
const help: MeasuredPage = { ...home, name: 'help', path: '/gethelp', mayHaveScript: true }
const answer: MeasuredPage = { ...home, name: 'an answer', path: '/gethelp/a/bundle-not-there' }
const internet: MeasuredPage = { ...home, name: 'internet at home', path: '/home-internet' }
const shops = billPage('shops of a town', '/storeLocator?place=Lilongwe')
const shop = billPage('a shop', '/storeLocator/s001-city-centre-lilongwe')
const prices: MeasuredPage = { ...home, name: 'all prices', path: '/table' }

/** Its map waits to be asked for on a link as slow as this. */
const coverage = billPage('coverage', '/openNetworks?q=Mponela')

export const givenPage = (path: string): MeasuredPage =>
  path === home.path ? home : { name: path, path, maxTotalBytes: journeyBytes, mayHaveScript: true }

interface JourneyPlace {
  readonly origin: string
  /** As the portal's own pages call it. */
  readonly publicOrigin: string
  readonly sandboxOrigin: string
}

/** What a visitor meets from the first page to the receipt; a page that cannot be reached yet is named and left out. */
export async function pagesOfJourney({
  origin,
  publicOrigin,
  sandboxOrigin,
}: JourneyPlace): Promise<readonly MeasuredPage[]> {
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
    journeyPage('prepaid recharge', '/prepaid-recharge'),
  ]
  try {
    // Before anybody has read the catalogue: it is remembered for a minute.
    const path = await askForBundles(visitor, sandbox, 500)
    pages.push(billPage('data bundle', '/data-bundle'), billPage('500 data bundles', path))
  } catch (error) {
    console.log(`Without the pages of a router: ${error}`)
  }
  try {
    const { rechargePath, paymentPath } = await makeOrder(visitor)
    pages.push(journeyPage('recharge, number known', rechargePath), journeyPage('payment', paymentPath))
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
    pages.push(journeyPage('status', `/payment/status?id=${id}`))
  } catch (error) {
    console.log(`Without the status page: ${error}`)
  }
  return pages
}
