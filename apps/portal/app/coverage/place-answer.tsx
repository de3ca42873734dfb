import type { CoverageLevel } from '@nyanja/domain/places/coverage'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { PlaceAnswer as Answer, CoverageTexts } from './coverage-view.ts'

const levelIcons = { indoors: 'tick', outdoors: 'mast', none: 'cross' } as const satisfies Record<
  CoverageLevel,
  IconName
>
const levelTones = { indoors: 'ok', outdoors: 'wait', none: 'bad' } as const satisfies Record<CoverageLevel, string>

export function PlaceAnswer({ answer, texts }: { readonly answer: Answer; readonly texts: CoverageTexts }) {
  return (
    <>
      <h2>{answer.label}</h2>
      {answer.credit !== '' && <p className="hint">{answer.credit}</p>}
      {answer.roughly !== undefined && (
        <>
          <p>{answer.roughly.text}</p>
          <p>
            <a className="link" href={answer.roughly.spotHref}>
              {texts.spotLink}
            </a>
          </p>
        </>
      )}
      <p className="headline">{answer.headline}</p>
      <p>{answer.nearest}</p>
      {answer.chosen !== undefined && <p className="quiet">{answer.chosen}</p>}
      {answer.others.length > 0 && (
        <nav aria-label={texts.otherPlaces}>
          <p className="hint">{texts.otherPlaces}</p>
          <ul className="row">
            {answer.others.map(({ label, href }) => (
              <li key={label}>
                <a className="link" href={href}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <table className="works">
        <caption className="unseen">{texts.table}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.network}</th>
            <th scope="col">{texts.here}</th>
            <th scope="col">{texts.nearest}</th>
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(({ network, level, word, nearest }) => (
            <tr key={network}>
              <th scope="row">{network}</th>
              <td>
                <span className={`level ${levelTones[level]}`}>
                  <Icon name={levelIcons[level]} />
                  {word}
                </span>
              </td>
              <td>{nearest}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
