import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { LanguageSwitch } from './language-switch.tsx'

describe('a field', () => {
  it('ties hint and error to its input', () => {
    const html = renderToStaticMarkup(
      <Field id="msisdn" label="Phone number" hint="9 digits" error="Phone No is required" prefix="+265" />,
    )
    expect(html).toContain('aria-describedby="msisdn-hint msisdn-error"')
    expect(html).toContain('id="msisdn-error"')
    expect(html).toContain('aria-invalid="true"')
  })

  it('keeps its input free of a value of ours', () => {
    expect(renderToStaticMarkup(<Field id="msisdn" label="Phone number" />)).not.toContain('value=')
  })
})

describe('a button', () => {
  it('is never disabled in a page from the server', () => {
    expect(renderToStaticMarkup(<Button>Pay</Button>)).not.toContain('disabled')
  })

  it('says what it does while it is busy, and stays where the focus is', () => {
    const html = renderToStaticMarkup(<Button busy="Sending ...">Pay</Button>)
    expect(html).toContain('Sending ...')
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toContain(' disabled')
  })
})

it('leads from the summary to each field', () => {
  const problems = [{ field: 'msisdn', text: 'Phone No is required' }]
  expect(renderToStaticMarkup(<ErrorSummary heading="One thing" problems={problems} />)).toContain('href="#msisdn"')
})

const toSwahili = { language: 'sw', name: 'Kiswahili', prefix: '/sw' } as const
const Switch = () => <LanguageSwitch other={toSwahili} />

describe('the language switch', () => {
  const pageAt = (address: string, group: string) => {
    const Stub = createRoutesStub([{ path: '*', Component: Switch, handle: { group } }])
    return renderToStaticMarkup(<Stub initialEntries={[address]} />)
  }

  it('keeps page and order', () => {
    expect(pageAt('/payment/start/card?order=a1', 'journey')).toContain('href="/sw/payment/start/card?order=a1"')
  })

  it('keeps nothing of one visitor on a page that is kept for everybody', () => {
    expect(pageAt('/?order=a1&utm=x', 'content')).toContain('href="/sw"')
  })
})
