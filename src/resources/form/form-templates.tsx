import type { FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../ui/icon';
import type { FormContext } from './form-context';
import type { Section } from './form-fields';

/** The record's sections in one column. A field that no section names is not mounted at all. */
export function SectionsTemplate({
  properties,
  registry,
  errorSchema,
}: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>): ReactNode {
  const content = new Map(properties.map((property) => [property.name, property.content]));
  const wrong = new Set(Object.keys(errorSchema ?? {}));
  return registry.formContext.sections.map((section) => (
    <FormSection
      key={`${section.title} ${section.fields[0]}`}
      section={section}
      open={section.fields.some((name) => wrong.has(name))}
    >
      {section.fields.map((name) => content.get(name))}
    </FormSection>
  ));
}

function FormSection({ section, open, children }: { section: Section; open: boolean; children: ReactNode }): ReactNode {
  const [pressed, setPressed] = useState(false);
  const shown = !section.folded || pressed || open;
  return (
    <section className="p-section">
      {section.folded ? (
        <button type="button" className="p-section-fold" aria-expanded={shown} onClick={() => setPressed(!pressed)}>
          <Icon name={shown ? 'down' : 'right'} size={12} /> {section.title}{' '}
          <span className="p-quiet">{section.fields.length} fields</span>
        </button>
      ) : section.title ? (
        <h2>
          {section.title}
          {section.help ? <span className="p-section-help">{section.help}</span> : null}
        </h2>
      ) : null}
      {shown ? children : null}
    </section>
  );
}

/** The field draws its own label, help and error (kind-field.tsx). */
export const BareTemplate = ({ children }: FieldTemplateProps<unknown, RJSFSchema, FormContext>): ReactNode => children;
