import { Sign, toneSigns } from './notes.tsx'

/** Icons have a 24 px grid, 2 px stroke, no fill and few straight segments. */
const paths = {
  tick: toneSigns.ok,
  cross: 'M5 5l14 14M19 5L5 19',
  clock: toneSigns.wait,
  warn: toneSigns.bad,
  info: toneSigns.info,
  help: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 9.5a3 3 0 1 1 3 3.5v1M12 16.5v1',
  offline: 'M3 14q4-4 9-4t9 4M7 18q5-4 10 0M3 3l18 18',
  menu: 'M3 6h18M3 12h18M3 18h18',
  next: 'M9 5l7 7-7 7',
  back: 'M15 5l-7 7 7 7',
  return: 'M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
  find: 'M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0M16 16l6 6',
  phone: 'M7 2h10v20H7zM7 18h10',
  data: 'M3 20h18M6 20v-5M12 20V9M18 20V4',
  bill: 'M5 2h14v20l-3.5-3L12 22l-3.5-3L5 22zM9 8h6M9 12h6',
  router: 'M3 14h18v7H3zM7 17.5h2M12 10v4M8 7q4-4 8 0M5 4q7-6 14 0',
  pin: 'M12 22C6 15 5 12 5 9a7 7 0 0 1 14 0c0 3-1 6-7 13zM9.5 9a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  mast: 'M12 10v12M8 22h8M8 6a5 5 0 0 0 0 8M16 6a5 5 0 0 1 0 8M5 3a9 9 0 0 0 0 14M19 3a9 9 0 0 1 0 14',
  card: 'M2 5h20v14H2zM2 9.5h20M5 15h5',
  push: 'M17 13V2H7v20h5M14 19l3 3 6-6',
  code: 'M2 6h20v12H2zM7 11v2M12 11v2M17 11v2',
  money: 'M6 13a6 6 0 0 1 12 0M2 14h20M6 18h12M9 22h6',
  wallet: 'M18 9V5H3v14h18V9H3M16 14h1',
  copy: 'M8 8h13v13H8zM16 8V3H3v13h5',
  share: 'M12 15V3M7 8l5-5 5 5M4 13v8h16v-8',
  save: 'M12 3v12M7 10l5 5 5-5M4 21h16',
  call: 'M4 3h5l2 6-3 2q2 4 5 5l2-3 6 2v5q-9 2-14-4T4 3z',
  here: 'M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0M12 1v6M12 17v6M1 12h6M17 12h6',
  direction: 'M3 11l18-8-8 18-2-8z',
  wait: 'M5 12h3M10.5 12h3M16 12h3',
} as const

export type IconName = keyof typeof paths

/** Returns the path of an icon for an island, which draws it with `Sign`: it need not carry all icons. */
export const iconPath = (name: IconName): string => paths[name]

export const Icon = ({ name }: { readonly name: IconName }) => <Sign path={paths[name]} />
