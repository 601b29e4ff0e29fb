import type { Scalar, ValueOf } from './field';
import type { AnyRow } from './resource';
import type { AskedItems, FieldOf, PathItems, WireBodyItems } from './wire-names';

/**
 * What a browser sends to a call: the names in the path, those of the query and those of the body, and no others. Values with a
 * default may be left out. Any name is taken only by a contract that says so (`additionalProperties: true`), and by a wire that
 * is known only when it runs.
 */
export type SentTo<C> = C extends { readonly wire: infer W }
  ? string extends First<W>
    ? Readonly<AnyRow>
    : InPath<First<W>> & InQuery<C, First<W>> & InBody<C, First<W>>
  : Readonly<AnyRow>;

/** The browser calls the first of several wires. */
type First<W> = W extends readonly [infer F, ...unknown[]] ? F : W extends readonly (infer Any)[] ? Any : W;
type InPath<W> = { readonly [I in PathItems<W> as FieldOf<I>]: string | number };
type InQuery<C, W> = C extends { readonly query: infer S }
  ? Shaped<S>
  : { readonly [I in AskedItems<W> as FieldOf<I>]?: I extends `${string}[]` ? readonly Scalar[] : Scalar };
type InBody<C, W> = C extends { readonly body: infer S }
  ? Shaped<S>
  : { readonly [I in WireBodyItems<W> as FieldOf<I>]?: unknown };

type Shaped<S> = S extends { readonly properties: infer P }
  ? { readonly [K in keyof P as K extends Needed<S> ? K : never]: SentValue<P[K]> } & {
      readonly [K in keyof P as K extends Needed<S> ? never : K]?: SentValue<P[K]>;
    } & (S extends { readonly additionalProperties: true } ? Readonly<AnyRow> : unknown)
  : unknown;
type Needed<S> = S extends { readonly required: readonly (infer N)[]; readonly properties: infer P }
  ? { [K in keyof P]: P[K] extends { readonly default: unknown } ? never : K }[keyof P] & N
  : never;
type SentValue<F> = F extends { readonly enum: readonly unknown[] }
  ? ValueOf<F>
  : F extends { readonly type: 'array'; readonly items: infer I }
    ? readonly SentValue<I>[]
    : F extends { readonly type: 'object'; readonly properties: unknown }
      ? Shaped<F>
      : Readable<ValueOf<F>>;
type Readable<T> = T extends readonly (infer I)[] ? readonly I[] : T;
