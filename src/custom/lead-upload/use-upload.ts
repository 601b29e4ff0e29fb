import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readJson, tabStored } from '../../providers/stored';
import type { CellFix, UploadPreview, UploadRules } from '../../schemas/kit/lead-uploads';
import { isRecord } from '../../schemas/kit/is-record';
import { messageOf } from '../../ui/page/states';
import { rulesFor, wholeMapping, type Mapping } from './mapping';
import { previewFile, startDryRun, startImport } from './upload-calls';

export type Step = 'file' | 'map' | 'rules' | 'check' | 'run';
interface Draft {
  readonly preview: UploadPreview;
  readonly mapping: Mapping;
  readonly rules: UploadRules;
}
const draftKey = 'lead-upload';
const firstRules: UploadRules = { on_match: 're_enquiry', owner: 'rule', match: 'rule' };

/**
 * The state of the upload. The job's id is in the address, the choices so far in this tab's session storage: a reload continues
 * where it was, and a link with `?job=` shows a running or finished import.
 */
export function useUpload() {
  const [query, setQuery] = useSearchParams();
  const jobId = query.get('job') ?? undefined;
  const [draft, setDraft] = useState(readDraft);
  const [step, setStep] = useState<Step>(draft && !jobId ? 'map' : 'file');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const keep = (next: Draft | undefined): void => {
    setDraft(next);
    tabStored.write(draftKey, next && JSON.stringify(next));
  };
  const go = (to: Step): void => {
    setProblem(undefined);
    setQuery({});
    setStep(to);
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    jobId,
    draft,
    step,
    busy,
    problem,
    go,
    setMapping: (mapping: Mapping) => draft && keep({ ...draft, mapping, rules: rulesFor(draft.mapping, mapping, draft.rules) }),
    setRules: (rules: UploadRules) => draft && keep({ ...draft, rules }),
    take: (file: File) =>
      attempt(async () => {
        const preview = await previewFile(file);
        const mapping = wholeMapping(preview.headers, preview.mapping);
        keep({ preview, mapping, rules: rulesFor({}, mapping, draft?.rules ?? firstRules) });
        go('map');
      }),
    check: () =>
      attempt(async () => {
        if (draft) setQuery({ job: await startDryRun(draft.preview.file_id, draft.mapping, draft.rules) });
      }),
    /** The same check with these cells in place of the file's. */
    fix: (fixes: readonly CellFix[]) =>
      attempt(async () => {
        if (!draft) return;
        const rules = { ...draft.rules, fixes };
        const job = await startDryRun(draft.preview.file_id, draft.mapping, rules);
        keep({ ...draft, rules });
        setQuery({ job });
      }),
    run: () =>
      attempt(async () => {
        if (!draft) return;
        const about = { file_id: draft.preview.file_id, mapping: draft.mapping, options: draft.rules };
        const job = await startImport({ ...about, client_ref: `import-${about.file_id}` });
        keep(undefined); // from here on the job has all the state
        setQuery({ job });
      }),
    again: () => {
      keep(undefined);
      go('file');
    },
  };
}

function readDraft(): Draft | undefined {
  const kept = readJson(tabStored.read(draftKey));
  return isDraft(kept) ? kept : undefined;
}

/** Anything else, for example after the storage was edited by hand, starts again. */
const isDraft = (kept: unknown): kept is Draft =>
  isRecord(kept) &&
  isRecord(kept['preview']) &&
  typeof kept['preview']['file_id'] === 'string' &&
  [kept['preview']['headers'], kept['preview']['rows'], kept['preview']['targets']].every(Array.isArray) &&
  isRecord(kept['mapping']) &&
  isRecord(kept['preview']['suggested']) &&
  isRecord(kept['rules']);
