import { isStored, type StoredRow } from './stored-row';
import { useCreate, useUpdate } from '@refinedev/core';
import { useRef, useState } from 'react';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { fieldOfPath } from '../../schemas/kit/custom-fields';
import type { FieldError } from '../../schemas/kit/problem';
import { toasts } from '../../ui/toasts/toasts';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { refusalOf } from '../refusal';
import { useRecord } from '../use-record';
import { beginningLabels } from '../../providers/session/beginning';
import { changesIn, defaultsOf, emptiedOf, withEmptiedRows } from './form-defaults';
import { changesOf, draftOf, same } from './form-fields';
import type { Draft } from './form-validation';
import { useSeenRow } from './use-seen-row';

export interface Conflict {
  /** What this form wants to write. */
  readonly changes: Draft;
  /** The record as the other person saved it. */
  readonly current: StoredRow;
}

/** The state of a form: draft, saving and errors. `id` undefined creates a new record. */
export function useRecordForm(
  chunk: ResourceChunk,
  id: string | number | undefined,
  onSaved: (row: StoredRow) => void,
  given: Draft = {},
) {
  const { resource } = chunk;
  const [begun] = useState(() => defaultsOf(resource));
  const seen = useSeenRow(resource, id);
  const [stored, setStored] = useState(seen);
  const [draft, setDraft] = useState<Draft | undefined>(() =>
    id === undefined ? { ...begun, ...given } : seen && draftOf(resource, seen),
  );
  const [read, setRead] = useState(false);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [conflict, setConflict] = useState<Conflict>();
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<Draft>(); // a click while the router is still leaving must not be asked about it
  const busy = useRef(false);
  const { row, fetching, error, retry } = useRecord(resource, id);
  const write = useWrite(resource.name, id);

  if (row && !read && !fetching) {
    setRead(true);
    const typed = draft ? changesOf(stored ? draftOf(resource, stored) : {}, draft) : {};
    // Someone saved after the list was shown: edits of the older version are compared when they are saved.
    if (!Object.keys(typed).length || row.row_version === stored?.row_version) {
      setStored(row);
      setDraft({ ...draftOf(resource, row), ...Object.fromEntries(Object.keys(typed).map((name) => [name, draft![name]])) });
    }
  }
  const start = id === undefined ? begun : stored ? draftOf(resource, stored) : {};
  const dirty = draft !== undefined && draft !== saved && !same(sorted(start), sorted(draft));
  const leave = useUnsaved(dirty && !saving);

  async function send(values: Draft, version: number | undefined): Promise<void> {
    if (busy.current) return; // a second click while the first request is running
    busy.current = true;
    setSaving(true);
    setRefused([]);
    try {
      const data = await write(values, version);
      toasts.success(`${resource.label} saved`);
      setSaved(draft);
      onSaved({ ...data, id: data?.id ?? id ?? '' });
    } catch (error) {
      const refusal = refusalOf(error);
      const { current } = refusal;
      if (isStored(current)) setConflict({ changes: values, current });
      else {
        setRefused(refusal.errors);
        if (!refusal.errors.length) toasts.error(refusal.message);
      }
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  return {
    draft,
    setDraft(next: Draft) {
      setDraft(next);
      if (refused.length && draft)
        setRefused(refused.filter(({ path }) => same(next[fieldOfPath(path)], draft[fieldOfPath(path)])));
    },
    stored,
    labels: stored?._labels ?? beginningLabels(resource),
    refused,
    saving,
    conflict,
    /** Cancel: asks for confirmation if something was changed. */
    leave,
    loadError: error,
    retry,
    save(valid: Draft) {
      const clean = withEmptiedRows(resource, valid);
      if (id === undefined) return send({ ...clean, ...emptiedOf(resource, clean) }, undefined);
      const changes = changesIn(resource, { start, clean, draft });
      if (Object.keys(changes).length) return send(changes, stored?.row_version);
      if (stored) onSaved(stored); // nothing to write
      return undefined;
    },
    /** Overwrites the chosen fields in the other person's version; fields that only they changed keep their values. */
    keepMine(names: readonly string[]) {
      const now = conflict;
      setConflict(undefined);
      if (!now) return undefined;
      const mine = Object.entries(now.changes).filter(([name]) => names.includes(name));
      return send(Object.fromEntries(mine), now.current.row_version);
    },
    takeTheirs() {
      if (!conflict) return;
      setStored(conflict.current);
      setDraft(draftOf(resource, conflict.current));
      setConflict(undefined);
    },
    closeConflict: () => setConflict(undefined),
  };
}

/** Creates the record, or updates the one with this id; refine shows nothing of it. */
function useWrite(resource: string, id: string | number | undefined) {
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: update } = useUpdate();
  const quiet = { resource, successNotification: false, errorNotification: false } as const;
  return async (values: Draft, version: number | undefined) => {
    if (id === undefined) return (await create({ ...quiet, values })).data;
    return (await update({ ...quiet, id, values: { ...values, ...(version === undefined ? {} : { row_version: version }) } }))
      .data;
  };
}

const sorted = (draft: Draft): Draft => Object.fromEntries(Object.entries(draft).sort(([a], [b]) => (a < b ? -1 : 1)));
