import type { Statement } from '../connection';

/** What the server and the database's thread say to each other. `id` 0 means that the thread is ready. */
export type WorkerRequest =
  | { readonly id: number; readonly op: 'query'; readonly statement: Statement }
  | { readonly id: number; readonly op: 'script'; readonly text: string }
  | { readonly id: number; readonly op: 'close' };
export type WorkerAnswer =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number;
      readonly failure: {
        readonly message: string;
        readonly code?: string;
        readonly constraint?: string;
        readonly detail?: string;
        readonly table?: string;
      };
    };
