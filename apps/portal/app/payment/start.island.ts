import { createMount } from '../islands/browser/mount.ts'
import { StartForm } from './start-form.tsx'

export default createMount(StartForm)
