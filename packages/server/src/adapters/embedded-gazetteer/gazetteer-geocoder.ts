import { searchable } from '@nyanja/domain/places/name-search'
import type { Gazetteer } from '../../places/gazetteer.ts'
import type { FoundAddress, Geocoder } from '../../places/geocoder.ts'

const joined = (text: string) => searchable(text).replaceAll(' ', '')

/** Knows towns and the names of their parts, and no streets: a part of a town is where its town is. */
export function createGazetteerGeocoder(gazetteer: Gazetteer): Geocoder {
  async function partOf(words: string, city: string, language: string): Promise<FoundAddress | undefined> {
    const wanted = `${words} ${city}`
    const found = await gazetteer.search(wanted, { limit: 1, language })
    const part = found.find(({ label }) => joined(label) === joined(wanted))
    return part && { label: part.label, lat: part.lat, lng: part.lng, precision: 'town' }
  }

  return {
    credit: '',
    // Searches have asked the gazetteer itself.
    servesSearches: false,

    async find({ street1 = '', landmark = '', city }, language) {
      const words = [landmark, ...street1.split(/[,;]/)].filter((part) => searchable(part) !== '')
      const parts = await Promise.all(words.map((part) => partOf(part, city, language)))
      const found = parts.filter((part) => part !== undefined)
      if (words.length > 0) return found
      const places = await gazetteer.search(city, { limit: 3, language })
      return places
        .filter(({ kind }) => kind !== 'region')
        .map(({ label, lat, lng }): FoundAddress => ({ label, lat, lng, precision: 'town' }))
    },

    async reverse(point) {
      const near = await gazetteer.nearest(point)
      if (near === undefined) return undefined
      return { label: [...new Set([near.town, near.district])].join(', '), precision: 'town' }
    },
  }
}
