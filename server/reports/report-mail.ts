import { dimensionOf } from '../../src/schemas/kit/dimensions';
import { indianNumber } from '../../src/schemas/kit/counted';
import type { Unit } from '../../src/schemas/kit/measure-kinds';
import { numberText } from '../../src/schemas/kit/number-text';
import type { ReportSpec, ReportTable, ShownCell, ShownRow } from '../../src/schemas/kit/report';

interface Around {
  readonly publicUrl: string;
  readonly zone: string;
  /** Puts the tenant's own word for its colleges into a text. */
  readonly withEntity: (text: string) => string;
  /** What the numbers are of, as names and values. */
  readonly filters: readonly (readonly [string, string])[];
  readonly note: string;
}
/** What the subject and the line under the title say already. */
const saidAbove = ['Report', 'From', 'To', 'Time zone', 'As of'];
/** The outbox keeps 20,000 characters of a message. */
const longest = 17_000;

/** A report as an email: the total, then rows as far as they fit, and the way to the page itself. */
export function reportMail(
  spec: ReportSpec,
  { name, address }: { readonly name: string; readonly address: string | null },
  table: ReportTable,
  { publicUrl, zone, withEntity, filters, note }: Around,
): { readonly subject: string; readonly body: string } {
  const title = withEntity(spec.title);
  const days = table.from === table.to ? dayText(table.from) : `${dayText(table.from)} to ${dayText(table.to)}`;
  const kept = new URLSearchParams(address ?? '');
  kept.set('from', table.from);
  kept.set('to', table.to);
  const link = `${publicUrl}${spec.path}?${kept.toString()}`;
  const rowTitle = table.levels.map((id) => withEntity(dimensionOf(id).label));
  const cellsOf = (cells: readonly ShownCell[]): string =>
    cells
      .map(({ value, before }, at) => {
        const text = (one: ShownCell['value']): string => figure(one, table.columns[at]?.unit ?? 'count', zone);
        return `<td align="right">${escaped(before === undefined ? text(value) : `${text(value)} (${text(before)})`)}</td>`;
      })
      .join('');
  const head = [rowTitle.join(', '), ...table.columns.map(({ over, title: text }) => (over ? `${over}: ${text}` : text))];
  const lines = [
    `<tr>${head.map((text, at) => `<th align="${at ? 'right' : 'left'}">${escaped(text)}</th>`).join('')}</tr>`,
    `<tr><td><b>Total</b></td>${cellsOf(table.totals)}</tr>`,
  ];
  const rows = flat(table.rows);
  const said = filters.filter(([label]) => !saidAbove.includes(label));
  let length = lines.join('').length + said.join('').length;
  let shown = 0;
  for (const { row, depth } of rows) {
    const line = `<tr><td>${'&nbsp;&nbsp;'.repeat(depth)}${escaped(row.title)}</td>${cellsOf(row.cells)}</tr>`;
    if (length + line.length > longest) break;
    length += line.length;
    lines.push(line);
    shown++;
  }
  const more = rows.length - shown + table.left_out;
  return {
    subject: `${name}: ${title}, ${days}`.slice(0, 200),
    body: [
      `<h2>${escaped(title)}</h2><p>${escaped(days)} (${escaped(zone)}), the numbers that you may see.</p>`,
      `<p>${said.map(([label, text]) => `${escaped(label)}: ${escaped(text)}`).join('<br>')}</p>`,
      `<table border="1" cellpadding="4" cellspacing="0">${lines.join('')}</table>`,
      note ? `<p>${escaped(note)}</p>` : '',
      more ? `<p>${indianNumber(more)} more rows are in the report.</p>` : '',
      `<p><a href="${escaped(link)}">Open the report</a></p>`,
    ].join('\n'),
  };
}

function flat(rows: readonly ShownRow[], depth = 0): { readonly row: ShownRow; readonly depth: number }[] {
  return rows.flatMap((row) => [{ row, depth }, ...flat(row.rows ?? [], depth + 1)]);
}

const figure = (value: number | string | null, unit: Unit, zone: string): string =>
  numberText(value, unit, (at) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  );

const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
