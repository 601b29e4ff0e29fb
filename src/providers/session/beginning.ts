import { ownDefaults, type Beginning } from '../../schemas/kit/defaults';
import type { AnyResource, Labels } from '../../schemas/kit/resource';
import { dayOf } from '../../ui/time/dates';
import { serverNow } from '../../ui/time/server-clock';
import { currentSession } from './session';

/** Who adds a record in this browser, and when: to the minute, by the organisation's day. */
export function beginningNow(): Beginning {
  const now = new Date(Math.floor(serverNow() / 60_000) * 60_000);
  return { userId: currentSession()?.user.id ?? '', today: dayOf(now), now: now.toISOString() };
}

/** The user's name for the fields that begin with it. */
export function beginningLabels(resource: AnyResource): Labels {
  const name = currentSession()?.user.name;
  if (name === undefined) return {};
  return Object.fromEntries(ownDefaults(resource).flatMap(([field, from]) => (from === 'user' ? [[field, name]] : [])));
}
