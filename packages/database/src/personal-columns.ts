import {
  ColumnNode,
  type ColumnUpdateNode,
  type DefaultQueryCompiler,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryCompiler,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  type ValueListNode,
  ValueNode,
} from 'kysely'
import type { DataKeys, PersonalKind } from './data-keys.ts'

/** Columns that are encrypted, by their table. */
export type PersonalColumns = Readonly<Record<string, Readonly<Record<string, PersonalKind>>>>

/**
 * Stands for every form in which a contact may be stored. It is one parameter of a list, and becomes one for each form.
 */
export class StoredForms {
  readonly kind: 'number' | 'email'
  readonly value: string

  constructor(kind: 'number' | 'email', value: string) {
    this.kind = kind
    this.value = value
  }
}

/** Stands for one of these forms as a parameter, by its place; it is null where there are fewer. */
export class StoredForm extends StoredForms {
  readonly place: number

  constructor(kind: 'number' | 'email', value: string, place: number) {
    super(kind, value)
    this.place = place
  }
}

/**
 * Stands for a value as it is written now, as a parameter: for rows that are found by what the current key makes of
 * them.
 */
export class WrittenForm {
  readonly kind: PersonalKind
  readonly value: string

  constructor(kind: PersonalKind, value: string) {
    this.kind = kind
    this.value = value
  }
}

/** Stands for a text of a column as a parameter, for an insert whose rows the compiler does not see as such. */
export class ColumnValue {
  readonly table: string
  readonly column: string
  readonly value: string

  constructor(table: string, column: string, value: string) {
    this.table = table
    this.column = column
    this.value = value
  }
}

/** Encrypts what a statement writes into personal columns, wherever in it a table is written. */
class Encryption {
  readonly #keys: DataKeys
  readonly #columns: PersonalColumns

  constructor(keys: DataKeys, columns: PersonalColumns) {
    this.#keys = keys
    this.#columns = columns
  }

  /** Lists the parameters to send for a parameter of a query. */
  parameters(value: unknown): readonly unknown[] {
    if (value instanceof ColumnValue) return [this.#written(this.#columns[value.table]?.[value.column], value.value)]
    if (value instanceof WrittenForm) return [this.#keys.encrypt(value.kind, value.value)]
    if (value instanceof StoredForm) return [this.#keys.storedForms(value.kind, value.value)[value.place] ?? null]
    return value instanceof StoredForms ? this.#keys.storedForms(value.kind, value.value) : [value]
  }

  /**
   * Returns the values of a row of an insert, in the order of its columns; it leaves those of any other list unchanged.
   */
  row(values: readonly unknown[], within: readonly OperationNode[]): readonly unknown[] {
    const kinds = kindsOfRow(this.#columns, within)
    return kinds === undefined ? values : values.map((value, at) => this.#written(kinds[at], value))
  }

  /** Works like `row`, for rows in which some values are expressions. */
  nodes(list: ValueListNode, within: readonly OperationNode[]): ValueListNode {
    const kinds = kindsOfRow(this.#columns, within)
    if (kinds === undefined) return list
    return { ...list, values: list.values.map((node, at) => this.#writtenNode(kinds[at], node)) }
  }

  /** Handles `set column = value`, also in an insert that meets a conflict. */
  update(update: ColumnUpdateNode, within: readonly OperationNode[]): ColumnUpdateNode {
    const statement = within.findLast(
      (node): node is InsertQueryNode | UpdateQueryNode => isInsert(node) || isUpdate(node),
    )
    if (statement === undefined || !ColumnNode.is(update.column)) return update
    const kind =
      this.#columns[nameOf(isInsert(statement) ? statement.into : statement.table)]?.[update.column.column.name]
    return { ...update, value: this.#writtenNode(kind, update.value) }
  }

  #written(kind: PersonalKind | undefined, value: unknown): unknown {
    return kind === undefined || typeof value !== 'string' ? value : this.#keys.encrypt(kind, value)
  }

  #writtenNode(kind: PersonalKind | undefined, node: OperationNode): OperationNode {
    return kind !== undefined && ValueNode.is(node) ? ValueNode.create(this.#written(kind, node.value)) : node
  }
}

/** The kinds of the columns of the insert whose row is visited. */
function kindsOfRow(
  columns: PersonalColumns,
  within: readonly OperationNode[],
): readonly (PersonalKind | undefined)[] | undefined {
  const insert = within.at(-3)
  if (insert === undefined || !isInsert(insert)) return undefined
  const kinds = columns[nameOf(insert.into)]
  return kinds && insert.columns?.map(({ column }) => kinds[column.name])
}

const isInsert = (node: OperationNode): node is InsertQueryNode => node.kind === 'InsertQueryNode'
const isUpdate = (node: OperationNode): node is UpdateQueryNode => node.kind === 'UpdateQueryNode'

function nameOf(node: OperationNode | undefined): string {
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : ''
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript asks for it where a class extends a parameter.
type CompilerClass = new (...args: any[]) => DefaultQueryCompiler

/** A compiler of this dialect that encrypts. */
export function createCompiler(Compiler: CompilerClass, keys: DataKeys, columns: PersonalColumns): QueryCompiler {
  const encryption = new Encryption(keys, columns)

  class EncryptingCompiler extends Compiler {
    protected override appendValue(parameter: unknown): void {
      for (const [at, sent] of encryption.parameters(parameter).entries()) {
        if (at > 0) this.append(', ')
        super.appendValue(sent)
      }
    }

    protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
      super.visitPrimitiveValueList({ ...node, values: encryption.row(node.values, this.nodeStack) })
    }

    protected override visitValueList(node: ValueListNode): void {
      super.visitValueList(encryption.nodes(node, this.nodeStack))
    }

    protected override visitColumnUpdate(node: ColumnUpdateNode): void {
      super.visitColumnUpdate(encryption.update(node, this.nodeStack))
    }
  }
  return new EncryptingCompiler()
}

/** Decrypts the values of rows, under any alias of their columns. */
export class Decryption implements KyselyPlugin {
  readonly #keys: DataKeys

  constructor(keys: DataKeys) {
    this.#keys = keys
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows)
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'string') row[column] = this.#keys.decrypt(value)
    return result
  }
}
