import type { CoverageLevel } from '@nyanja/domain/places/coverage'
import { findHomeInternet, type HomeInternet } from '@nyanja/domain/places/home-internet'
import { fill } from '@nyanja/domain/texts/fill'
import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { distanceText } from '../format/distance.ts'
import { openOnly } from '../screen-links.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { PlaceAnswer as Answer, CoverageSources, CoverageTexts, SearchedPlace } from './coverage-view.ts'

const levelIcons = { indoors: 'tick', outdoors: 'mast', none: 'cross' } as const satisfies Record<
  CoverageLevel,
  IconName
>
const levelTones = { indoors: 'ok', outdoors: 'wait', none: 'bad' } as const satisfies Record<CoverageLevel, string>

interface PlaceAnswerProps {
  readonly answer: Answer
  readonly texts: CoverageTexts
  /** The address of the spot on a map, where one can be drawn. */
  readonly spotHref: string | false
}

export function PlaceAnswer({ answer, texts, spotHref }: PlaceAnswerProps) {
  return (
    <>
      <h2>{answer.label}</h2>
      {answer.credit !== '' && <p className="hint">{answer.credit}</p>}
      {answer.roughly !== undefined && (
        <>
          <p>{answer.roughly}</p>
          {spotHref && (
            <p>
              <a className="link" href={spotHref}>
                {texts.spotLink}
              </a>
            </p>
          )}
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

type InternetHereView = ReturnType<typeof internetHere>

/** Tells whether internet at home is available there, as far as the list of towns says. */
export function internetHere(
  { lat, lng }: SearchedPlace,
  { portal: { places, market }, texts }: CoverageSources,
  prefix: LanguagePrefix,
) {
  const answer = findHomeInternet({ latitude: lat, longitude: lng }, places.towns())
  if (answer === undefined || !market.sells.includes('plan')) return undefined
  const { isThere, town, distanceKm } = answer
  const distance = distanceText(distanceKm, { texts, market })
  const [offer] = openOnly(
    [{ screen: 'internet', text: isThere ? texts.internetOffer : texts.internetReport }],
    prefix,
    market,
  )
  return {
    isThere,
    word: isThere ? texts.internetYes : texts.internetNo,
    basis: fill(texts[basisOf(answer)], { town, distance }),
    offer,
  }
}

/** Within a kilometre of its centre the distance of a town is not shown. */
function basisOf({ isThere, distanceKm }: HomeInternet) {
  if (!isThere) return 'internetNoText'
  return distanceKm < 1 ? 'internetInText' : 'internetNearText'
}

export function InternetHere({
  view: { isThere, word, basis, offer },
}: {
  readonly view: NonNullable<InternetHereView>
}) {
  return (
    <div className="field">
      <p className={`level ${isThere ? 'ok' : 'wait'}`}>
        <Icon name="router" />
        <b>{word}</b>
      </p>
      <p>{basis}</p>
      {offer !== undefined && (
        <a className="link" href={offer.href}>
          {offer.text}
        </a>
      )}
    </div>
  )
}
