/**
 * What the server asks of the database's thread: first to open a directory, as `id` 0, then to answer messages of PostgreSQL's protocol, or
 * to close.
 */
export type WorkerRequest =
  | { readonly id: 0; readonly directory: string }
  | { readonly id: number; readonly messages: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly close: true };
export type WorkerAnswer =
  | { readonly id: number; readonly messages: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly failure: string };
