import type { ComponentType, ReactNode } from 'react';
import { files } from 'virtual:extensions/parts';
import type { AnyResource, RecordOf } from '../../schemas/kit/resource';

/**
 * What an extension changes on a resource's pages, `export const parts` of its `parts/{resource}.tsx`: loaded with the first of them.
 * `Parts<typeof hostelRooms>` knows the fields.
 */
export interface Parts<R extends AnyResource = AnyResource> {
  /** How a field is shown in a list and on the record's page, instead of as its kind does. Plain functions, without hooks. */
  readonly cells?: { readonly [F in keyof R['fields']['properties']]?: (record: Readonly<Partial<RecordOf<R>>>) => ReactNode };
  /** Below the fields of the record's page, in this order. */
  readonly sections?: readonly {
    readonly title: string;
    readonly Section: ComponentType<{ readonly record: RecordOf<R> }>;
  }[];
  /** Instead of the list, and of the record's page; forms open in front of them as before. */
  readonly pages?: {
    readonly list?: ComponentType<{ readonly resource: AnyResource }>;
    readonly record?: ComponentType<{ readonly resource: AnyResource; readonly id: string }>;
  };
}

const loaded = new Map<string, Parts>();
const none: Parts = {};
/** Of a resource whose pages are loaded. */
export const partsOf = (resource: string): Parts => loaded.get(resource) ?? none;

export async function loadParts(resource: string): Promise<void> {
  const found = await files[resource]?.();
  if (found?.parts) loaded.set(resource, found.parts);
}
