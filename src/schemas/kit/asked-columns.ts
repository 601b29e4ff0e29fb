/**
 * The title of each column. `of`: the resource whose rows it tells of, which the reader must be able to list. `from`: the field that
 * it follows from, hidden where that is. The key itself needs only a title.
 */
export interface AskedColumns<F extends string = string> {
  readonly [column: string]: string | { readonly title: string; readonly of?: string; readonly from?: F };
}

export function askedTitle({ asked }: { readonly asked?: AskedColumns }, column: string): string | undefined {
  const about = asked?.[column];
  return typeof about === 'object' ? about.title : about;
}
