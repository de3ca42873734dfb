import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { ShellContext } from './shell-context.ts'
import type { OtherLanguage } from './shell-data.ts'
import { LanguageSwitch, SiteHeader } from './site-frame.tsx'

describe('a field', () => {
  it('ties hint and error to its input', () => {
    const html = renderToStaticMarkup(
      <Field id="msisdn" label="Phone number" hint="9 digits" error="Phone No is required" prefix="+265" />,
    )
    expect(html).toContain('aria-describedby="msisdn-hint msisdn-error"')
    expect(html).toContain('id="msisdn-error"')
    expect(html).toContain('aria-invalid="true"')
  })

  it('sets no value on its input', () => {
    expect(renderToStaticMarkup(<Field id="msisdn" label="Phone number" />)).not.toContain('value=')
  })
})

describe('a button', () => {
  it('is never disabled in a page from the server', () => {
    expect(renderToStaticMarkup(<Button>Pay</Button>)).not.toContain('disabled')
  })

  it('shows its progress while it is busy, and keeps the focus', () => {
    const html = renderToStaticMarkup(<Button busy="Sending ...">Pay</Button>)
    expect(html).toContain('Sending ...')
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toContain(' disabled')
  })
})

it('the error summary links to each field', () => {
  const problems = [{ field: 'msisdn', text: 'Phone No is required' }]
  expect(renderToStaticMarkup(<ErrorSummary heading="One thing" problems={problems} />)).toContain('href="#msisdn"')
})

const toSwahili = { language: 'sw', name: 'Kiswahili', prefix: '/sw' } as const
const Switch = () => <LanguageSwitch other={toSwahili} />

const waiting = { wait: '', holdOn: '', loadingMessage: '' }
const notices = { success: '', error: '', close: '', offline: '', online: '', seconds: 3, ...waiting }
const shell = {
  footer: { navigation: '', care: '', careNumber: '', links: [], notices },
  incident: undefined,
  toContinue: '',
  browserFiles: { module: () => '', island: () => [] },
  addModule: () => {},
  hasScript: false,
}

describe('the languages in the header', () => {
  const texts = { skip: '', home: 'Home', navigation: 'Main', menu: 'Menu', links: [] }
  const toPortuguese = { language: 'pt-BR', name: 'Português', prefix: '/br' } as const
  const headerWith = (otherLanguages: readonly OtherLanguage[]) => {
    return renderToStaticMarkup(
      <ShellContext value={{ ...shell, isForEverybody: true }}>
        <MemoryRouter initialEntries={['/about']}>
          <SiteHeader
            brand=""
            logo={undefined}
            header={texts}
            homeHref="/"
            languageName="English"
            {...{ otherLanguages }}
          />
        </MemoryRouter>
      </ShellContext>,
    )
  }

  it('are one link where there is one other', () => {
    const html = headerWith([toSwahili])
    expect(html).toContain('<a class="switch" href="/sw/about" lang="sw" hrefLang="sw">Kiswahili</a>')
    expect(html).not.toContain('<details')
  })

  it('are a menu under the name of this one where there are several', () => {
    const html = headerWith([toSwahili, toPortuguese])
    expect(html).toContain('<summary>English <span aria-hidden="true">▾</span></summary>')
    expect(html).toContain('<a href="/sw/about" lang="sw" hrefLang="sw">Kiswahili</a>')
    expect(html).toContain('<a href="/br/about" lang="pt-BR" hrefLang="pt-BR">Português</a>')
  })

  it('are not named where there is no other', () => {
    expect(headerWith([])).not.toContain('hrefLang')
  })
})

describe('the language switch', () => {
  const pageAt = (address: string, isForEverybody: boolean) => {
    const Stub = createRoutesStub([{ path: '*', Component: Switch }])
    return renderToStaticMarkup(
      <ShellContext value={{ ...shell, isForEverybody }}>
        <Stub initialEntries={[address]} />
      </ShellContext>,
    )
  }

  it('keeps page and order', () => {
    expect(pageAt('/payment/start/card?order=a1', false)).toContain('href="/sw/payment/start/card?order=a1"')
  })

  it('keeps nothing of one visitor on a public page', () => {
    expect(pageAt('/?order=a1&utm=x', true)).toContain('href="/sw"')
    expect(pageAt('/gethelp?id=a1&ref=b2', true)).toContain('href="/sw/gethelp"')
  })

  it.each(['/storeLocator?place=Zomba&radius=25', '/openNetworks?at=-13.9%2C33.7&filter=4G', '/table?q=data&page=2'])(
    'keeps the search: %s',
    (address) => {
      expect(pageAt(address, true)).toContain(`href="/sw${address.replace('&', '&amp;')}"`)
    },
  )
})
