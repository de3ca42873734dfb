import { expect, it } from 'vitest'
import { faultOfDatabaseUrl, nameOfUrl, splitHosts } from './database-url.ts'

it.each([
  'postgres://portal:p%40ss@db.example/portal',
  'postgresql://portal@db.example:5432/portal?sslmode=verify-full',
  'postgres://portal:secret@one.example:5432,two.example:5433,[fd00::3]:5432/portal',
  'postgres://portal@one,two/portal?target_session_attrs=read-write',
  'postgres:///portal?host=/run/postgresql',
])('accepts %s', (url) => {
  expect(faultOfDatabaseUrl(url)).toBeUndefined()
})

it.each([
  ['mysql://portal:secret@db/portal', 'begins with postgres://'],
  ['db.example/portal', 'begins with postgres://'],
  ['postgres://portal:secret@one,,two/portal', 'a comma with no host beside it'],
  ['postgres://portal:secret@one,/portal', 'a comma with no host beside it'],
  ['postgres://portal:secret@one:5432,two:port/portal', 'a host that is none: two:port'],
  ['postgres://portal:secret@one:5432,two:70000/portal', 'a host that is none: two:70000'],
  ['postgres://portal:secret@one:5432,one:5432/portal', 'names a host twice'],
  ['postgres://portal:secret@one,two/portal?target_session_attrs=standby', 'read-write or primary, not standby'],
  ['postgres:///portal?host=one,two', 'several hosts before the database'],
])('refuses %s in one line without its password', (url, reason) => {
  const fault = faultOfDatabaseUrl(url) ?? ''
  expect(fault).toContain(reason)
  expect(fault).not.toMatch(/secret|\n/)
})

it('gives each host the user, the database and the options', () => {
  const url = 'postgres://portal:secret@one:5432,two/portal?target_session_attrs=read-write&sslmode=verify-full'
  expect(splitHosts(url)).toEqual([
    'postgres://portal:secret@one:5432/portal?sslmode=verify-full',
    'postgres://portal:secret@two/portal?sslmode=verify-full',
  ])
  expect(splitHosts('postgres://one,two/portal?target_session_attrs=primary')).toEqual([
    'postgres://one/portal',
    'postgres://two/portal',
  ])
})

it('names a database without its password and options', () => {
  expect(nameOfUrl('postgres://portal:secret@one:5432,two/portal?sslmode=require')).toBe(
    'postgres://portal@one:5432,two/portal',
  )
  expect(nameOfUrl('postgres://db.example/portal')).toBe('postgres://db.example/portal')
})
