import { textAt } from '../../core/json.ts'
import type { Row } from '../collection.ts'
import { mainBucketId } from '../line.ts'
import type { Store } from '../store.ts'
import { notFound, TmfError } from '../tmf-error.ts'

/** The bucket that a balance action means: named by itself, by its line's number, or by its product. */
export function affectedBucket(store: Store, row: Row): Row {
  const bucketId = textAt(row, 'bucket', 'id')
  if (bucketId !== undefined) return store.get('bucket', bucketId) ?? missing('bucket', bucketId)
  const number = textAt(row, 'logicalResource', 'id')
  if (number !== undefined) return store.get('bucket', mainBucketId(store, number)) ?? missing('line', number)
  const productId = textAt(row, 'product', 'id')
  if (productId !== undefined)
    return store.in('bucket').find('product.id', productId)[0] ?? missing('product', productId)
  throw new TmfError(400, 'One of bucket, logicalResource and product must be named')
}

export function numberOf(bucket: Row): string | undefined {
  return textAt(bucket, 'logicalResource', 'id')
}

function missing(what: string, id: string): never {
  throw notFound(what, id)
}
