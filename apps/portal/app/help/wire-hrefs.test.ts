import { destinations } from '@nyanja/domain/help'
import { expect, it } from 'vitest'
import { apiHrefs } from '../../server/http/api/generated-content.ts'
import { hrefs } from '../hrefs.ts'

it.each(destinations)('sends other channels to the same page as visitors: %s', (screen) => {
  expect(`/${apiHrefs[screen]}`).toBe(hrefs('')[screen]())
})
