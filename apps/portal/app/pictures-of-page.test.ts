import { expect, it } from 'vitest'
import { picturesIn } from './page-meta.ts'

it('lists the pictures that a page shows, each once, and none of another site', () => {
  const html = `
    <img class="device" src="/files/router.svg" alt="" width="240"/><img src="/files/router.svg"/>
    <img src="https://elsewhere.example/a.png"/><img src="//elsewhere.example/b.png"/><img src="data:image/png;base64,AA"/>
    <script src="/files/map.js"></script>`
  expect(picturesIn(html)).toEqual(['/files/router.svg'])
  expect(picturesIn('<p>src="/files/router.svg"</p>')).toEqual([])
})
