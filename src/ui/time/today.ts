import { dayOf } from './dates';
import { serverNow } from './server-clock';

/** The day 'YYYY-MM-DD' that it is in the tenant's time zone, by the server's clock. */
export const today = (): string => dayOf(new Date(serverNow()));
