import type { ActReason } from '@nyanja/domain/staff/acts'
import { isPermitted, type Permission, type Staff } from '@nyanja/domain/staff/roles'

/** Names the person for the log of actions; these forms have no note. The guard has let the person in. */
export function actedBy(staff: Staff, permission: Permission, reason: ActReason) {
  const role = staff.roles.find((one) => isPermitted([one], permission))
  if (role === undefined) throw new Error(`${permission} is not permitted`)
  return { who: staff.name, why: '', staff: { id: staff.id, role, reason } }
}
