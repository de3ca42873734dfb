/** What of the draft is seen on this page: a form that was filled in over an older one overwrites nothing. */
export function Seen({ version }: { readonly version: number }) {
  return <input type="hidden" name="version" value={version} />
}
