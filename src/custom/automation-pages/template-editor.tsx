import { Button } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { ConflictDialog } from '../../resources/form/conflict-dialog';
import { fieldId } from '../../resources/form/form-context';
import { FormBones } from '../../resources/form/form-bones';
import { RecordForm } from '../../resources/form/record-form';
import { useRecordForm } from '../../resources/form/use-record-form';
import type { TemplateChannel } from '../../schemas/calls/message-templates';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { ErrorState } from '../../ui/page/states';
import { channels } from './channels';
import { withField } from './insert-field';
import { MergeFields } from './merge-fields-form';
import './message-templates.css';
import { ReviewState } from './review-state';
import { TemplatePreviewPane } from './template-preview-pane';
import { TemplateTestForm } from './template-test-form';

const prefix = 'template';

/** One template: the catalogue's own form, a list of lead fields to insert, and the message as a lead would get it. */
export function TemplateEditor({
  type,
  chunk,
  id,
  onClose,
  onSaved,
}: {
  type: TemplateChannel;
  chunk: ResourceChunk;
  id: string | undefined;
  onClose: () => void;
  onSaved: (id: string | number) => void;
}): ReactNode {
  const { resource } = chunk;
  const formId = useId();
  const [lead, setLead] = useState<string>();
  const used = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const form = useRecordForm(chunk, id, (row) => onSaved(row.id));
  const { draft, stored } = form;
  const { label } = channels[type];
  const title = `${id === undefined ? 'Add' : 'Edit'} ${lowerFirst(label)} template`;
  const insert = (field: string, fallback: string): void => {
    if (!draft) return;
    const { texts, main } = channels[type];
    const name = texts.find((one) => used.current?.id === fieldId(prefix, one)) ?? main;
    const control = document.getElementById(fieldId(prefix, name));
    const box = control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement ? control : undefined;
    const { text, caret, beside } = withField(type, draft, name, { field, fallback }, [
      box?.selectionStart ?? Infinity,
      box?.selectionEnd ?? Infinity,
    ]);
    form.setDraft({ ...draft, ...beside, [name]: text });
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(caret, caret);
    });
  };
  return (
    <PageFrame
      title={title}
      crumb={<Link to={`/automation/templates?type=${type}`}>{label} templates</Link>}
      note={type === 'whatsapp' && stored ? <ReviewState template={stored} /> : null}
    >
      {form.loadError ? (
        <ErrorState what={`${resource.label} could not be loaded`} error={form.loadError} onRetry={form.retry} />
      ) : !draft ? (
        <FormBones />
      ) : (
        <div className="mt-bench">
          <div
            className="mt-form"
            onFocus={({ target }) => {
              if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) used.current = target;
            }}
          >
            <MergeFields onInsert={insert} />
            <RecordForm
              chunk={chunk}
              id={formId}
              prefix={prefix}
              draft={draft}
              onDraft={form.setDraft}
              onSave={(values) => void form.save(values)}
              labels={form.labels}
              editing={id !== undefined}
              saving={form.saving}
              refused={form.refused}
              {...(stored ? { identity: { id: stored.id, row_version: stored.row_version } } : {})}
            />
          </div>
          <aside className="mt-side" aria-label="Preview and test">
            <TemplatePreviewPane type={type} draft={draft} lead={lead} onLead={setLead} />
            <TemplateTestForm type={type} template={id} lead={lead} />
          </aside>
        </div>
      )}
      <div className="p-form-foot mt-foot">
        <Button onClick={() => form.leave(onClose)}>Close</Button>
        <Button type="primary" htmlType="submit" form={formId} loading={form.saving} disabled={!draft}>
          Save
        </Button>
      </div>
      {form.conflict ? (
        <ConflictDialog
          resource={resource}
          conflict={form.conflict}
          onMine={(names) => void form.keepMine(names)}
          onTheirs={form.takeTheirs}
          onClose={form.closeConflict}
        />
      ) : null}
    </PageFrame>
  );
}
