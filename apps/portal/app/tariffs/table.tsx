import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import { data } from 'react-router'
import { pageHeaders, privateHeaders, searchHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { openOnly } from '../screen-links.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LinkChips } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Empty, Note } from '../ui/notes.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/table'
import { SearchForm, TableRows } from './table-rows.tsx'
import {
  columnHeads,
  kindLinks,
  pageIn,
  periodLinks,
  queryOf,
  readTableQuery,
  tariffRow,
  windowOf,
} from './table-view.ts'
export const handle = { group: 'tariffs' }

export const headers = pageHeaders

export async function loader({ url, context }: Route.LoaderArgs) {
  const { market, content, bundles } = context.get(portalContext)
  const language = languageOf(url, market)
  const prefix = languagePrefixOf(url.pathname)
  const to = hrefs(prefix)
  const texts = content.page('table-translation', language)
  const bundleTexts = content.page('recharge-translation', language)
  const shared = { texts, note: bundleTexts.gigabyteNote, allHref: to.tariffs(), topUpHref: to.recharge() }
  const list = await bundles.priceList().catch(() => undefined)
  if (list === undefined) return data({ ...shared, table: undefined }, { status: 503, headers: privateHeaders })

  const [routers] = openOnly([{ screen: 'dataBundle' }], prefix, market)
  const rechargeHref = market.sells.includes('bundle') ? to.recharge() : undefined
  const words = { texts, bundleTexts, to, rechargeHref, routerHref: routers?.href }
  const question = readTableQuery(url.searchParams, list)
  const shown = windowOf(list.find(question), { question, page: pageIn(url.searchParams), words })
  const table = {
    typed: question.words,
    // The form sends its own words.
    kept: queryOf({ ...question, words: '' }),
    found: question.words === '' ? undefined : fill(texts.found, { words: question.words }),
    kinds: kindLinks(list, question, words),
    periods: periodLinks(list, question, words),
    heads: columnHeads(question, words),
    count: shown.count,
    links: shown.links,
    rows: shown.bundles.map((bundle) => tariffRow(translate(bundle, language), words)),
    fileHref: to.tariffsFile(queryOf(question)),
  }
  return data({ ...shared, table }, { headers: searchHeaders(question.words) })
}

export default function Table({ loaderData: { texts, note, allHref, topUpHref, table } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero title={texts.title} meta={<p>{texts.lead}</p>} />
      <div className="wrap tariff-page">
        {table === undefined ? (
          <Silent texts={texts} allHref={allHref} topUpHref={topUpHref} />
        ) : (
          <>
            <div className="choice">
              <SearchForm texts={texts} action={allHref} typed={table.typed} kept={table.kept} />
              {table.kinds.length > 0 && <LinkChips label={texts.kindLegend} links={table.kinds} layout="slide" />}
              {table.periods.length > 0 && (
                <LinkChips label={texts.periodLegend} links={table.periods} layout="slide" />
              )}
            </div>
            <section className="section" aria-labelledby="count">
              <h2 id="count">{table.count}</h2>
              {table.found !== undefined && (
                <p>
                  {table.found}{' '}
                  {table.rows.length > 0 && (
                    <a className="link" href={allHref}>
                      {texts.showAll}
                    </a>
                  )}
                </p>
              )}
              {table.rows.length === 0 ? (
                <Empty heading={texts.noneHeading} text={texts.noneText}>
                  <ButtonLink variant="second" href={allHref}>
                    {texts.showAll}
                  </ButtonLink>
                </Empty>
              ) : (
                <>
                  <p className="hint">{note}</p>
                  <TableRows texts={texts} heads={table.heads} rows={table.rows} />
                  <nav className="row pages" aria-label={texts.pages}>
                    {table.links.map(({ href, text, rel }) => (
                      <a className="link" href={href} rel={rel} key={href}>
                        {text}
                      </a>
                    ))}
                    <a className="link" href={table.fileHref}>
                      <Icon name="save" />
                      {texts.download}
                    </a>
                  </nav>
                </>
              )}
            </section>
          </>
        )}
      </div>
    </>
  )
}

type SilentProps = Pick<Route.ComponentProps['loaderData'], 'texts' | 'allHref' | 'topUpHref'>

function Silent({ texts, allHref, topUpHref }: SilentProps) {
  return (
    <>
      <Note tone="wait">
        <b>{texts.silent}</b> {texts.silentText}
      </Note>
      <p className="row section">
        <ButtonLink href={allHref}>{texts.again}</ButtonLink>
        <a className="link" href={topUpHref}>
          {texts.topUp}
        </a>
      </p>
    </>
  )
}
