import { expect, it } from 'vitest'
import { composeForm } from './compose-form.ts'

it('composes the letters of a form, and keeps its other fields and their order', () => {
  const sent = 'name=Rene%CC%81+Mu%CC%82le&amount=500&name=&text=a%26b%0D%0Ac'
  const fields = [...new URLSearchParams(composeForm(Buffer.from(sent)).toString())]
  expect(fields).toEqual([
    ['name', 'Ren\u00e9 M\u00fble'],
    ['amount', '500'],
    ['name', ''],
    ['text', 'a&b\r\nc'],
  ])
})

it('leaves a form without such letters as it came', () => {
  const body = Buffer.from('name=Ren%C3%A9&broken=%')
  expect(composeForm(body)).toBe(body)
})
