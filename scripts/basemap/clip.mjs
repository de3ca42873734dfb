export function isIn([lng, lat], { south, west, north, east }) {
  return lat >= south && lat <= north && lng >= west && lng <= east
}

/** Sutherland and Hodgman: what of a ring lies in the box. */
export function clipRing(ring, { south, west, north, east }) {
  const sides = [
    { keeps: ([lng]) => lng >= west, cut: (from, to) => onMeridian(from, to, west) },
    { keeps: ([lng]) => lng <= east, cut: (from, to) => onMeridian(from, to, east) },
    { keeps: ([, lat]) => lat >= south, cut: (from, to) => onParallel(from, to, south) },
    { keeps: ([, lat]) => lat <= north, cut: (from, to) => onParallel(from, to, north) },
  ]
  return sides.reduce(cutOff, ring)
}

function cutOff(ring, { keeps, cut }) {
  return ring.flatMap((to, at) => {
    const from = ring.at(at - 1)
    const crossing = keeps(from) === keeps(to) ? [] : [cut(from, to)]
    return keeps(to) ? [...crossing, to] : crossing
  })
}

function onMeridian([fromLng, fromLat], [toLng, toLat], lng) {
  return [lng, fromLat + ((toLat - fromLat) * (lng - fromLng)) / (toLng - fromLng)]
}

function onParallel([fromLng, fromLat], [toLng, toLat], lat) {
  return [fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat), lat]
}
