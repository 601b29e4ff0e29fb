// Reads a file of any of the formats as one JSON Schema document.
import { parse } from 'yaml';
import { schemaOfCsv } from './from-csv.mjs';
import { isDoctype, schemaOfDoctypes } from './from-frappe.mjs';
import { schemaOfPrisma } from './from-prisma.mjs';
import { schemaOfSql } from './from-sql.mjs';
import { isObject } from './merge.mjs';
import { CannotConvert } from './notes.mjs';

export function readSource(bytes, file, notes) {
  const text = textOf(bytes, file);
  if (!text.trim()) throw new CannotConvert(`'${file}' is empty.`);
  if (/\.(csv|tsv)$/i.test(file)) return schemaOfCsv(text, notes);
  if (/\.prisma$/i.test(file)) return schemaOfPrisma(text);
  if (/\.sql$/i.test(file)) return schemaOfSql(text);
  const data = parsed(text, file);
  if (isDoctype(data)) return schemaOfDoctypes(data);
  if (typeof data === 'boolean') return {};
  if (!isObject(data))
    throw new CannotConvert(`'${file}' is not a JSON Schema: it holds ${Array.isArray(data) ? 'a list' : 'a single value'}.`);
  return data;
}

function textOf(bytes, file) {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (/\.(csv|tsv)$/i.test(file)) return new TextDecoder('windows-1252').decode(bytes);
    throw new CannotConvert(`'${file}' is not a text in UTF-8.`);
  }
}

function parsed(text, file) {
  try {
    return JSON.parse(text);
  } catch (wrong) {
    if (!/\.ya?ml$/i.test(file)) throw new CannotConvert(`'${file}' is not valid JSON: ${wrong.message}`);
  }
  try {
    return parse(text);
  } catch (wrong) {
    throw new CannotConvert(`'${file}' is not valid YAML: ${wrong.message.split('\n')[0]}`);
  }
}
