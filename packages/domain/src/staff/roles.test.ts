import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { acts, policyOf } from './acts.ts'
import { isPermitted, type Permission, permissions, roles } from './roles.ts'

const named = Object.keys(permissions) as Permission[]

describe('the roles of staff', () => {
  it('permit nothing to a person without a role', () => {
    for (const permission of named) assert.equal(isPermitted([], permission), false, permission)
  })

  it('add up: two roles may do what either may do, and no more', () => {
    for (const permission of named)
      for (const one of roles)
        for (const other of roles)
          assert.equal(
            isPermitted([one, other], permission),
            isPermitted([one], permission) || isPermitted([other], permission),
          )
  })

  it('give no care agent a way to decide about money alone', () => {
    for (const act of acts) {
      const { permission, needsApproval } = policyOf(act)
      const decidesMoney = /^(resolve_|refund|give_|approve$)/.test(act)
      if (decidesMoney && isPermitted(['care_agent'], permission)) assert.equal(needsApproval, true, act)
    }
  })

  it('let a second person agree for the reason of the request', () => {
    const requested = acts.map(policyOf).filter(({ needsApproval }) => needsApproval)
    for (const { reasons } of requested)
      for (const reason of reasons) assert.ok(policyOf('approve').reasons.includes(reason), reason)
  })

  it('give each act a reason from the list, and each act a role that may do it', () => {
    for (const act of acts) {
      assert.ok(policyOf(act).reasons.length > 0, act)
      assert.ok(
        roles.some((role) => isPermitted([role], policyOf(act).permission)),
        act,
      )
    }
  })
})
