import Form from '@rjsf/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FormParts, ResourceChunk } from '../../providers/screens/resource-chunk';
import { useFormParts } from '../../providers/screens/use-resource';
import type { FieldError } from '../../schemas/kit/problem';
import { followersOf } from '../../schemas/kit/defaults';
import type { Labels } from '../../schemas/kit/resource';
import { fieldOfPath } from '../../schemas/kit/custom-fields';
import { validationSchema } from '../../schemas/kit/draft-schema';
import { fieldId, type FormContext } from './form-context';
import { dependentsOf, requiredNow, sectionsOf, shownFields } from './form-fields';
import { cleanDraft, errorTree, formValidator, type Draft } from './form-validation';
import { BareTemplate, SectionsTemplate } from './form-templates';
import { FormBones } from './form-bones';
import { KindField } from './kind-field';
import { useDerived } from './use-derived';
import './form.css';

export interface RecordFormProps {
  chunk: ResourceChunk;
  id: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** The valid draft, without the values of hidden fields. */
  onSave: (draft: Draft) => void;
  labels: Labels;
  editing: boolean;
  saving: boolean;
  /** The server's errors by field. */
  refused: readonly FieldError[];
  /** Of a stored record: data for references and secrets in addition to the draft. */
  identity?: Readonly<Draft>;
  /** As it was read: what a save fills in is shown from it. */
  stored?: Readonly<Draft>;
  prefix?: string;
  onCreate?: FormContext['onCreate'];
}

/** The form of a record, once what checks it has loaded. */
export function RecordForm(props: RecordFormProps): ReactNode {
  const parts = useFormParts(props.chunk);
  return parts ? <CheckedForm {...props} parts={parts} /> : <FormBones />;
}

/** The form library holds draft and errors, the kinds render the fields. */
function CheckedForm({ parts, ...props }: RecordFormProps & { readonly parts: FormParts }): ReactNode {
  const { chunk, draft, onDraft, labels, editing, refused } = props;
  const { resource } = chunk;
  const [tried, setTried] = useState(false);
  const [tab, openTab] = useState<string>();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const schema = useMemo(() => formSchema(chunk, parts), [chunk, parts]);
  const ui = useMemo(() => uiSchema(chunk), [chunk]);
  const validator = useMemo(
    () => formValidator(chunk, parts, editing ? (resource.secret ?? []) : []),
    [chunk, parts, editing, resource],
  );
  const extra = useMemo(() => errorTree(refused), [refused]);
  const wrong = useMemo(() => new Set(refused.map(({ path }) => fieldOfPath(path))), [refused]);
  const latest = useRef<FormContext['change']>(() => undefined);
  useEffect(() => {
    latest.current = (name, value, beside) => {
      const next: Draft = { ...draft, [name]: value, ...beside };
      for (const dependent of dependentsOf(resource, name)) delete next[dependent];
      if (!editing) for (const follower of followersOf(resource, draft, name)) next[follower] = value;
      if (value === undefined) delete next[name];
      onDraft(next);
    };
  });
  const [calls] = useState(() => ({
    touch: (name: string) => setTouched((now) => (now.has(name) ? now : new Set([...now, name]))),
    change: (...step: Parameters<FormContext['change']>) => latest.current(...step),
  }));
  const whole = useDerived(resource, draft, props.stored ?? nothing);
  const context: FormContext = {
    resource,
    record: { ...whole, ...props.identity },
    labels,
    editing,
    sections: sectionsOf(resource, draft, editing),
    required: new Set(requiredNow(resource, draft).filter((name) => !editing || !resource.secret?.includes(name))),
    shown: tried ? 'all' : new Set([...touched, ...wrong]),
    prefix: props.prefix ?? 'root',
    onCreate: props.onCreate,
    tab,
    openTab,
    ...calls,
  };
  // Only when the server refused again: errors that remain while someone types must not move the cursor.
  const known = useRef(0);
  useEffect(() => {
    if (wrong.size > known.current) focusFirst(box.current, context, wrong);
    known.current = wrong.size;
  });
  return (
    <div
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        box.current?.querySelector('form')?.requestSubmit();
      }}
    >
      <Form<Draft, RJSFSchema, FormContext>
        id={props.id}
        className="p-form"
        schema={schema}
        uiSchema={ui}
        formData={whole}
        formContext={context}
        validator={validator}
        fields={fields}
        templates={templates}
        extraErrors={extra}
        disabled={props.saving}
        experimental_componentUpdateStrategy="always"
        liveValidate={tried ? 'onChange' : 'onBlur'}
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } }}
        onSubmit={({ formData }) => props.onSave(cleanDraft(chunk, formData ?? {}))}
        onError={(errors) => {
          setTried(true);
          focusFirst(box.current, context, new Set(errors.map((error) => fieldOfPath((error.property ?? '').slice(1)))));
        }}
      >
        {/* Enter saves; the visible button is in the footer */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </div>
  );
}

/** The first invalid field on the page, after its tab was opened and collapsed sections have been expanded. */
function focusFirst(box: HTMLElement | null, context: FormContext, wrong: ReadonlySet<string>): void {
  const section = context.sections.find(({ fields: own }) => own.some((name) => wrong.has(name)));
  const first = section?.fields.find((name) => wrong.has(name));
  if (!section || !first) return;
  if (section.tab) context.openTab(section.tab);
  requestAnimationFrame(() => {
    const control = box?.querySelector<HTMLElement>(`#${CSS.escape(fieldId(context.prefix, first))}`);
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  });
}

/** The compiled schema, with the tenant's custom fields and without the fields that nobody fills in. */
function formSchema({ resource }: ResourceChunk, { schema }: FormParts): RJSFSchema {
  const { properties = {} } = validationSchema(resource);
  const shown = shownFields(resource).map((name) => [
    name,
    { ...(properties[name] ?? resource.fields.properties[name]), title: properties[name]?.title ?? name },
  ]);
  return { ...schema, properties: Object.fromEntries(shown) };
}
const uiSchema = ({ resource }: ResourceChunk): UiSchema<Draft, RJSFSchema, FormContext> =>
  Object.fromEntries(shownFields(resource).map((name) => [name, { 'ui:field': 'kind' }]));
const nothing = {};
/** Of 'one of these two', each is a field of the form: there is nothing to choose between. */
const fields = { kind: KindField, AnyOfField: () => null };
const templates = { ObjectFieldTemplate: SectionsTemplate, FieldTemplate: BareTemplate };
