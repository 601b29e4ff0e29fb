import type { Config } from '../config';
import type { Outbound } from '../outbound/outbound';
import type { Secrets } from '../store/secrets';
import type { Store } from '../store/store';
import type { Channels } from './channels';
import type { FileStore } from './file-store';
import type { Jobs } from './jobs';
import type { Limits, Pressure } from './limits';

/** What every handler can use besides the request. One object per process, made in app.ts. */
export interface Services {
  readonly config: Config;
  readonly store: Store;
  readonly jobs: Jobs;
  readonly channels: Channels;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly limits: Limits;
  readonly pressure: Pressure;
  /** The one way to an outside URL: public addresses only (TRUST-S16). */
  readonly outbound: Outbound;
  /** Server time; tests set it. */
  readonly now: () => Date;
  readonly log: {
    info(data: object, message: string): void;
    warn(data: object, message: string): void;
    error(data: object, message: string): void;
  };
}
