import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { scopeNeeded } from '../../server/identity/api-keys';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { keyOf } from '../../src/schemas/kit/resource';
import { build, call, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { filledRow } from '../support/filled';

type Row = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: Row[];
  readonly parameters: { name: string; in: string; required?: boolean; schema: Row }[];
  readonly requestBody?: { content: Record<string, { schema: Row; examples?: Record<string, { value: Row }> }> };
  readonly responses: Record<string, { content?: Record<string, { schema: Row }> }>;
  readonly 'x-access': { operation: string; rule: unknown };
  readonly 'x-scope'?: string;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, Row> };
}

let test: TestApp;
let admin: Browser;
let text: string;
let document: Document;
const { endpoints } = collectEndpoints();

beforeAll(async () => {
  test = await build();
  await test.store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) values (101, 'India', '91'); commit`);
  admin = await signIn(test, 'admin@northstar.example');
  text = (await call(test, newBrowser(), 'GET', 'openapi.json')).text;
  document = JSON.parse(text) as Document;
});
afterAll(() => test.close());

const at = (method: string, path: string): Operation | undefined => document.paths[`/api/${path}`]?.[method.toLowerCase()];

describe('/api/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text) as Row);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has schemas that a validator accepts, and no broken reference', () => {
    const ajv = validator();
    for (const name of Object.keys(document.components.schemas))
      expect(() => ajv.compile({ $ref: `all#/components/schemas/${name}` })).not.toThrow();
    for (const [, name] of text.matchAll(/#\/components\/schemas\/([\w-]+)/g))
      expect(document.components.schemas).toHaveProperty(name!);
  });

  it('lists every call with its description, permission and key scope', () => {
    for (const endpoint of endpoints) {
      const found = at(endpoint.method, endpoint.wire.path);
      expect([endpoint.name, found?.summary.length ?? 0]).not.toEqual([endpoint.name, 0]);
      expect(found!.description).toMatch(/^(Needs|For|Without)/);
    }
    const alone = endpoints.filter(
      (one) => endpoints.filter((two) => two.method === one.method && two.wire.path === one.wire.path).length === 1,
    );
    expect(alone.length).toBeGreaterThan(endpoints.length * 0.8);
    for (const endpoint of alone) {
      const found = at(endpoint.method, endpoint.wire.path)!;
      expect(found['x-access']).toEqual({
        operation: endpoint.operation,
        rule: JSON.parse(JSON.stringify(endpoint.access)) as unknown,
      });
      expect(found['x-scope']).toBe(scopeNeeded(endpoint));
      expect(found.security.length === 0).toBe(endpoint.access === 'public');
    }
    const ids = Object.values(document.paths).flatMap((one) => Object.values(one).map((operation) => operation.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes the body of every write and a refusal of every call', () => {
    for (const endpoint of endpoints) {
      const found = at(endpoint.method, endpoint.wire.path)!;
      expect(Object.keys(found.responses).length).toBeGreaterThan(3);
      if (endpoint.method === 'GET' || endpoint.call) continue;
      const operation = endpoint.name.slice(endpoint.name.lastIndexOf('.') + 1);
      if (['create', 'update', 'status'].includes(operation))
        expect([endpoint.name, Boolean(found.requestBody)]).toEqual([endpoint.name, true]);
    }
  });

  it('describes the filters, sorting and paging of a list', () => {
    const { parameters } = at('GET', 'res/colleges')!;
    const names = parameters.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(['_start', '_end', '_sort', '_order', 'q', 'after', 'state_id', 'status']));
    expect(parameters.find((one) => one.name === '_sort')!.schema['enum']).toEqual(expect.arrayContaining(['clg_name', 'seats']));
  });

  it('never shows a secret or an internal field', () => {
    for (const resource of resources)
      for (const name of resource.secret ?? [])
        expect((document.components.schemas[resource.name]?.['properties'] as Row | undefined)?.[name]).toBeUndefined();
    for (const resource of resources)
      if (resource.access === 'nobody') expect(document.components.schemas[resource.name]).toBeUndefined();
  });

  it("shows the tenant's custom fields to its users, at once", async () => {
    await call(test, admin, 'POST', 'create/custome-field', {
      entity: 'lead',
      label: 'Blood group',
      type: 'select',
      options: ['A', 'B'],
      required: true,
    });
    const own = JSON.parse((await call(test, admin, 'GET', 'openapi.json')).text) as Document;
    const custom = (schema: Row | undefined) =>
      ((schema?.['properties'] as Row | undefined)?.['custom'] as Row | undefined)?.['properties'];
    expect(custom(own.components.schemas['leads-draft'])).toMatchObject({ blood_group: { type: 'string', enum: ['A', 'B'] } });
    expect(custom(own.components.schemas['leads'])).toHaveProperty('blood_group');
    expect(own.paths['/api/res/leads']!['get']!.parameters.map((one) => one.name)).toContain('custom.blood_group');
    const foreign = await signIn(test, 'admin@lakeview.example');
    for (const who of [newBrowser(), foreign])
      expect((await call(test, who, 'GET', 'openapi.json')).text).not.toContain('blood_group');
    await call(test, admin, 'POST', 'delete/custome-field', {
      id: ((await call(test, admin, 'POST', 'get/custome-field', { entity: 'lead' })).body as { data: Row[] }).data[0]!['id'],
    });
  });

  it('has examples that are accepted, and answers of the documented shape', async () => {
    const ajv = validator();
    const compiled = new Map<Operation, ReturnType<Ajv2020['compile']>>();
    const wrong: string[] = [];
    let sent = 0;
    const check = (what: string, operation: Operation, answer: Answer): void => {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      if (answer.code !== 200) wrong.push(`${what}: ${answer.text.slice(0, 300)}`);
      else if (schema) {
        const validate = compiled.get(operation) ?? ajv.compile(absolute(schema));
        compiled.set(operation, validate);
        if (!validate(JSON.parse(answer.text))) wrong.push(`${what}: ${ajv.errorsText(validate.errors).slice(0, 300)}`);
      }
      sent++;
    };
    for (const resource of resources) {
      const post = endpoints.find((one) => one.name === `${resource.name}.create` && one.method === 'POST');
      const operation = post && at('POST', post.wire.path);
      if (!operation || !resource.examples?.length || resource.store === 'shared' || resource.store === 'none') continue;
      const { answer, key } = await makeOnce(resource.name);
      check(`${resource.name}.create`, operation, answer);
      for (const name of ['read', 'list'] as const) {
        const endpoint = endpoints.find((one) => one.name === `${resource.name}.${name}` && one.method === 'GET');
        if (!endpoint || key === undefined) continue;
        const path =
          endpoint.wire.path.replaceAll(/\{_?id\}/g, String(key)) +
          (endpoint.wire.query.some((one) => one.name === 'id') ? `?id=${String(key)}` : '');
        check(`${resource.name}.${name}`, at('GET', endpoint.wire.path)!, await call(test, admin, 'GET', path));
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(60);
  });
});

/** The record of each resource, created once from its example; records that the example names ('$colleges') come first. */
const made = new Map<string, Promise<{ answer: Answer; key: unknown }>>();
function makeOnce(name: string): Promise<{ answer: Answer; key: unknown }> {
  const known = made.get(name) ?? make(name);
  made.set(name, known);
  return known;
}
async function make(name: string): Promise<{ answer: Answer; key: unknown }> {
  const endpoint = endpoints.find((one) => one.name === `${name}.create` && one.method === 'POST')!;
  const examples = at('POST', endpoint.wire.path)!.requestBody!.content['application/json']?.examples ?? {};
  const example = Object.values(examples)[0]?.value ?? resourceNamed(name).examples![0]!;
  const draft: Row = await filledRow(example, async (to) => (await makeOnce(to)).key);
  if ('state_id' in draft) draft['state_id'] = (await makeOnce('states')).key;
  const answer = await call(test, admin, 'POST', endpoint.wire.path, draft);
  const record = (endpoint.wire.path.startsWith('res/') ? answer.body : answer.body['data']) as Row | undefined;
  return { answer, key: record?.['id'] ?? record?.[keyOf(resourceNamed(name)).name] };
}

function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(JSON.parse(text.replaceAll('"#/components/', '"all#/components/')) as Row, 'all');
  return ajv;
}
const absolute = (schema: Row): Row =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"all#/components/')) as Row;
