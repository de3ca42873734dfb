import type { Market } from '../../core/market.ts'
import { type Dialect, standard } from './dialect.ts'
import {
  capitalStates,
  ids,
  lifecycleWord,
  negated,
  nullsAndExtras,
  numberInCharacteristic,
  numbers,
  referencedPrices,
  textAmounts,
  zonelessDates,
} from './traits.ts'
import { pathOfVersion5, requireVersion5, version5 } from './version-5.ts'

const byLine = ['productSerialNumber', 'logicalResource.id']

/** Ids of these resources look like those of a system whose object ids have a class and a plus. */
const objectIds = ids(['product', 'bucket'], {
  write: (id) => `0.0.0.1+-${id}+/7`,
  read: (id) => id.replace(/^0\.0\.0\.1\+-(.*)\+\/7$/, '$1'),
})

/** Ids of orders and payments are numbers. */
function numericIds(resource: string, prefix: string) {
  return ids([resource], {
    write: (id) => Number(id.replace(`${prefix}-`, '')),
    read: (id) => (/^\d+$/.test(id) ? `${prefix}-${id}` : id),
  })
}

/** The dialects imitate operators' systems behind TM Forum's APIs, each below its own path and over the same state. */
export function dialectsOf(market: Market): readonly Dialect[] {
  return [
    // An API gateway with keys, and pages that only its own links continue.
    {
      ...standard,
      base: '/bss-linked',
      pathOf: (path) => `/partner${path.replace('/tmf-api', '').replace('/v4', '/4.0.0')}`,
      access: { kind: 'header', name: 'x-api-key', value: 'sandbox-key' },
      paging: { most: 20, continuesBy: 'cursor', reports: 'link' },
      hrefs: 'absolute',
      traits: [numbers(market, ''), lifecycleWord('Launched')],
    },
    // A server that ignores nested filters of bills, and answers an unknown filter with its error page.
    {
      ...standard,
      base: '/bss-counted',
      pathOf: (path) => path.replace('/tmf-api', '/rest'),
      access: { kind: 'basic', user: 'portal', password: 'sandbox-password' },
      paging: { most: 7, continuesBy: 'offset', reports: 'count' },
      evaluates: (filter, resource) => !filter.includes('.') || resource !== 'customerBill',
      refuses: ['reason'],
      hrefs: 'relative',
      traits: [numericIds('productOrder', 'order'), numericIds('payment', 'pm'), numericIds('topupBalance', 'tu')],
    },
    // Partial content with ranges, and filters for the products and buckets of a line alone.
    {
      ...standard,
      base: '/bss-ranged',
      pathOf: (path) => path.replace('/tmf-api', '/api'),
      paging: { most: 5, continuesBy: 'offset', reports: 'range' },
      evaluates: (filter, resource) => byLine.includes(filter) || resource === 'product',
      errors: 'page',
    },
    // An older system: whole lists, local times, amounts as text, national numbers.
    {
      ...standard,
      base: '/bss-zoneless',
      pathOf: (path) => path.replace('/tmf-api', ''),
      paging: { most: Number.POSITIVE_INFINITY, continuesBy: 'nothing', reports: 'nothing' },
      hrefs: 'absent',
      traits: [numbers(market, '0'), zonelessDates(market), textAmounts],
    },
    // A billing suite behind OAuth: ids that need escaping, debits and credits with the other sign.
    {
      ...standard,
      base: '/bss-guarded',
      pathOf: (path) => path.replace('/tmf-api', '/brm'),
      access: { kind: 'token', client: 'portal', secret: 'sandbox-secret', lifeMs: 2000 },
      evaluates: (filter) => filter !== 'productSerialNumber',
      hrefs: 'absolute',
      traits: [
        numberInCharacteristic,
        objectIds,
        negated('adjustBalance', 'amount', 'amount'),
        negated('accountBalance', 'amount', 'value'),
      ],
    },
    // A message bus behind the API: creations are accepted, and can be read later.
    { ...standard, base: '/bss-accepted', creates: 'accepted', hrefs: 'absolute' },
    // It has capitals, nulls, members of its own, prices as references, and pages without any report of the rest.
    {
      ...standard,
      base: '/bss-capitals',
      paging: { most: 10, continuesBy: 'offset', reports: 'nothing' },
      hrefs: 'relative',
      traits: [capitalStates, referencedPrices, nullsAndExtras],
    },
    // It answers with version 5 where there is one.
    {
      ...standard,
      base: '/bss-v5',
      pathOf: pathOfVersion5,
      evaluates: (filter) => filter !== 'externalId',
      requires: requireVersion5,
      hrefs: 'absolute',
      traits: [referencedPrices, version5],
    },
  ]
}
