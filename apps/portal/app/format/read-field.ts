/** What a field of a form says; nothing where there is none. */
export function readField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
