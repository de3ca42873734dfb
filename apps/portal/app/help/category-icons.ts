import type { IconName } from '../ui/icon.tsx'

/** What a category may name in its file. */
const icons = {
  phone: 'phone',
  data: 'data',
  mast: 'mast',
  money: 'money',
  bill: 'bill',
  router: 'router',
  call: 'call',
  pin: 'pin',
  card: 'card',
  code: 'code',
  save: 'save',
  find: 'find',
} as const satisfies Record<string, IconName>

type Known = keyof typeof icons

const isKnown = (name: string): name is Known => Object.hasOwn(icons, name)

export const categoryIcon = (name: string): IconName => (isKnown(name) ? icons[name] : 'help')
