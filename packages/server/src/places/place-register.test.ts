import { describe, expect, it } from 'vitest'
import { createPlaceStore } from '../db/places/place-store.ts'
import { createShopStore } from '../db/places/shop-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { PlaceRegister } from './place-register.ts'
import type { District, PlaceSource, PlaceTableName, PlaceTables, Shop, Town } from './place-source.ts'

const dowa: District = { id: 'c07', name: 'Dowa', region: 'Central', latitude: -13.58, longitude: 33.8, aliases: [] }
const mponela: Town = {
  name: 'Mponela',
  district: 'Dowa',
  latitude: -13.531,
  longitude: 33.7393,
  population: 11222,
  hasHomeInternet: true,
  aliases: ['Boma'],
}
const shop = (id: string, changes: Partial<Shop> = {}): Shop => ({
  id,
  kind: 'own',
  name: `Shop ${id} - Mponela`,
  address: 'Market building',
  town: 'Mponela',
  district: 'Dowa',
  phone: '999000101',
  latitude: -13.531,
  longitude: 33.739,
  hours: [[{ from: 480, to: 1020 }], [], [], [], [], [], []],
  services: ['sim-swap'],
  ...changes,
})

type Tables = { [Name in PlaceTableName]: PlaceTables[Name][] }

/** Makes the tables of an editor's folder; `save` changes one. */
function editedTables(tables: Tables) {
  const reads: string[] = []
  const faults: string[] = []
  let changed = () => {}
  const source: PlaceSource = {
    version: async (table) => JSON.stringify(tables[table]),
    read: async (table) => {
      reads.push(table)
      return { rows: tables[table].map((row, at) => ({ line: at + 2, row })), faults: table === 'shops' ? faults : [] }
    },
    watch: (report) => {
      changed = report
      return () => {}
    },
  }
  return { source, tables, reads, faults, save: () => changed() }
}

describeOnEachEngine('the register of places', (open) => {
  const bounds = { south: -17, west: 32, north: -9, east: 36 }

  async function registerOf(tables: Partial<Tables> = {}) {
    const { db } = await open()
    const edited = editedTables({ districts: [dowa], towns: [mponela], shops: [shop('s1'), shop('s2')], ...tables })
    const shown: string[] = []
    const log = { warn: (text: string) => shown.push(text), error: (text: string) => shown.push(text) }
    const clock = { now: 1000 }
    const store = createPlaceStore(db, () => clock.now)
    const create = (source = edited.source) => new PlaceRegister({ source, store, bounds, log })
    return { ...edited, store, shops: createShopStore(db), register: create(), create, shown, clock }
  }

  it('stores the operator’s tables in the database', async () => {
    const { register, shops, store } = await registerOf()
    await register.load()
    expect(register.known).toEqual({ districts: [dowa], towns: [mponela] })
    expect(await shops.shop('s2')).toEqual(shop('s2'))
    expect(await store.kept('shops')).toMatchObject({ changedAt: 1000 })
    await register.close()
  })

  it('reads a table once, however often the portal starts', async () => {
    const { register, create, reads } = await registerOf()
    await register.load()
    await create().load()
    expect(reads).toEqual(['districts', 'towns', 'shops'])
  })

  it('imports an edit: new, changed and removed rows', async () => {
    const { register, tables, save, shops } = await registerOf()
    await register.load()
    const before = register.version
    tables.shops = [shop('s2', { address: 'New building' }), shop('s3')]
    save()
    await register.close()
    expect((await shops.names()).map(({ id }) => id)).toEqual(['s2', 's3'])
    expect(await shops.shop('s2')).toMatchObject({ address: 'New building' })
    expect(register.version).not.toBe(before)
  })

  it('keeps its rows after an invalid edit, and reports why', async () => {
    const { register, tables, save, shops, shown, faults } = await registerOf()
    await register.load()
    tables.shops = [shop('s9')]
    faults.push('shops.csv, line 3: name is empty')
    save()
    await register.close()
    expect((await shops.names()).map(({ id }) => id)).toEqual(['s1', 's2'])
    expect(shown).toEqual(['The earlier shops stay in use.\nshops.csv, line 3: name is empty'])
  })

  it.each([
    [{ district: 'Dova' }, 'district “Dova” is missing in districts.csv'],
    [
      { latitude: 33.739, longitude: -13.531 },
      'latitude and longitude lie outside the country: is a minus sign missing, or are they in the wrong order?',
    ],
    [{ id: 's1' }, 'id s1 is in line 2 too'],
  ])('refuses a shop that does not match the other tables: %j', async (changes, fault) => {
    const { register, shops, shown } = await registerOf({ shops: [shop('s1'), shop('s2', changes)] })
    await register.load()
    expect(shown).toEqual([`The earlier shops stay in use.\nshops.csv, line 3: ${fault}`])
    expect(await shops.names()).toEqual([])
  })

  it('refuses two districts with one name, because shops refer to them by name', async () => {
    const { register, shown } = await registerOf({ districts: [dowa, { ...dowa, id: 'c08', name: 'DOWA' }] })
    await register.load()
    expect(shown[0]).toBe('The earlier districts stay in use.\ndistricts.csv, line 3: “DOWA” is in line 2 too')
  })

  it('imports an edit once when several processes see it, and each has it', async () => {
    const many = Array.from({ length: 900 }, (_, at) => shop(`s${at}`))
    const { create, source, shown, shops } = await registerOf({ shops: many })
    const met = Promise.withResolvers<void>()
    let waiting = 0
    const together: PlaceSource = {
      ...source,
      async read(table) {
        if (table === 'districts' && ++waiting === 2) met.resolve()
        await met.promise
        return source.read(table)
      },
    }
    const registers = [create(together), create(together)]
    await Promise.all(registers.map((register) => register.load()))
    expect(shown).toEqual([])
    for (const register of registers) expect(register.known).toEqual({ districts: [dowa], towns: [mponela] })
    expect(new Set(registers.map(({ version }) => version)).size).toBe(1)
    expect(await shops.names()).toHaveLength(900)
  })

  it('knows what another process has imported when it cannot read the tables itself', async () => {
    const { register, create, source, shown } = await registerOf()
    await register.load()
    const unreadable = create({ ...source, version: () => Promise.reject(new Error('permission denied')) })
    await unreadable.load()
    expect(unreadable.known).toEqual({ districts: [dowa], towns: [mponela] })
    expect(unreadable.version).toBe(register.version)
    expect(shown).toEqual(['Places are unchanged. permission denied'])
  })

  it('validates shops again when a district is renamed', async () => {
    const { register, tables, save, shown } = await registerOf()
    await register.load()
    tables.districts = [{ ...dowa, name: 'Dowa North' }]
    save()
    await register.close()
    expect(shown.join()).toContain('shops.csv, line 2: district “Dowa” is missing in districts.csv')
  })

  it('reports twenty of many faults', async () => {
    const { register, shown } = await registerOf({ shops: Array.from({ length: 50 }, () => shop('s1')) })
    await register.load()
    expect(shown[0]?.split('\n')).toHaveLength(22)
    expect(shown[0]).toContain('and 29 more')
  })

  it('starts without tables, and reports that there are none', async () => {
    const { db } = await open()
    const shown: string[] = []
    const log = { warn: (text: string) => shown.push(text), error: (text: string) => shown.push(text) }
    const source: PlaceSource = {
      version: async () => undefined,
      read: async () => ({ rows: [], faults: [] }),
      watch: () => () => {},
    }
    const register = new PlaceRegister({ source, store: createPlaceStore(db, () => 0), bounds, log })
    await register.load()
    expect(register.known).toEqual({ districts: [], towns: [] })
    expect(shown).toHaveLength(3)
  })
})

describe('the register of places without a database', () => {
  it('lets the portal start', async () => {
    const shown: string[] = []
    const log = { warn: () => {}, error: (text: string) => shown.push(text) }
    const broken = async () => {
      throw new Error('disk is full')
    }
    const register = new PlaceRegister({
      source: editedTables({ districts: [dowa], towns: [], shops: [] }).source,
      store: { kept: broken, keep: broken, districts: broken, towns: broken },
      bounds: { south: 0, west: 0, north: 0, east: 0 },
      log,
    })
    await register.load()
    expect(shown).toEqual(['Places are unchanged. disk is full'])
  })
})
