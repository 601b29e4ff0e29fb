import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conditionColumns, operatorsOf, operatorWords } from '../../src/schemas/kit/condition-columns';
import {
  type Row,
  box,
  choose,
  form,
  high,
  open,
  options,
  posts,
  press,
  setRule,
  setUp,
  several,
  stored,
  tearDown,
  toast,
} from './dialer-rules-world';

beforeEach(setUp);
afterEach(tearDown);
const withRows = (...rows: Row[]): void => void setRule({ ...stored, rule: [{ condition: 'And', rules: rows }] });

describe('a row', () => {
  const labels =
    'Primary Source,Secondary Source,Tertiary Source,UTM Medium,UTM Source,UTM Campaign,State,City,Lead Recent Stage,Course,Priority,College,Lead Type,Last Education,Followup Date,Verification,Gender,Category,Stream,Year of Admission,Sub Stage,Followup Status,Lead Owner'.split(
      ',',
    );
  const names =
    'prmary_source secondary_source tertiary_source utm_medium utm_source utm_campaign state city last_callaction_btn_message course priority clg_id lead_type last_education last_callaction_call_date_time is_verified gender category stream year_of_admission last_callaction_sub_stage last_callaction_followup_status user_id'.split(
      ' ',
    );
  const three = (n: number): string => `DIALER-${String(n).padStart(3, '0')}`;
  it.each(names.map((name, at) => [three(18 + at), name, labels[at]!] as const))(
    '%s offers the column %s',
    async (_, name, label) => {
      withRows({ columnName: name, operator: name.endsWith('date_time') ? '<' : 'in' });
      open('/dialer-config?id=r-1');
      await form();
      expect(box('Block 1, condition 1: column').closest('.ant-select')!.textContent).toContain(label);
      expect(conditionColumns.map((column) => column.name)).toContain(name);
    },
  );

  it('DIALER-041 DIALER-045 DIALER-046 has 23 columns, dates with three operators and the others with two', () => {
    expect(conditionColumns.map(({ name }) => name)).toEqual(names);
    for (const column of conditionColumns)
      expect(
        operatorsOf(column).map((one) => `${operatorWords[one]} ${one}`),
        column.name,
      ).toEqual(
        column.name === 'last_callaction_call_date_time'
          ? ['Before <', 'After >', 'Between between']
          : ['Include in', 'Exclude NOT IN'],
      );
  });

  const multi: readonly (readonly [string, string])[] =
    'prmary_source utm_medium utm_source utm_campaign state city last_callaction_btn_message course clg_id last_education stream year_of_admission secondary_source tertiary_source last_callaction_sub_stage'
      .split(' ')
      .map((name, at) => [three(47 + at), name]);
  it.each(multi)('%s with in takes several of %s', async (_, name) => {
    withRows({ columnName: name, operator: 'in' });
    open('/dialer-config?id=r-1');
    await form();
    expect(several(/condition 1: value/)).toBe(true);
  });

  const multiNames = new Set(multi.map(([, name]) => name));
  const dates = 'last_callaction_call_date_time';
  it('DIALER-062 with in every other column takes one value', async () => {
    const single = names.filter((name) => !multiNames.has(name) && name !== dates);
    expect(single).toHaveLength(7);
    withRows(...single.map((columnName) => ({ columnName, operator: 'in' })));
    open('/dialer-config?id=r-1');
    await form();
    single.forEach((name, at) => expect(several(new RegExp(`condition ${at + 1}: value`)), name).toBe(false));
  });
  it('DIALER-062 with NOT IN every column takes one value at most', async () => {
    const all = names.filter((name) => name !== dates);
    withRows(...all.map((columnName) => ({ columnName, operator: 'NOT IN' })));
    open('/dialer-config?id=r-1');
    await form();
    // free texts are typed into a tag field that takes one value
    const most = (name: string, at: number): boolean =>
      name.startsWith('utm_') || !several(new RegExp(`condition ${at + 1}: value`));
    expect(all.filter((name, at) => !most(name, at))).toEqual([]);
    const typed = box(`Block 1, condition ${all.indexOf('utm_medium') + 1}: value`);
    for (const text of ['cpc', 'mail']) {
      fireEvent.change(typed, { target: { value: text } });
      fireEvent.keyDown(typed, { key: 'Enter', keyCode: 13 });
    }
    const items = typed.closest('.ant-select')!.querySelectorAll('.ant-select-selection-item');
    expect([...items].map((one) => one.textContent)).toEqual(['cpc']);
  });
  it('DIALER-062 the follow-up date takes one day before and after, a start and an end between', async () => {
    for (const [operator, inputs] of [
      ['<', 1],
      ['>', 1],
      ['between', 2],
    ] as const) {
      withRows({ columnName: dates, operator });
      open('/dialer-config?id=r-1');
      await form();
      expect(document.querySelectorAll('input[type="date"]'), operator).toHaveLength(inputs);
      cleanup();
    }
  });

  it.each([
    ['is_verified', 'DIALER-077', ['Verified', 'Not Verified'], ['1', '0']],
    ['gender', 'DIALER-078', ['Female', 'Male', 'Other'], ['female', 'male', 'other']],
    ['last_callaction_followup_status', 'DIALER-079', ['Yes', 'No'], ['1', '0']],
    ['priority', 'DIALER-080 CONST-032', ['Low', 'Medium', 'High'], ['0', '1', '2']],
  ])('%s %s has its fixed options', async (name, _, words, keys) => {
    withRows({ columnName: name, operator: 'in' });
    open('/dialer-config?id=r-1');
    await form();
    const texts = await options(/condition 1: value/);
    expect(texts.toSorted()).toEqual(words.toSorted());
    const known = conditionColumns.find((column) => column.name === name)!.words!;
    expect(words.map((word) => Object.keys(known).find((key) => known[key] === word))).toEqual(keys);
    expect(several(/condition 1: value/)).toBe(false);
  });

  it('DIALER-042 DIALER-043 changing the column clears the value and offers its own options', async () => {
    withRows(high);
    open('/dialer-config?id=r-1');
    await form();
    await choose('Block 1, condition 1: column', 'Gender');
    expect(await options('Block 1, condition 1: value')).toEqual(['Female', 'Male', 'Other']);
    press('Update Rule');
    await toast('Trigger value required');
  });

  /** 12 March in Pune, while it is still the 11th in London. */
  const presets = [
    [three(63), 'Today', '2026-03-12', '2026-03-12'],
    [three(64), 'Yesterday', '2026-03-11', '2026-03-11'],
    [three(65), 'Last 7 Days', '2026-03-06', '2026-03-12'],
    [three(66), 'Last 30 Days', '2026-02-11', '2026-03-12'],
    [three(67), 'This Month', '2026-03-01', '2026-03-12'],
    [three(68), 'Last Month', '2026-02-01', '2026-02-28'],
  ] as const;
  it('a date has these six presets, and a single date takes their first day', async () => {
    withRows({ columnName: dates, operator: '<' });
    open('/dialer-config?id=r-1');
    await form();
    expect(await options(/value, presets/)).toEqual(presets.map(([, text]) => text));
    fireEvent.click([...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === 'Last Month')!);
    expect(document.querySelector<HTMLInputElement>('input[type="date"]')!.value).toMatch(/-01$/);
  });
  it.each(presets)('%s DIALER-069 the preset %s stores its days', async (_, label, start, end) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T20:00:00Z') });
    try {
      withRows({ columnName: dates, operator: 'between' });
      open('/dialer-config?id=r-1');
      await form();
      await choose(/value, presets/, label);
      press('Update Rule');
      await toast('Created successfully');
      const { value } = (posts()[0]!['rule'] as { rules: Row[] }[])[0]!.rules[0]! as { value: Row };
      expect(value).toEqual({ start, end });
    } finally {
      vi.useRealTimers();
    }
  });

  const dependent = [
    ['DIALER-070', 'city', { columnName: 'state', value: ['Goa'] }, 'Goa city'],
    ['DIALER-071', 'course', { columnName: 'stream', value: ['st-1'], valueAry: [{ key: 'st-1', value: 'Law' }] }, 'Law course'],
    ['DIALER-072', 'last_callaction_sub_stage', { columnName: 'last_callaction_btn_message', value: ['Hot'] }, 'Paying'],
  ] as const;
  it.each(dependent)('%s the options of %s are those of the chosen parent', async (_, name, parent, text) => {
    withRows({ operator: 'in', ...parent }, { columnName: name, operator: 'in' });
    open('/dialer-config?id=r-1');
    await form();
    await waitFor(async () => expect(await options(/condition 2: value/)).toEqual([text]));
  });
  it.each(dependent.map(([, ...rest]) => rest))(
    'DIALER-073 without a parent the row of %s has no value and no options',
    async (name, parent, _text) => {
      withRows(
        { operator: 'in', ...parent },
        { columnName: name, operator: 'in', value: ['x'], valueAry: [{ key: 'x', value: 'Gone' }], displayName: 'Gone' },
      );
      open('/dialer-config?id=r-1');
      await form();
      expect(screen.getByRole('form').textContent).toContain('Gone');
      press('Remove block 1, condition 1');
      expect(screen.getByRole('form').textContent).not.toContain('Gone');
      expect(await options(/condition 1: value/)).toEqual([]);
    },
  );
});
