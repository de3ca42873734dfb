import { maskAccount } from '@nyanja/domain/bills/account-number'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { isSavedNumber } from '@nyanja/domain/numbers/saved-numbers'
import { readField } from '@nyanja/web/format/read-field'
import { forgottenLanguage, keptLanguage } from '@nyanja/web/http/language-cookie'
import { redirect } from 'react-router'
import type { Route } from './+types/forget-phone'
import { PostForm } from './form/post-form.tsx'
import { privateHeaders } from './format/headers.ts'
import { forgottenVotes, votesOn } from './help/vote-step.ts'
import { hrefs } from './hrefs.ts'
import { forgottenProof, proofOf } from './order/proof-cookie.ts'
import { languageOf, languagePrefixOf } from './page-language.ts'
import { portalContext } from './portal-context.ts'
import { savedCookie, savedOn } from './saved-numbers/saved-choice.ts'
import { Button, ButtonLink } from './ui/button.tsx'
import { Note } from './ui/notes.tsx'
import { PageHero, PageTitle } from './ui/page-hero.tsx'

export const handle = { group: 'forgetPhone' }

export const headers = () => privateHeaders

const doneTexts = { one: 'doneOne', numbers: 'doneNumbers', accounts: 'doneAccounts', all: 'doneAll' } as const
type Done = keyof typeof doneTexts

const isDone = (text: string): text is Done => Object.hasOwn(doneTexts, text)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { content, market } = portal
  const texts = content.page('saved-numbers-translation', languageOf(url, market))
  const done = url.searchParams.get('done') ?? ''
  const entries = await savedOn(portal, request)
  return {
    texts,
    done: isDone(done) ? texts[doneTexts[done]] : undefined,
    numbers: entries.map((entry) => ({
      label: entry.label,
      masked: isSavedNumber(entry) ? maskMsisdn(entry.msisdn, market.numbers.countryCode) : maskAccount(entry.account),
    })),
    hasProof: (await proofOf(request)) !== '',
    hasVotes: (await votesOn(portal, request)).size > 0,
    hasLanguage: keptLanguage(request.headers.get('cookie')) !== undefined,
    topUpHref: hrefs(languagePrefixOf(url.pathname)).recharge(),
  }
}

/** What else the browser may keep: pages behind the back button, and which payment its tab began. */
const wipe = { 'clear-site-data': '"cache", "storage"' }

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const pressed = readField(await request.formData(), 'forget')
  const entries = await savedOn(portal, request)
  const left = entries.filter((_, at) => String(at) !== pressed)
  const done: Done = pressed === 'all' ? 'all' : 'one'
  const headers = new Headers(done === 'all' ? { ...privateHeaders, ...wipe } : privateHeaders)
  headers.append('set-cookie', await savedCookie(portal, done === 'one' ? left : []))
  if (done === 'all') {
    headers.append('set-cookie', await forgottenProof())
    headers.append('set-cookie', await forgottenVotes())
    headers.append('set-cookie', forgottenLanguage)
  }
  return redirect(hrefs(languagePrefixOf(url.pathname)).forgetPhone({ done }), { status: 303, headers })
}

export default function ForgetPhone({
  loaderData: { texts, done, numbers, hasProof, hasVotes, hasLanguage, topUpHref },
}: Route.ComponentProps) {
  const isEmpty = numbers.length === 0 && !hasProof && !hasVotes && !hasLanguage
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero title={texts.title} meta={<p>{texts.lead}</p>} />
      <div className="wrap forget-page">
        {done !== undefined && (
          <Note tone="ok">
            <b>{done}</b>
          </Note>
        )}
        {isEmpty ? (
          <Nothing texts={texts} topUpHref={topUpHref} />
        ) : (
          <PostForm>
            {numbers.length > 0 && (
              <section className="section" aria-labelledby="numbers">
                <h2 id="numbers">{texts.numbersHeading}</h2>
                <ul className="forget-list">
                  {numbers.map(({ label, masked }, at) => (
                    <li key={`${label} ${masked}`}>
                      <span>
                        <b>{label}</b> <span className="whole">{masked}</span>
                      </span>
                      <button className="link" type="submit" name="forget" value={at}>
                        {texts.forgetOne}
                        <span className="unseen"> {label}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {hasProof && (
              <section className="section">
                <h2>{texts.proofHeading}</h2>
                <p>{texts.proofText}</p>
              </section>
            )}
            {hasVotes && (
              <section className="section">
                <h2>{texts.votesHeading}</h2>
                <p>{texts.votesText}</p>
              </section>
            )}
            {hasLanguage && (
              <section className="section">
                <h2>{texts.languageHeading}</h2>
                <p>{texts.languageText}</p>
              </section>
            )}
            <p className="section">
              <Button name="forget" value="all">
                {texts.forgetAll}
              </Button>
            </p>
          </PostForm>
        )}
        <section className="section">
          <h2>{texts.historyHeading}</h2>
          <p>{texts.historyText}</p>
        </section>
      </div>
    </>
  )
}

type NothingProps = Pick<Route.ComponentProps['loaderData'], 'texts' | 'topUpHref'>

function Nothing({ texts, topUpHref }: NothingProps) {
  return (
    <section aria-labelledby="nothing" className="section">
      <h2 id="nothing">{texts.nothingHeading}</h2>
      <p>{texts.nothingText}</p>
      <p className="field">
        <ButtonLink href={topUpHref}>{texts.topUp}</ButtonLink>
      </p>
    </section>
  )
}
