import { useCallback, useMemo, useState } from 'react';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import type { FieldError } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { plainErrors } from '../../schemas/kit/messages';
import { formFields, type FieldName } from './form-fields';
import { draftOf, formValues, type Values } from './form-values';

/** Values, visited fields and errors, from the schema's own validator and messages. */
export function useTenantForm({ resource, validate }: ResourceChunk, tenant: AnyRow) {
  const [start] = useState<Values>(() => formValues(resource, tenant));
  const [values, setValues] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const change = useCallback((name: FieldName, value: unknown): void => {
    setValues((now) => ({ ...now, [name]: value, ...cleared(name) }));
    setTouched((now) => (now.has(name) ? now : new Set(now).add(name)));
    setRefused((now) => (now.has(name) ? new Map([...now].filter(([path]) => path !== name)) : now));
  }, []);
  const touch = useCallback((name: FieldName): void => setTouched((now) => (now.has(name) ? now : new Set(now).add(name))), []);
  const errors = useMemo(() => {
    const own = plainErrors(resource, validate(draftOf(values)));
    return new Map(
      own.filter(({ path }) => names.has(path.split('.')[0]!)).map(({ path, message }) => [path.split('.')[0]!, message]),
    );
  }, [resource, validate, values]);
  return {
    values,
    change,
    touch,
    isValid: errors.size === 0,
    /** Fields with errors, whether visited or not. */
    wrong: [...errors.keys()],
    /** A value that a save would write has changed. */
    isChanged: formFields.some(({ name }) => values[name] !== start[name] && !isSame(values[name], start[name])),
    /** The message under the field. */
    errorOf: (name: FieldName): string | undefined => refused.get(name) ?? (touched.has(name) ? errors.get(name) : undefined),
    touchAll: (): void => setTouched(new Set(formFields.map(({ name }) => name))),
    /** Fills in the values found on a website. Fields without one keep their value, and empty required fields are marked. */
    fill(found: object): void {
      const filled = Object.entries(found).filter(([name, value]) => names.has(name) && name !== 'logo_image' && value);
      setValues((now) => ({ ...now, ...Object.fromEntries(filled) }));
      setTouched((now) => new Set([...now, ...(resource.fields.required ?? []).filter(isFieldName)]));
    },
    /** The server's errors at their fields. */
    refuse: (list: readonly FieldError[]): void =>
      setRefused(new Map(list.map(({ path, message }) => [path.split('.')[0]!, message]))),
  };
}

const names: ReadonlySet<string> = new Set(formFields.map(({ name }) => name));

const isFieldName = (name: string): name is FieldName => names.has(name);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changing the country clears the state, changing the state clears the city. */
function cleared(name: FieldName): Values {
  if (name === 'country') return { state: '', city: '' };
  return name === 'state' ? { city: '' } : {};
}
