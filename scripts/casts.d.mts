export type CastKind = 'as T' | 'unknown as' | 'x!' | 'helper' | '<T>()' | 'f<T>()' | 'Record' | 'AnyRow' | 'rows<T>';
export interface Cast {
  readonly kind: CastKind;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}
export function findCasts(below?: readonly string[]): readonly Cast[];
export function totalsOf(casts: readonly Cast[]): Record<CastKind, number>;
