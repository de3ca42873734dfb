/** Half a sun, three lines that shorten downward. */
// @ts-nocheck

export function Logo() {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <path d="M4 17a11 11 0 0 1 22 0z" fill="#FFB21F" />
      <path d="M0 18.5h30M5 23.5h20M10 28.5h10" stroke="currentColor" strokeWidth="3" fill="none" />
    </svg>
  )
}
