import type { FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import type { FormContext } from './form-context';
import type { Section } from './form-fields';
import { counted } from '../../schemas/kit/counted';

const FormTabs = onDemand('form-tabs', () => import('./form-tabs'));

/** The number of fields on a screen; the others are rendered right after these are shown (SPEED-F5). */
const atOnce = 6;

/** A form with as many sections has an index of them. */
const leastIndexed = 4;

/** The record's sections; on a wide page the fields of each are in two columns. A field that no section names is not mounted. */
export function SectionsTemplate({
  properties,
  registry,
  errorSchema,
}: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>): ReactNode {
  const content = new Map(properties.map((property) => [property.name, property.content]));
  const wrong = new Set(Object.keys(errorSchema ?? {}));
  const context = registry.formContext;
  const { sections, prefix } = context;
  const most = useDeferredValue(Infinity, atOnce);
  const now = new Set(sections.flatMap(({ fields }) => fields).slice(0, most));
  const index = sections.filter(({ title, folded }) => title && !folded).length >= leastIndexed;
  const render = (section: Section): ReactNode =>
    section.fields.some((name) => now.has(name)) ? (
      <FormSection
        key={keyOf(sections, sections.indexOf(section))}
        id={`${prefix}~${sections.indexOf(section)}`}
        section={section}
        open={section.fields.some((name) => wrong.has(name))}
      >
        {section.fields.map((name) => (now.has(name) ? content.get(name) : null))}
      </FormSection>
    ) : null;
  if (sections.some(({ tab }) => tab)) return <FormTabs context={context} wrong={wrong} render={render} />;
  return (
    <>
      {index ? <SectionIndex sections={sections} prefix={prefix} /> : null}
      {sections.map(render)}
    </>
  );
}

/** Links to the sections of a long form; a drawer has none. */
function SectionIndex({ sections, prefix }: { sections: readonly Section[]; prefix: string }): ReactNode {
  return (
    <nav className="p-form-index" aria-label="Sections">
      {sections.map(({ title }, at) =>
        title ? (
          <button
            key={`${at} ${title}`}
            type="button"
            onClick={() => document.getElementById(`${prefix}~${at}`)?.scrollIntoView({ block: 'start' })}
          >
            {title}
          </button>
        ) : null,
      )}
    </nav>
  );
}

/**
 * Keeps the identity of a section while its fields change: an expanded section must not collapse because its first field is
 * hidden now.
 */
function keyOf(sections: readonly Section[], at: number): string {
  const name = ({ title, folded }: Section): string => `${folded ? 'folded' : 'open'} ${title}`;
  const own = name(sections[at]!);
  return `${own} ${sections.slice(0, at).filter((one) => name(one) === own).length}`;
}

function FormSection(props: { id: string; section: Section; open: boolean; children: ReactNode }): ReactNode {
  const { id, section, open, children } = props;
  const [pressed, setPressed] = useState(open);
  if (open && !pressed) setPressed(true); // a section expanded by an error stays open when the error is fixed
  const shown = !section.folded || pressed || open;
  return (
    <section className="p-section" id={id}>
      {section.folded ? (
        <button type="button" className="p-section-fold" aria-expanded={shown} onClick={() => setPressed(!pressed)}>
          <Icon name={shown ? 'down' : 'right'} size={12} /> {section.title}{' '}
          <span className="p-quiet">· {counted(section.fields.length, 'field')}</span>
        </button>
      ) : section.title ? (
        <h2>
          {section.title}
          {section.help ? <span className="p-section-help">{section.help}</span> : null}
        </h2>
      ) : null}
      {shown ? <div className="p-section-fields">{children}</div> : null}
    </section>
  );
}

/** The field renders its own label, help and error (kind-field.tsx). */
export const BareTemplate = ({ children }: FieldTemplateProps<unknown, RJSFSchema, FormContext>): ReactNode => children;
