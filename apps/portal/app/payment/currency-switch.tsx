import { Note } from '../ui/notes.tsx'
import type { StartView } from './start-view.ts'

/** Plain links: another currency is another document, with or without script. */
export function CurrencySwitch({ label, links, trouble, notes }: NonNullable<StartView['currencies']>) {
  return (
    <div className="section">
      <nav aria-label={label}>
        <p className="quiet">{label}</p>
        <ul className="chips">
          {links.map(({ href, text, isCurrent }) => (
            <li className="chip" key={href}>
              <a className="face" href={href} aria-current={isCurrent ? 'true' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {trouble && (
        <Note tone="wait">
          <b>{trouble.heading}</b> {trouble.text}
        </Note>
      )}
      {notes.map((note) => (
        <p className="hint section" key={note}>
          {note}
        </p>
      ))}
    </div>
  )
}
