import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('remembers what was kept last, and forgets what was kept first', () => {
  const recent = createRecent<number>(3)
  for (let page = 1; page <= 5; page += 1) recent.keep(`/shops/${page}`, page)
  expect([1, 2, 3, 4, 5].map((page) => recent.find(`/shops/${page}`))).toEqual([undefined, undefined, 3, 4, 5])
})

it('forgets nothing for what it knows already', () => {
  const recent = createRecent<string>(2)
  recent.keep('/', 'home')
  for (const page of ['shops', 'shops again', 'shops once more']) recent.keep('/shops', page)
  expect([recent.find('/'), recent.find('/shops')]).toEqual(['home', 'shops once more'])
})
