export const handle = { hydrate: 'none' }
export default function Home() {
  return <h1>Home</h1>
}
