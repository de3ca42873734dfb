import { createMount } from '../islands/browser/mount.ts'
import { RechargeForm } from './recharge-form.tsx'

export default createMount(RechargeForm)
