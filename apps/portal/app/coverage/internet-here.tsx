import { type HomeInternet, homeInternetAt } from '@nyanja/domain/places/home-internet'
import { fill } from '@nyanja/domain/texts/fill'
import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { distanceText } from '../format/distance.ts'
import { openOnly } from '../open-screens.ts'
import { Icon } from '../ui/icon.tsx'
import type { AskedPlace } from './asked-place.ts'
import type { Saying } from './coverage-view.ts'

export type InternetHereView = ReturnType<typeof internetHere>

/** Whether a house there can have internet at home, as far as the list of towns says. */
export function internetHere(
  { lat, lng }: AskedPlace,
  { portal: { places, market }, texts }: Saying,
  prefix: LanguagePrefix,
) {
  const answer = homeInternetAt({ latitude: lat, longitude: lng }, places.towns())
  if (answer === undefined) return undefined
  const { isThere, town, distanceKm } = answer
  const distance = distanceText(distanceKm, { texts, market })
  const [offer] = openOnly([{ screen: 'internet', text: isThere ? texts.internetOffer : texts.internetTell }], prefix)
  return {
    isThere,
    word: isThere ? texts.internetYes : texts.internetNo,
    basis: fill(texts[basisOf(answer)], { town, distance }),
    offer,
  }
}

/** Within a kilometre of its middle, nobody says how far a town is. */
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
