import { useState } from 'react'
export function loader({ url }: { url: URL }) {
  return { path: url.pathname }
}
export default function Recharge({ loaderData }: { loaderData: { path: string } }) {
  const [n, setN] = useState(0)
  return <button type="button" onClick={() => setN(n + 1)}>{loaderData.path} {n}</button>
}
