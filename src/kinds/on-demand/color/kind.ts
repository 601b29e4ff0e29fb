import { asksFor, has, isEmpty, type Kind } from '../../kind';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly color: true;
  }
}

/** A colour as '#3b82c4'. */
export const kind: Kind = {
  name: 'color',
  weight: 60,
  widget: 'color',
  matches: asksFor('color'),
  misuse: ({ field }) =>
    has(field, 'string') && (field.maxLength ?? 7) >= 7
      ? undefined
      : "a colour is a text such as '#3b82c4'; write type: 'string', maxLength: 7",
  operators: ['eq', 'ne', 'null', 'nnull'],
  width: 110,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
  wrong: (value) => (/^#[0-9a-f]{6}$/.test(String(value)) ? undefined : "must be a colour such as '#3b82c4'"),
  fromCell: (text) => {
    const [, hex = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim()) ?? [];
    const whole = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
    return hex ? { value: `#${whole.toLowerCase()}` } : { wrong: "is not a colour such as '#3b82c4'" };
  },
};
