import { levelsOf, type Levels } from '../../schemas/kit/access';
import type { FieldRule } from '../../schemas/kit/access';
import { acl } from '../../schemas/calls/session';
import { showToast } from '../../ui/toasts/plain-toasts';
import { call } from '../calls/call';
import { currentSession, onSessionEnd } from './session';
import { currentWho, setWho } from './who';

const failed = 'Failed to fetch ACL data';
const noLevels: Levels = new Map();

let loading: Promise<void> | undefined;
let resolved = false;

/**
 * The permission list, fetched once a session; every caller gets the same promise, which never rejects: a list
 * that failed counts as an empty one, and is told once with a Retry (D-016).
 */
export function loadPermissions(): Promise<void> {
  return (loading ??= fetchLevels());
}

/** Has the list come, or failed? Guards wait for it, buttons do not. */
export const permissionsResolved = (): boolean => resolved;

/** Who the rules see before the list has come: user, type and features without a level. */
export function knowUser(): void {
  const session = currentSession();
  if (!session) return setWho(null);
  if (!currentWho()) setLevels(noLevels);
}

export function forgetPermissions(): void {
  loading = undefined;
  resolved = false;
  setWho(null);
}
onSessionEnd(forgetPermissions);

async function fetchLevels(): Promise<void> {
  const user = currentSession()?.user.id;
  let levels = noLevels;
  let rules: readonly FieldRule[] = [];
  try {
    const { data, field_rules: given } = await call(acl, {}, { early: true });
    if (!Array.isArray(data)) throw new TypeError(failed);
    levels = levelsOf(data);
    if (Array.isArray(given)) rules = given;
  } catch {
    if (currentSession()?.user.id === user) showToast('error', failed, { label: 'Retry', run: retry });
  }
  if (currentSession()?.user.id !== user) return; // signed out meanwhile
  resolved = true;
  setLevels(levels, rules);
}

/** Everything appears without a reload; until it comes the old, empty list holds. */
function retry(): void {
  loading = fetchLevels();
}

function setLevels(levels: Levels, fieldRules: readonly FieldRule[] = []): void {
  const session = currentSession();
  if (!session) return;
  const { role, type } = session.user;
  const { features } = session.persisted.tenant;
  setWho({ role, type, levels, fieldRules, ...(features ? { features } : {}) });
}
