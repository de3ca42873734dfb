import { destinations } from '@nyanja/domain/help'
import { expect, it } from 'vitest'
import { wireHrefs } from '../../server/http/api/live-packages.ts'
import { hrefs } from '../hrefs.ts'

it.each(destinations)('sends other channels to the same page as visitors: %s', (screen) => {
  expect(`/${wireHrefs[screen]}`).toBe(hrefs('')[screen]())
})
