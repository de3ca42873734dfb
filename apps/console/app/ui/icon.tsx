/** Icons are drawn on a 24 px grid, with a 2 px stroke, no fill and few straight segments. */
const paths = {
  find: 'M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0M16 16l6 6',
  queues: 'M4 5h16M4 12h16M4 19h9',
  operations: 'M3 12h4l3-8l4 16l3-8h4',
  audit: 'M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6zM8 12l3 3l5-6',
  tick: 'M4 12l6 6L20 6',
  cross: 'M5 5l14 14M19 5L5 19',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 6v6l4 3',
  warn: 'M12 3L2 21h20L12 3zM12 10v5M12 17v2',
  person: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21q0-7 8-7t8 7',
  days: 'M4 6h16v15H4zM4 10h16M8 3v4M16 3v4',
  settlements: 'M5 3h10l4 4v14H5zM8 12h8M8 16h8',
  cases: 'M4 9h16M4 15h16M17 4L7 20',
  reports: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
