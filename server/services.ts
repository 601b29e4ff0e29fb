import type { Config } from './config';
import { makeChannels } from './channels/make-channels';
import { makeDiskFiles } from './files/disk-files';
import { collectJobKinds } from './job-kinds';
import { makeJobs } from './jobs/make-jobs';
import type { Services } from './context/services';
import { makeLimits } from './http/limits';
import { makePressure, type Bounds } from './http/pressure';
import { makeOutbound } from './outbound/make-outbound';
import { makeSecrets } from './store/secrets';
import type { Store } from './store/store';

export interface ServiceOptions {
  readonly log: Services['log'];
  readonly now?: () => Date;
  /** Takes the lines of the sandbox channels; standard output unless said. */
  readonly print?: (line: string) => void;
  /** Bounds on the work at one time, where the usual ones are not meant. */
  readonly bounds?: Partial<Bounds>;
}

/** Everything a handler may use, over an open store. Jobs are made and not yet started. */
export function makeServices(config: Config, store: Store, options: ServiceOptions): Services {
  const secrets = makeSecrets(config.secretKey, config.secretKeyBefore);
  const now = options.now ?? (() => new Date());
  const services: Services = {
    config,
    store,
    secrets,
    log: options.log,
    now,
    limits: makeLimits(config, { log: options.log, now }),
    pressure: makePressure(options.bounds),
    outbound: makeOutbound({ allow: config.outboundAllow ?? [], own: config.publicUrl }),
    channels: makeChannels(() => services, options.print),
    jobs: makeJobs(() => services, collectJobKinds()),
    files: makeDiskFiles(config.dataDir, secrets, now),
  };
  return services;
}
