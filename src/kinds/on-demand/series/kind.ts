import { asksFor, isEmpty, type Kind } from '../../kind';
import { isSeries, numbered } from './series';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly series: true;
  }
  interface FieldUi {
    /** Of a number series: 'APP-.YYYY.-####', parts between dots: text, YYYY, YY, MM, DD, and the number's places. */
    readonly series?: string;
  }
}

/** A number that the server gives each new record, without gaps: 'APP-2026-0001'. */
export const kind: Kind = {
  name: 'series',
  weight: 60,
  widget: 'series',
  uiKeys: ['series'],
  matches: asksFor('series'),
  misuse: ({ resource, name, field }) => {
    const series = resource.ui?.[name]?.series;
    if (series === undefined || !isSeries(series)) return `needs what its numbers look like; write series: 'APP-.YYYY.-####'`;
    if (field.type !== 'string' || field.pattern || field.format) return "a number of a series is a text; write type: 'string'";
    if (resource.fields.required?.includes(name)) return 'is filled by the server; remove it from required';
    return resource.readOnly?.includes(name) ? undefined : `is never typed; add '${name}' to readOnly`;
  },
  operators: ['eq', 'contains', 'startswith', 'null', 'nnull'],
  width: 150,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  save: async ({ before }, { resource, name }, { nextNumber, today }) => {
    if (before) return undefined;
    const { counts, text } = numbered(resource.ui?.[name]?.series ?? '', today);
    return text(await nextNumber(`${resource.name}.${name}.${counts}`));
  },
};
