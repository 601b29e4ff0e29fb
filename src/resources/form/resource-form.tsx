import { Button, Drawer } from 'antd';
import { useEffect, useId, type ReactNode } from 'react';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { useResource } from '../../providers/screens/use-resource';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { usePageTitle } from '../../ui/page/page-title';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useNarrow } from '../../ui/page/use-narrow';
import { textOf } from '../kind-looks';
import { pageNote } from '../page-note';
import { mayChange } from '../../schemas/kit/may-change';
import { displayOf, type AnyResource, type Labels } from '../../schemas/kit/resource';
import { ConflictDialog } from './conflict-dialog';
import type { Draft } from './form-validation';
import { FormBones } from './form-bones';
import { RecordForm } from './record-form';
import { useMissing, type Missing } from './use-missing';
import { useRecordForm } from './use-record-form';
import type { StoredRow } from './stored-row';
import './form.css';

export interface ResourceFormProps {
  chunk: ResourceChunk;
  /** Undefined creates a new record. */
  id?: string | number;
  /** In front of the list or record, or as a page of its own. */
  as: 'drawer' | 'page';
  crumb?: ReactNode;
  /** Initial values of a new record in addition to the schema's defaults. */
  given?: Readonly<Draft>;
  /** The names of the given references, until the user chooses others. */
  givenLabels?: Labels;
  /** A note above the fields, which depends on their values. */
  hint?: (draft: Draft) => ReactNode;
  /** In front of another form, so its ids need another prefix. */
  inner?: boolean;
  onClose: () => void;
  onSaved: (row: StoredRow) => void;
}

/** The form to create or edit a record. Its code loads with the first form of the session. */
export default function ResourceForm({
  chunk,
  id,
  as,
  crumb,
  given,
  givenLabels,
  hint,
  inner,
  onClose,
  onSaved,
}: ResourceFormProps): ReactNode {
  const { resource } = chunk;
  const narrow = useNarrow();
  const formId = useId();
  const form = useRecordForm(chunk, id, onSaved, given);
  const editing = id !== undefined;
  const title = `${editing ? 'Edit' : 'Add'} ${lowerFirst(resource.label)}`;
  usePageTitle(title);
  useFocusBack(as === 'drawer');
  useEffect(() => {
    if (as === 'page' && !editing) focusFirstField(formId)(true);
  }, [as, editing, formId]);

  const close = (): void => form.leave(onClose);
  const { missing, onCreate, onCreated } = useMissing();
  const locked = form.stored !== undefined && !mayChange(form.stored);
  const buttons = locked ? (
    <Button onClick={close}>Close</Button>
  ) : (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button type="primary" htmlType="submit" form={formId} loading={form.saving} disabled={!form.draft}>
        Save
      </Button>
    </>
  );
  const body = form.loadError ? (
    <ErrorState what={`${resource.label} could not be loaded`} error={form.loadError} onRetry={form.retry} />
  ) : locked ? (
    <NotYours resource={resource} />
  ) : form.draft ? (
    <RecordForm
      chunk={chunk}
      id={formId}
      draft={form.draft}
      onDraft={form.setDraft}
      onSave={(draft) => void form.save(draft)}
      labels={{ ...givenLabels, ...form.labels }}
      editing={editing}
      saving={form.saving}
      refused={form.refused}
      {...(inner ? { prefix: 'inner' } : { onCreate })}
      {...(form.stored ? { identity: identityOf(resource, form.stored), stored: form.stored } : {})}
    />
  ) : (
    <FormBones />
  );
  const beside = missing ? <InlineCreate missing={missing} onClose={onCreated} /> : null;
  const conflict = form.conflict ? (
    <ConflictDialog
      resource={resource}
      conflict={form.conflict}
      onMine={(names) => void form.keepMine(names)}
      onTheirs={form.takeTheirs}
      onClose={form.closeConflict}
    />
  ) : null;

  if (as === 'drawer')
    return (
      <Drawer
        open
        title={title}
        size={narrow ? '100%' : 520}
        onClose={close}
        closable={{ placement: 'end' }}
        mask={{ closable: true }}
        destroyOnHidden
        styles={{ footer: { display: 'flex', justifyContent: 'flex-end', gap: 8, padding: '12px 24px' } }}
        footer={buttons}
        afterOpenChange={editing ? undefined : focusFirstField(formId)}
      >
        {hint && form.draft && !locked ? hint(form.draft) : null}
        {body}
        {conflict}
        {beside}
      </Drawer>
    );
  const name = form.stored ? textOf(resource, displayOf(resource), form.stored) : '';
  return (
    <PageFrame title={name ? `${title}: ${name}` : title} crumb={crumb} note={pageNote(resource)}>
      <div className="p-form-page">{body}</div>
      <div className="p-form-foot">{buttons}</div>
      {conflict}
      {beside}
    </PageFrame>
  );
}

/** What the row rules let this person read and not change. */
const NotYours = ({ resource }: { resource: AnyResource }): ReactNode => (
  <EmptyState title={`You cannot change this ${lowerFirst(resource.label)}`} icon="lock">
    You can read it. Ask your administrator for access to change it.
  </EmptyState>
);

/** A form for the record that a reference is missing, in front of the form with the reference. */
function InlineCreate({ missing, onClose }: { missing: Missing; onClose: () => void }): ReactNode {
  const chunk = useResource(missing.target);
  if (!chunk) return null;
  const display = displayOf(chunk.resource);
  return (
    <ResourceForm
      chunk={chunk}
      as="drawer"
      inner
      {...(missing.text && chunk.resource.fields.properties[display] ? { given: { [display]: missing.text } } : {})}
      onClose={onClose}
      onSaved={(row) => {
        missing.done(row.id);
        onClose();
      }}
    />
  );
}

/** Data for the controls in addition to the draft: the record's id, and which of its secrets are set. */
function identityOf(resource: AnyResource, stored: StoredRow): Draft {
  const secrets = (resource.secret ?? []).map((name) => [`${name}_set`, stored[name] ?? stored[`${name}_set`]]);
  return { id: stored.id, row_version: stored.row_version, ...Object.fromEntries(secrets) };
}
