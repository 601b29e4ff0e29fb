/**
 * What the server asks of the database's thread: to answer messages of PostgreSQL's protocol, or to close. `id` 0 of an answer means that
 * the thread is ready.
 */
export type WorkerRequest =
  | { readonly id: number; readonly messages: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly close: true };
export type WorkerAnswer =
  | { readonly id: number; readonly messages: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly failure: string };
