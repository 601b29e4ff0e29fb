/** The query names in a wire string, as a type: 'GET notes?before,lead_id=$id,type[]' names `before`, `lead_id` and `type`. */
export type QueryNames<W> = NameOf<QueryItems<W>>;
/** The query of a call that describes none: texts, and lists of texts where the name repeats. */
export type QueryTexts<W> = { readonly [I in QueryItems<W> as NameOf<I>]?: I extends `${string}[]` ? string[] : string };

type QueryItems<W> = W extends readonly (infer One)[] ? ItemsOf<One> : ItemsOf<W>;
type ItemsOf<W> = W extends `${string}?${infer Q}@${string}` ? Split<Q> : W extends `${string}?${infer Q}` ? Split<Q> : never;
type Split<Q extends string> = Q extends `${infer First}${',' | '&'}${infer Rest}` ? First | Split<Rest> : Q;
type NameOf<I extends string> = I extends `${infer Name}=${string}` | `${infer Name}[]` ? Name : I;
