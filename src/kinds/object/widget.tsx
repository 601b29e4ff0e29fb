import type { ReactNode } from 'react';
import { inside } from '../inside';
import { isEmpty, words } from '../kind';
import type { WidgetProps } from '../kind-parts';
import { recordIn } from '../../schemas/kit/is-record';

/** Named values under one heading; if all are empty, there is no object. */
export function widget({ id, at, value, onChange, record, disabled, inner: Inner }: WidgetProps): ReactNode {
  const now = recordIn(value);
  // The server refuses a name that the schema no longer has, and no control here could remove it.
  const known = (name: string): boolean => at.field.additionalProperties !== false || name in (at.field.properties ?? {});
  const change = (name: string, next: unknown): void => {
    const all = Object.entries({ ...now, [name]: next }).filter(([key, one]) => known(key) && !isEmpty(one));
    onChange(all.length ? Object.fromEntries(all) : undefined);
  };
  return (
    <div className="p-nested" id={id} tabIndex={-1}>
      {Object.entries(at.field.properties ?? {}).map(([name, field]) => (
        <div key={name} className="p-nested-field">
          <label htmlFor={`${id}.${name}`}>{field.title ?? words(name)}</label>
          {Inner ? (
            <Inner
              id={`${id}.${name}`}
              at={inside(at, name, false)}
              value={now[name]}
              onChange={(next) => change(name, next)}
              record={record}
              disabled={disabled || at.resource.locked?.includes(`${at.path}.${name}`)}
            />
          ) : null}
        </div>
      ))}
    </div>
  );
}
