// What a resource needs beyond its fields: list, filters, order, search, and an example.
import { singular } from '../resource-names.mjs';
import { asShown, capital, freeName, worded } from './words.mjs';

export function specOf(name, { fields, marks, examples, required, unique }, notes) {
  const all = new Map(fields);
  const open = [...all].filter(([one]) => !marks.get(one).secret);
  const ofType = (...types) => open.filter(([, field]) => types.includes(field.type) && !field.enum).map(([one]) => one);
  const texts = ofType('string').filter((one) => isShort(all.get(one)) && !said.includes(marks.get(one)?.widget));
  const first = [...required, 'name', 'title', 'label', ...texts].find((one) => texts.includes(one)) ?? invented(all, examples);
  const must = [...new Set([first, ...required])];
  if (fields.has(first) && !required.includes(first))
    notes.say(first, 'names the record in lists and references, so it is required here');
  if (!all.get(first).minLength) all.set(first, { ...all.get(first), minLength: 1 });
  const properties = Object.fromEntries([[first, all.get(first)], ...all]);
  const sets = open.filter(([, field]) => field.enum || field.type === 'boolean').map(([one]) => one);
  const dates = ofType('string').filter((one) => all.get(one).format?.startsWith('date'));
  const numbers = [...ofType('integer', 'number'), ...dates];
  const others = texts.filter((one) => one !== first);
  const asked = required.filter((one) => others.includes(one));
  const keys = uniqueKeys(all, marks, unique, notes);
  const now = Object.fromEntries([...marks].flatMap(([one, mark]) => (mark.now ? [[one, mark.now]] : [])));
  const secret = [...marks].filter(([, mark]) => mark.secret).map(([one]) => one);
  const files = [...marks].filter(([one, mark]) => mark.file && all.get(one).format === 'uri-reference').map(([one]) => one);
  const words = capital(name.replaceAll('-', ' '));
  const label = singular(words);
  return {
    name,
    label,
    ...(`${label}s` === words ? {} : { plural: words }),
    menu: { group: 'Setting', under: 'Configuration', tab: words, path: `/config/${name}` },
    access: { code: 'Setting_Configuration' },
    fields: {
      type: 'object',
      required: must,
      additionalProperties: false,
      properties: { ...properties, status: { type: 'integer', title: statusTitle(all), enum: [0, 1], default: 1 } },
    },
    ...contactsOf(properties, label, notes),
    ...(Object.keys(now).length ? { defaults: now } : {}),
    ...(keys.length ? { unique: keys } : {}),
    ...(secret.length ? { secret } : {}),
    ...(files.length ? { files } : {}),
    columns: [...new Set([first, ...asked, ...sets, ...numbers, ...others])].slice(0, 6).concat('status'),
    filter: [...sets.slice(0, 6), ...dates.slice(0, 2), 'status'],
    sort: [...new Set([first, ...numbers.slice(0, 3), ...dates.slice(0, 2), 'updated_at'])],
    order: first,
    search: [first, ...others.slice(0, 2)],
    ui: uiOf(all, marks),
    examples: [Object.fromEntries(must.map((one) => [one, examples.get(one)]))],
  };
}

/** Different from the labels of the other fields: two switches 'Active' look the same. */
function statusTitle(all) {
  const labels = new Set([...all].map(([name, { title }]) => (title ?? asShown(name)).toLowerCase()));
  return ['Active', 'In use', 'Can be chosen'].find((one) => !labels.has(one.toLowerCase())) ?? 'Record is active';
}

/** Texts that nobody searches for a word. */
const said = ['time', 'color', 'geo'];
const isShort = ({ maxLength, format }) => (maxLength ?? 301) <= 300 && !format;

/** A record needs a text that people know it by. */
function invented(all, examples) {
  const name = freeName('name', all);
  all.set(name, { type: 'string', minLength: 1, maxLength: 120 });
  examples.set(name, 'First');
  return name;
}

function uniqueKeys(all, marks, compound, notes) {
  const single = [...marks].filter(([, mark]) => mark.unique).map(([one]) => [one]);
  return [...single, ...compound]
    .filter((names) => {
      const fits = names.every(
        (one) => ['string', 'integer', 'number'].includes(all.get(one).type) && (all.get(one).maxLength ?? 0) <= 300,
      );
      if (!fits) notes.say(names.join(' and '), 'that it is unique is left out: only short texts and numbers can be');
      return fits;
    })
    .map((names) => (names.length === 1 ? names[0] : names));
}

function contactsOf(properties, label, notes) {
  const contacts = Object.keys(properties).filter((one) => isContact(one, properties[one]));
  if (!contacts.length) return {};
  notes.say(
    contacts.join(', '),
    'taken as contact data of the record itself; if they are those of leads, see leadData in the guide',
  );
  return { leadData: { whose: `the ${label.toLowerCase()} itself` } };
}
/** A field for which the start asks whose phone number or email it holds (src/schemas/kit/lead-data.ts). */
const isContact = (name, { type, format, pattern }) =>
  type === 'string' &&
  (format === 'email' || pattern?.includes('[0-9]{6,15}') === true || /phone|mobile|email|whatsapp|wa_user/.test(name));

function uiOf(all, marks) {
  const ui = new Map();
  for (const [name, field] of all) {
    const { widget, ui: further } = marks.get(name) ?? {};
    const labels = field.type === 'string' ? labelsOf(field.enum ?? []) : undefined;
    if (widget || labels) ui.set(name, { ...(widget ? { widget } : {}), ...further, ...(labels ? { labels } : {}) });
  }
  return { ...Object.fromEntries(ui), status: { widget: 'switch' } };
}

/** 'IN_PROGRESS' and 'inProgress' read 'In progress'. */
function labelsOf(values) {
  const odd = values.filter((value) =>
    /^[A-Z0-9]+(_[A-Z0-9]+)+$|^[A-Z]{4,}$|^[a-z]+([A-Z][a-z]+)+$|^[a-z]+(-[a-z]+)+$/.test(value),
  );
  return odd.length ? Object.fromEntries(odd.map((value) => [value, worded(value)])) : undefined;
}
