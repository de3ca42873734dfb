import { html, trusted } from '../core/html.ts'

/** 24 px grid, 2 px stroke, few straight segments, never without a word beside it. */
const paths = {
  phone: 'M7 2h10v20H7zM7 18h10',
  data: 'M3 20h18M6 20v-5M12 20V9M18 20V4',
  wallet: 'M3 6h18v13H3zM3 10h18M15 15h3',
  message: 'M3 4h18v13H9l-5 4v-4H3z',
  chat: 'M3 4h18v13H9l-5 4v-4H3zM7 9h10M7 13h6',
  bill: 'M5 2h14v20l-3.500-3L12 22l-3.500-3L5 22zM9 8h6M9 12h6',
  add: 'M12 4v16M4 12h16',
  tick: 'M4 13l5 5L20 6',
  warn: 'M12 3L1.500 21h21zM12 10v5M12 17v1.500',
  book: 'M4 3h16v18H4zM8 8h8M8 12h8M8 16h5',
  again: 'M4 12a8 8 0 1 0 3-6M4 3v5h5',
} as const

export type Icon = keyof typeof paths

export function icon(name: Icon) {
  return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`
}

export const logo = trusted(
  '<svg viewBox="0 0 30 30" aria-hidden="true"><path d="M4 17a11 11 0 0 1 22 0z" fill="#FFB21F"/>' +
    '<path d="M0 18.500h30M5 23.500h20M10 28.500h10" stroke="currentColor" stroke-width="3" fill="none"/></svg>',
)
