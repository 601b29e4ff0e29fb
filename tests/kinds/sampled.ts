import '../../src/kinds/every-kind';
import { kindMatching } from '../../src/kinds/kind-of';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { onDemandSamples } from './on-demand-samples';
import { recordSamples } from './record-samples';
import type { Sample } from './sample';
import { simpleSamples } from './simple-samples';

export interface Sampled {
  readonly kind: string;
  readonly sample: Sample;
  readonly resource: AnyResource;
  /** The field of that kind. */
  readonly name: string;
}

/** A resource for each kind, with one field of it. Once that field is filled, a note is required. */
export const sampled: readonly Sampled[] = Object.entries({
  ...simpleSamples,
  ...recordSamples,
  ...onDemandSamples,
}).map(([kind, sample]) => {
  const name = sample.name ?? 'it';
  return { kind, sample, name, resource: resourceOf(kind, name, sample) };
});

function resourceOf(kind: string, name: string, { field, ui, keys, beside, made }: Sample): AnyResource {
  const bare: AnyResource = {
    name: `of-${kind}`,
    label: 'Thing',
    menu: { group: 'Setting', under: 'Configuration', tab: `Of ${kind}`, path: `/config/of-${kind}` },
    access: { code: 'Setting_Configuration' },
    fields: {
      type: 'object',
      required: ['title'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 80 },
        ...beside,
        [name]: field,
        note: { type: 'string', maxLength: 80 },
      },
    },
    order: 'title',
    ...(ui ? { ui: { [name]: ui } } : {}),
    ...(made ? {} : { when: [{ if: { field: name, set: true }, require: ['note'] }] }),
    ...keys,
  };
  const { operators, pageOnly } = kindMatching({ resource: bare, name, path: name, field });
  return {
    ...bare,
    columns: ['title', ...(pageOnly ? [] : [name])],
    ...(operators.length && !keys?.secret ? { filter: [name] } : {}),
  };
}
