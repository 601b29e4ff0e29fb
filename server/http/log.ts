import { pino, type DestinationStream } from 'pino';
import { resources } from '../../src/schemas/kit/all';
import type { Config } from '../config';
import type { Services } from '../context/services';

/** One JSON line per event on standard output. Fields that a schema file calls personal or secret are never written (TRUST-S30). */
export function makeLog(level: Config['logLevel'], out?: DestinationStream): Services['log'] {
  const fields = new Set(resources.flatMap((resource) => [...(resource.personal ?? []), ...(resource.secret ?? [])]));
  // What a database error repeats of the row, and what a request carries.
  const always = ['detail', 'where', 'query', 'params', 'parameters', 'token', 'otp', 'authorization', 'cookie'];
  const names = [...fields, ...always].map((name) => (/^\w+$/.test(name) ? name : `["${name}"]`));
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: names.flatMap((name) => [name, `*.${name}`]), censor: '***' },
  };
  return out ? pino(options, out) : pino(options);
}
