import path from 'node:path'
import { type Act, acts, policyOf } from '@nyanja/domain/staff/acts'
import { isPermitted, type Permission, roles } from '@nyanja/domain/staff/roles'
import { expect, it } from 'vitest'
import { pages } from './page-list.ts'
import { textsIn } from './texts.ts'

const { acts: texts, shell } = textsIn('en')

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [rowOf(headings), rowOf(headings.map(() => '---')), ...rows.map(rowOf)].join('\n')
}

const roleNames = roles.map((role) => shell.roles[role])
const marks = (permission: Permission) => roles.map((role) => (isPermitted([role], permission) ? 'yes' : ''))

function actRow(act: Act): readonly string[] {
  const { permission, needsApproval = false, needsAmount = false, reasons } = policyOf(act)
  const needs = [...(needsApproval ? ['a second person'] : []), ...(needsAmount ? ['an amount'] : [])]
  return [texts.names[act], ...marks(permission), needs.join(', '), reasons.map((one) => texts.reasons[one]).join('; ')]
}

/** The test keeps `docs/roles.md` true: who may open which page of the console, and who may do what. */
function writeRoleMatrix(): string {
  const guarded = pages.flatMap((page) => (page.for === 'everybody' ? [] : [{ ...page, for: page.for }]))
  return `# Roles of the console

Made from the tables by which the console decides (\`apps/console/app/page-list.ts\`, \`packages/domain/src/staff\`); a test
fails while the two differ. Write it again with
\`npm run check -- --only vitest apps/console/app/role-matrix.test.ts -u\`.

The identity provider says who has which role ([decision 63](decisions/0063-give-staff-a-console-of-their-own.md)). A person
with several roles may do what any of them may. For each row of both tables and each role there is a test that it is
allowed, or refused without a word about a customer.

## Pages

${tableOf(
  ['Address', ...roleNames],
  guarded.map(({ path, for: permission }) => [`\`${path}\``, ...marks(permission)]),
)}

## Acts

*A second person* is another one than who asked, with the right to agree and to ask for the same.

${tableOf(['Act', ...roleNames, 'Needs', 'Reasons'], acts.map(actRow))}
`
}

it('the document of roles says what the tables say', async () => {
  await expect(writeRoleMatrix()).toMatchFileSnapshot(path.join(import.meta.dirname, '../../../docs/roles.md'))
})
