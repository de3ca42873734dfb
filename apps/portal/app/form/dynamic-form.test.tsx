import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listFormFaults } from '@nyanja/domain/forms/form-rules'
import { FormSchema } from '@nyanja/server/content/form-schema'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/form-translation.json' with { type: 'json' }
import { DynamicForm } from './dynamic-form.tsx'
import { formView, readForm } from './form-view.ts'

const file = path.join(import.meta.dirname, '..', '..', 'content', 'en', 'get-form-schema.json')
const schema = FormSchema.parse(
  JSON.parse(readFileSync(file, 'utf8').replaceAll('{numberLength}', '9').replaceAll('{countryCode}', '265')),
)
const numbers = { countryCode: '265', length: 9, trunk: '0', example: '991234567' }
const languages = [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const
const towns = [{ name: 'Zomba' }, { name: 'Blantyre' }]

/** The order for internet at home, with two towns to choose from. */
const view = formView(
  {
    content: { document: () => schema, page: () => texts },
    market: { numbers, languages },
    places: { towns: () => towns },
  },
  'get-form-schema',
  'en',
)

const given = {
  fullName: 'Thoko Banda',
  contactNumber: '0991 234 567',
  email: 'thoko@example.com',
  city: 'Zomba',
  installationAddress: 'Plot 12, by the well',
  landmark: '',
  consent: 'on',
}

function sent(answers: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, answer] of Object.entries(answers)) form.set(name, answer)
  return form
}

describe('a form that content editors define', () => {
  it('shows its fields in the order of the ranks, and the towns in alphabetical order', () => {
    const html = renderToStaticMarkup(<DynamicForm form={view} />)
    expect([...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual(Object.keys(given))
    expect(html).toContain(
      '<option value="" selected="">Choose your town</option><option value="Blantyre">Blantyre</option><option value="Zomba">',
    )
    expect(html).toContain('Landmark (optional)')
    expect(html).toContain('<span class="prefix">+265</span>')
  })

  it('renders a button for each other action, in the language of the page', () => {
    const other = { type: 'other' as const, label: 'See the help', rank: 9, href: '/gethelp' }
    const call = { type: 'other' as const, label: 'Call 300', rank: 10, href: 'tel:300' }
    const source = {
      content: { document: () => ({ ...schema, actions: [...schema.actions, other, call] }), page: () => texts },
      market: { numbers, languages },
      places: { towns: () => towns },
    }
    const inSwahili = renderToStaticMarkup(<DynamicForm form={formView(source, 'get-form-schema', 'sw')} />)
    expect(inSwahili).toContain('<a href="/sw/gethelp" class="button second">See the help</a>')
    expect(inSwahili).toContain('<a href="tel:300" class="button second">Call 300</a>')
    const inEnglish = renderToStaticMarkup(<DynamicForm form={formView(source, 'get-form-schema', 'en')} />)
    expect(inEnglish).toContain('<a href="/gethelp" class="button second">')
  })

  it('is accepted when all answers are valid, with the number in its usual format', () => {
    expect(readForm(view, sent(given))).toEqual({ answers: { ...given, contactNumber: '991234567' }, faults: [] })
  })

  it('keeps the typed values, reports what is wrong, and links to each field', () => {
    const { answers, faults } = readForm(view, sent({ ...given, fullName: '', installationAddress: '12345' }))
    const html = renderToStaticMarkup(<DynamicForm form={view} answers={answers} faults={faults} />)
    expect(html).toContain('Please put these 2 things right')
    expect(html).toContain('<a href="#f-fullName">Full name is required</a>')
    expect(html).toContain('<a href="#f-installationAddress">Please enter a valid address</a>')
    expect(html).toContain('value="12345"')
    expect(html).toContain('<option value="Zomba" selected="">')
    expect(html).toContain('aria-describedby="f-fullName-error"')
  })

  it('cuts no text that is too long, and returns it whole with an explanation', () => {
    expect(renderToStaticMarkup(<DynamicForm form={view} />)).not.toMatch(/ maxlength=/i)
    expect(renderToStaticMarkup(<DynamicForm form={view} />)).toContain('data-most="120"')
    const endless = 'by the well '.repeat(400).trim()
    const { answers, faults } = readForm(view, sent({ ...given, installationAddress: endless }))
    const html = renderToStaticMarkup(<DynamicForm form={view} answers={answers} faults={faults} />)
    expect(html).toContain('This is too long: 4799 letters. Please write no more than 120.')
    expect(html).toContain(`value="${endless}"`)
  })

  it('gives the browser the very rules that the server applies', () => {
    const html = renderToStaticMarkup(<DynamicForm form={view} />)
    const onPage = JSON.parse(
      (/data-form="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#x27;', "'"),
    )
    const { answers, faults } = readForm(
      view,
      sent({ ...given, fullName: '12', landmark: '-', city: 'Cairo', consent: '' }),
    )
    expect(faults.map(({ field }) => field)).toEqual(['fullName', 'city', 'landmark', 'consent'])
    expect(listFormFaults(onPage, answers)).toEqual(faults)
  })

  it('ignores a file as an answer', () => {
    const form = sent(given)
    form.set('fullName', new Blob(['x']))
    expect(readForm(view, form).faults).toEqual([{ field: 'fullName', text: 'Full name is required' }])
  })

  it('is cancelled by a link, or by emptying it', () => {
    expect(renderToStaticMarkup(<DynamicForm form={view} cancelHref="/" />)).toContain(
      '<a href="/" class="button second">',
    )
    expect(renderToStaticMarkup(<DynamicForm form={view} />)).toContain('<button type="reset"')
  })
})
