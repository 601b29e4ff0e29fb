/** The query names in a wire string, as a type: 'GET notes?before,lead_id=$id,type[]' names `before`, `lead_id` and `type`. */
export type QueryNames<W> = FieldOf<QueryItems<W>>;
/** The query of a call that describes none: texts, and lists of texts where the name repeats. */
export type QueryTexts<W> = { readonly [I in QueryItems<W> as FieldOf<I>]?: I extends `${string}[]` ? string[] : string };
/** The items of a wire that a caller fills in, without constants: in its path, its query and its body. */
export type PathItems<W> = W extends `${string}{${infer Name}}${infer Rest}` ? Name | PathItems<Rest> : never;
export type AskedItems<W> = Open<ItemsOf<W>>;
export type WireBodyItems<W> = W extends `${string}@${infer B}` ? Open<Split<B>> : never;
/** 'lead_id=$id', 'type[]' and 'page' are called `lead_id`, `type` and `page`. */
export type FieldOf<I extends string> = I extends `${infer Name}=${string}` | `${infer Name}[]` ? Name : I;

type QueryItems<W> = W extends readonly (infer One)[] ? ItemsOf<One> : ItemsOf<W>;
type ItemsOf<W> = W extends `${string}?${infer Q}@${string}` ? Split<Q> : W extends `${string}?${infer Q}` ? Split<Q> : never;
type Split<Q extends string> = Q extends `${infer First}${',' | '&'}${infer Rest}` ? First | Split<Rest> : Q;
type Open<I extends string> = I extends `${string}=$${string}` ? I : I extends `${string}=${string}` ? never : I;
