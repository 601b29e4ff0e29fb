import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fewestRows, rowsOfNext } from '../../server/exports/page-size';
import { freshStore } from '../support/database';
import { makeListWorld, type ListWorld } from './list-work';

/** The rows of the pages of a list that takes `fixed` ms for a page and `perRow` ms for each of its rows. */
function pages(fixed: number, perRow: number, most: number): number[] {
  const found = [fewestRows];
  while (found.length < 12) {
    const rows = found.at(-1)!;
    found.push(rowsOfNext(rows, fixed + rows * perRow, most));
  }
  return found;
}

describe('TRUST-S35 the pages of an export', () => {
  it('hold the connection for about 30 ms, however long a row takes', () => {
    for (const perRow of [0.2, 0.5, 1]) {
      const last = pages(4, perRow, 200).at(-1)!;
      expect(4 + last * perRow).toBeGreaterThan(20);
      expect(4 + last * perRow).toBeLessThan(40);
    }
  });
  it('grow to the largest where rows are quick, and no further', () => {
    expect(pages(1, 0.01, 200).slice(0, 6)).toEqual([20, 40, 80, 160, 200, 200]);
    expect(rowsOfNext(10, 0, 10)).toBe(10);
  });
  it('keep some rows where each takes long, so that an export ends', () => {
    expect(pages(0, 50, 200).at(-1)).toBe(fewestRows);
    expect(pages(0, 50, 10).at(-1)).toBe(10);
  });
});

describe('TRUST-S35 an export', () => {
  let world: ListWorld;
  beforeAll(async () => {
    world = await makeListWorld(await freshStore());
    await world.publishers(100, `'Page ' || n`);
    // What the job has written after each of its pages.
    await world.test.store.admin(`create table "pages" ("n" serial, "done" bigint);
      create function "note_page"() returns trigger language plpgsql security definer as
        $$ begin insert into public."pages" ("done") values (new."done"); return new; end $$;
      create trigger "note_page" after update on "jobs" for each row
        when (new."kind" = 'list-export' and new."done" is distinct from old."done") execute function "note_page"()`);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => world.test.close());

  /** The rows of its pages, by a clock that stands `step` ms later each time it is looked at. */
  async function pagesOf(step: number): Promise<number[]> {
    await world.test.store.admin('delete from "pages"');
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
    const answer = await world.post('res/publishers/export', { format: 'csv', columns: ['name'], query: { q: 'Page' } });
    expect(answer.body['rows'], answer.text).toBe(100);
    const written = await world.test.store.admin<{ done: number }>('select "done" from "pages" where "done" > 0 order by "n"');
    return written.map(({ done }, at) => done - (written[at - 1]?.done ?? 0));
  }

  it('reads few rows at a time where a page takes long', async () => {
    expect(await pagesOf(1000)).toEqual([20, 20, 20, 20, 20]);
  });
  it('reads more at a time where it does not', async () => {
    expect(await pagesOf(0)).toEqual([20, 40, 40]);
  });
});
