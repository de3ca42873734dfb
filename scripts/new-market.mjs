import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from './command.mjs'
import { Explained, root, runScript } from './run.mjs'

const portal = path.join(root, 'apps', 'portal')

/** What a portal cannot know; each line is removed once it has been done, and `check-market` lists the others. */
const open = [
  'TODO country3: the country in three letters of ISO 3166',
  'TODO currency: its code of ISO 4217, and amounts in it',
  'TODO numbers: country code, length without the leading zero, and an example of your own range',
  'TODO taxes: the rates that are in your prices, and your number with the tax authority, for receipts',
  'TODO paymentOptions: those that you have a contract for',
  'TODO finance: what each provider keeps by its contract (fees), and who has confirmed that (feesConfirmedBy)',
  'TODO customerCareNumber, pinResetDial and contact',
  'TODO map: the centre and the bounds of the country',
  'TODO look: the colours and the logo of the brand',
]

await runScript(() => {
  const { positionals, values } = readCommand({
    name: 'npm run new-market',
    about:
      'Writes the folder of a new market, which starts at once with English texts. check-market lists what is open.',
    takes: ['country code'],
    options: {
      folder: {
        type: 'string',
        value: 'folder',
        about: 'where it is written (default: apps/portal/markets/<country code>)',
      },
      languages: { type: 'string', value: 'codes', default: 'en', about: 'language codes, the first without a prefix' },
      brand: { type: 'string', value: 'name', default: 'TODO brand', about: 'the name of the operator' },
    },
  })
  const [code = ''] = positionals
  if (!/^[a-z]{2}$/.test(code)) throw new Explained('Give the country in two small letters of ISO 3166, such as zm')
  const folder = path.resolve(values.folder ?? path.join(portal, 'markets', code))
  if (existsSync(folder)) throw new Explained(`${folder} is there already`)
  const languages = values.languages.split(',').map((each) => each.trim())

  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'market.json'), marketFile(code, { languages, brand: values.brand }))
  for (const language of languages) if (language !== 'en') copyTexts(path.join(folder, 'content', language))
  writePlaces(path.join(folder, 'places'))
  console.log(`${folder} is written. Next: npm run check-market ${path.relative(process.cwd(), folder)}`)
})

function marketFile(code, { languages, brand }) {
  const country = code.toUpperCase()
  const locale = new Intl.Locale(`und-${country}`)
  const [timeZone = 'UTC'] = locale.getTimeZones?.() ?? locale.timeZones ?? []
  const malawi = JSON.parse(readFileSync(path.join(portal, 'markets', 'mw.json'), 'utf8'))
  const market = {
    todo: open,
    ...malawi,
    ...{ code, country, country3: `${country}X`, opco: country, brand },
    languages: languages.map((language, at) => describeLanguage(language, at > 0)),
    ...{ timeZone, currency: 'USD' },
    numbers: { countryCode: '999', length: 9, trunk: '0', example: '951234567' },
    amounts: { prepaid: { min: 1, max: 1000, quick: [1, 2, 5, 10, 20] }, postpaid: { min: 1, max: 10_000 } },
    ...{ ratePerMb: 0.05, connectionFee: 0, taxes: undefined },
    paymentOptions: [{ method: 'airtime', gateway: 'airtime' }],
    // No fee is better than a wrong one: until somebody confirms them, no day is closed.
    finance: { closeAfterHours: malawi.finance.closeAfterHours },
    ...{ mpesa: undefined, enableAmPin: false, customerCareNumber: '100', pinResetDial: '*100#' },
    contact: {
      elsewhereNumber: '+999 95 123 4567',
      email: 'care@operator.example',
      address: 'TODO address',
      regulator: 'TODO regulator',
      moneyDial: '*100#',
    },
    map: { centre: { lat: 0, lng: 20 }, bounds: { south: -35, west: -18, north: 38, east: 52 } },
  }
  return `${JSON.stringify(market, null, 2)}\n`
}

function describeLanguage(code, hasPrefix) {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) ?? `TODO name of ${code}`
  const isKnown = Intl.DateTimeFormat.supportedLocalesOf(code).length > 0
  return {
    ...{ code, name, ...(hasPrefix && { prefix: code.toLowerCase() }) },
    ...((code === 'en' || !isKnown) && { dateLocale: 'en-GB' }),
    ...(code !== 'en' && { reviewed: false }),
  }
}

/** Copies the texts as a translator gets them: those of the product in that language, or in English. */
function copyTexts(folder) {
  const known = path.join(portal, 'content', path.basename(folder))
  if (existsSync(known)) return
  const english = path.join(portal, 'content', 'en')
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(english).filter((name) => name.endsWith('.json')))
    cpSync(path.join(english, file), path.join(folder, file))
}

function writePlaces(folder) {
  mkdirSync(folder)
  const write = (name, ...lines) => writeFileSync(path.join(folder, `${name}.csv`), `${lines.join('\n')}\n`)
  write('districts', 'id,name,region,latitude,longitude,aliases', 'd01,TODO district,TODO region,0,20,')
  write(
    'towns',
    'name,district,latitude,longitude,population,homeInternet,aliases',
    'TODO town,TODO district,0,20,1000,no,',
  )
  const [heads] = readFileSync(path.join(portal, 'places', 'mw', 'shops.csv'), 'utf8').split(',name_')
  write('shops', heads)
  write('sites', 'title,latitude,longitude,technologies,checked')
}
