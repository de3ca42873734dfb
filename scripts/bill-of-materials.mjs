const licenceOf = ({ license }, name) => license ?? unstated[name]

/** The licences in the LICENSE of packages whose description states none. */
export const unstated = { 'png-js': 'MIT' }

/** @param {string} place such as `node_modules/a/node_modules/@b/c` */
export const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** npm writes digests as base64, CycloneDX as hexadecimal digits. */
function hashesOf(integrity = '') {
  const names = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }
  return integrity.split(' ').flatMap((text) => {
    const [algorithm, digest = ''] = text.split(/-(.*)/s)
    return names[algorithm] === undefined
      ? []
      : [{ alg: names[algorithm], content: Buffer.from(digest, 'base64').toString('hex') }]
  })
}

function componentOf(place, entry) {
  const name = nameAt(place)
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = purlOf(name, entry.version)
  return {
    type: 'library',
    'bom-ref': place,
    ...(group !== undefined && { group }),
    name: own,
    version: entry.version,
    scope: 'required',
    hashes: hashesOf(entry.integrity),
    licenses: [{ expression: licenceOf(entry, name) }],
    purl,
  }
}

/**
 * What a release consists of, in CycloneDX 1.6: by the lock file, so that two builds have the same. `npm sbom` lists the
 * packages of developers and of the sandbox too, under a random number and the time.
 *
 * @param {{ name: string, version: string, license: string }} product
 * @param {Record<string, object>} packages those of the lock file
 * @param {readonly string[]} places of the packages in the release
 */
export function billOfMaterials({ name, version, license }, packages, places) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ expression: license }] },
    },
    components: places.map((place) => componentOf(place, packages[place])),
    dependencies: [
      { ref: name, dependsOn: [...places] },
      ...places.map((place) => ({ ref: place, dependsOn: dependenciesOf(place, packages, places) })),
    ],
  }
}

function dependenciesOf(place, packages, places) {
  const { dependencies, optionalDependencies } = packages[place]
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .flatMap((name) => nearest(place, name, places) ?? [])
    .sort()
}

/** Packages are found as by Node: in the folder itself, then in each one above it. */
function nearest(place, name, places) {
  for (let folder = place; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const found = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (places.includes(found)) return found
    if (folder === '') return undefined
  }
}
