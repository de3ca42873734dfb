import { describe, expect, it } from 'vitest'
import { readRoles } from './role-claims.ts'

const valuesOf = { care_agent: ['care', 'night'], care_lead: ['lead'], finance: ['money'], administrator: ['admin'] }

describe('the roles in a claim', () => {
  it('are one value or several, at the top or below', () => {
    expect(readRoles({ roles: 'lead' }, { claim: 'roles', valuesOf })).toEqual(['care_lead'])
    expect(readRoles({ groups: ['night', 'x', 'money'] }, { claim: 'groups', valuesOf })).toEqual([
      'care_agent',
      'finance',
    ])
    const nested = { realm_access: { roles: ['admin'] } }
    expect(readRoles(nested, { claim: 'realm_access.roles', valuesOf })).toEqual(['administrator'])
    const addressed = { 'https://example.com/roles': ['care'] }
    expect(readRoles(addressed, { claim: 'https://example.com/roles', valuesOf })).toEqual(['care_agent'])
  })

  it('are none when the claim is missing or of another kind', () => {
    for (const claims of [{}, { roles: null }, { roles: 7 }, { roles: { care: true } }, { roles: [['care']] }])
      expect(readRoles(claims, { claim: 'roles', valuesOf }), JSON.stringify(claims)).toEqual([])
    expect(readRoles({}, { claim: 'constructor.name', valuesOf })).toEqual([])
  })
})
