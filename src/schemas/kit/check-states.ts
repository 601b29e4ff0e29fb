import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import { people } from './named-resources';
import { refOf, type AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';

const keys = ['field', 'moves', 'closed'];
const moveKeys = ['label', 'from', 'to', 'require', 'access', 'by', 'look'];
const shape = "[{ label: 'Submit', from: 'draft', to: 'submitted' }]";

/** Checks that states are choices of a field with a first one, and that moves lead from one to another. */
export function checkStates(resource: AnyResource, fail: Fail): void {
  const { states, fields, editIf } = resource;
  if (editIf) {
    const choices = (fields.properties[editIf.field]?.enum ?? []).map(String);
    for (const one of editIf.in)
      if (!isOneOf(choices, one)) fail('editIf', `'${one}' is not a choice of '${editIf.field}'; ${instead(one, choices)}`);
  }
  if (states === undefined) return;
  const names = Object.keys(fields.properties);
  for (const key of Object.keys(states))
    if (!keys.includes(key)) fail(`states.${key}`, `is not known here; ${instead(key, keys)}`);
  if (!names.includes(states.field)) fail('states.field', `'${states.field}' is not a field; ${instead(states.field, names)}`);
  const field = fields.properties[states.field];
  const choices = (field?.enum ?? []).map(String);
  if (!choices.length || typeof field?.default !== 'string')
    fail('states.field', `'${states.field}' must name its states and the first one; write enum: ['draft', …], default: 'draft'`);
  if (resource.readOnly?.includes(states.field)) fail('states.field', `'${states.field}' is in readOnly; remove it there`);
  if (!Array.isArray(states.moves) || !states.moves.length) fail('states.moves', `must be a list of moves; write ${shape}`);
  const isState = (at: string, one: unknown): void => {
    if (!isOneOf(choices, one)) fail(at, `'${String(one)}' is not a state; ${instead(one, choices)}`);
  };
  for (const one of states.closed ?? []) isState('states.closed', one);
  for (const [at, move] of states.moves.entries()) {
    const here = `states.moves.${at}`;
    checkShapeOf(here, move, fail);
    for (const one of [move.from].flat()) isState(`${here}.from`, one);
    isState(`${here}.to`, move.to);
    if ([move.from].flat().includes(move.to)) fail(here, `leads from '${move.to}' to itself; choose another state`);
    for (const name of move.require ?? [])
      if (!names.includes(name)) fail(`${here}.require`, `'${name}' is not a field; ${instead(name, names)}`);
    if (move.by !== undefined && move.by !== 'created_by' && refOf(resource, move.by)?.to !== people)
      fail(`${here}.by`, `'${move.by}' does not name a user; add it to refs: { ${move.by}: '${people}' }`);
  }
}

function checkShapeOf(here: string, move: unknown, fail: Fail): void {
  if (!isRecord(move) || typeof move['label'] !== 'string') fail(here, `must say what its button is called; write ${shape}`);
  for (const key of Object.keys(move))
    if (!moveKeys.includes(key)) fail(`${here}.${key}`, `is not known here; ${instead(key, moveKeys)}`);
}
