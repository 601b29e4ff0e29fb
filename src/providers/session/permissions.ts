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
 * The permission list, loaded once per session. Every caller gets the same promise, which never rejects: a list that failed
 * counts as empty, and an error with a Retry button is shown once (D-016).
 */
export function loadPermissions(): Promise<void> {
  return (loading ??= fetchLevels());
}

/** Whether the list has loaded or failed. Guards wait for it, buttons do not. */
export const permissionsResolved = (): boolean => resolved;

/** The user for access rules before the list has loaded: type and features, without levels. */
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

/** Reloads the list without reloading the page; until it arrives the old, empty list applies. */
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
