// The models of a Prisma file as JSON Schemas.
import { decimalsOf } from './decimals.mjs';
import { CannotConvert, holdsBytes, isOfTheRecord, stampedAlready } from './notes.mjs';

const scalars = {
  String: { type: 'string' },
  Int: { type: 'integer' },
  BigInt: { type: 'integer' },
  Float: { type: 'number' },
  Decimal: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Json: {},
};

export function schemaOfPrisma(text) {
  const blocks = [...withoutComments(text).matchAll(/^\s*(model|view|type|enum)\s+(\w+)\s*\{([\s\S]*?)^\s*\}/gm)].map(
    ([, kind, name, body]) => ({
      kind,
      name,
      lines: body
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    }),
  );
  const enums = new Map(blocks.filter(({ kind }) => kind === 'enum').map(({ name, lines }) => [name, choicesOf(lines)]));
  const models = blocks.filter(({ kind }) => kind !== 'enum');
  if (!models.length) throw new CannotConvert('The file holds no model.');
  const names = new Set(models.map(({ name }) => name));
  const types = new Set(models.filter(({ kind }) => kind === 'type').map(({ name }) => name));
  return { $defs: Object.fromEntries(models.map(({ name, lines }) => [name, modelOf(lines, { enums, names, types })])) };
}

/** `//` outside of a text; `///` is kept: it describes what follows. */
const withoutComments = (text) =>
  text.replaceAll(/\r/g, '').replaceAll(/("(?:[^"\\\n]|\\.)*")|(?<!\/)\/\/(?!\/)[^\n]*/g, (_, kept) => kept ?? '');
const choicesOf = (lines) => lines.filter((line) => !/^(@@|\/\/\/)/.test(line)).map((line) => line.split(/\s/)[0]);

function modelOf(lines, known) {
  const properties = new Map();
  const required = [];
  const notes = [];
  const unique = [];
  let described = '';
  for (const line of lines) {
    if (line.startsWith('///')) {
      described = `${described} ${line.slice(3).trim()}`.trim();
      continue;
    }
    if (line.startsWith('@@')) blockAttribute(line, unique, notes);
    else {
      const field = fieldOf(line, known);
      if (field?.note) notes.push(`${field.name}: ${field.note}`);
      if (field?.schema) {
        properties.set(field.name, described ? { description: described, ...field.schema } : field.schema);
        if (field.required) required.push(field.name);
      }
      if (!field) notes.push(`'${line}' could not be read and is left out.`);
    }
    described = '';
  }
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    required,
    'x-prospectus-unique': unique,
    'x-prospectus-notes': notes,
  };
}

function blockAttribute(line, unique, notes) {
  const names =
    /\[([^\]]*)\]/
      .exec(line)?.[1]
      ?.replaceAll(/\([^()]*\)/g, '') // title(length: 100, sort: Desc)
      .split(',')
      .map((one) => one.trim()) ?? [];
  if (line.startsWith('@@unique')) unique.push(names);
  else if (line.startsWith('@@id')) {
    unique.push(names);
    notes.push(`The key of ${names.join(' and ')} is kept as unique: each record has a key of its own.`);
  } else if (!line.startsWith('@@map')) notes.push(`'${line}' is left out; see 'indexes' and 'sort' in the guide.`);
}

function fieldOf(line, { enums, names, types }) {
  const found = /^(\w+)\s+(\w+)(\("[^"]*"\))?(\[\])?(\?)?\s*(.*)$/.exec(line);
  if (!found) return undefined;
  const [, name, type, , list, optional, attributes] = found;
  if (/@id\b/.test(attributes)) return { name, note: 'is the key: each record has a key of its own here.' };
  if (names.has(type) && !types.has(type))
    return {
      name,
      note: list ? `many records of ${type}: left out.` : `a record of ${type}: left out; see 'refs' in the guide.`,
    };
  if (type === 'Bytes') return { name, note: `${holdsBytes}.` };
  const one = enums.has(type)
    ? { type: 'string', enum: enums.get(type) }
    : types.has(type)
      ? { $ref: `#/$defs/${type}` }
      : scalars[type];
  if (!one) return { name, schema: {}, required: !optional && !list, note: `the type '${type}' is not known: kept as JSON.` };
  if (/@updatedAt\b/.test(attributes) || (isNow(attributes) && isOfTheRecord(name))) return { name, note: `${stampedAlready}.` };
  const { size, notes } = sizeOf(type, attributes);
  const first = defaultOf(type, attributes);
  return {
    name,
    required: !optional && !list && !('default' in first) && !/@default/.test(attributes),
    schema: {
      ...(list ? { type: 'array', items: { ...one, ...size } } : { ...one, ...size, ...first.schema }),
      ...(/@unique\b/.test(attributes) ? { 'x-prospectus-unique': true } : {}),
      'x-prospectus-notes': [...notes, ...(list ? defaultOfList(attributes) : first.notes)],
    },
  };
}

const defaultOfList = (attributes) => {
  const value = /@default\((\[.*?\])\)/.exec(attributes)?.[1];
  return value === undefined || value === '[]' ? [] : [`the default ${value} is left out`];
};
const isNow = (attributes) => /@default\(now\(\)\)/.test(attributes);

function sizeOf(type, attributes) {
  const [, native, size] = /@db\.(\w+)(?:\(([\d, ]+)\))?/.exec(attributes) ?? [];
  const notes = [];
  if (type === 'String' && size) return { size: { maxLength: Number(size.split(',')[0]) }, notes };
  if (type === 'Decimal' && size) {
    const [digits, decimals = 0] = size.split(',').map(Number);
    return { size: decimalsOf(digits, decimals, notes), notes };
  }
  if (native === 'Date') return { size: { format: 'date' }, notes };
  if (native === 'Time' || native === 'Timetz') return { size: { format: 'time' }, notes };
  return { size: native === 'Uuid' ? { format: 'uuid' } : native?.endsWith('Text') ? { 'x-prospectus-long': true } : {}, notes };
}

function defaultOf(type, attributes) {
  const value = /@default\((.*?)\)(?:\s+@|\s*$)/.exec(attributes)?.[1] ?? /@default\(([^()]*)\)/.exec(attributes)?.[1];
  if (value === undefined) return { schema: {}, notes: [] };
  if (isNow(attributes)) return { schema: { 'x-prospectus-now': true }, notes: [] };
  if (/^\w+\(/.test(value)) return { schema: {}, notes: [`the default ${value} is left out`] };
  const plain = /^"(.*)"$/.exec(value)?.[1].replaceAll(/\\(.)/g, '$1') ?? value;
  if (type === 'Boolean') return { schema: { default: plain === 'true' }, notes: [] };
  if (['Int', 'BigInt', 'Float', 'Decimal'].includes(type)) return { schema: { default: Number(plain) }, notes: [] };
  return { schema: { default: plain }, notes: [] };
}
