import type { ReactNode } from 'react';
import { readCell, type Cell } from '../../schemas/kit/cells';
import { dimensionOf, isDimension, partsOf, type Dimension, type DimensionId } from '../../schemas/kit/dimensions';
import { measureOf } from '../../schemas/kit/measures';
import { Icon } from '../../ui/marks/icon';
import { plainDate } from '../../ui/time/dates';
import { useReferenceTexts } from './use-reference-texts';

/** The number of a report whose rows the list shows, in words: 'Leads assigned · Rohini Deshpande · 2 Mar 2026'. */
export default function CellChip({ text, onRemove }: { text: string; onRemove: () => void }): ReactNode {
  const cell = cellOf(text);
  return (
    <span className="p-chip-pair">
      <span className="p-chip">
        {cell ? (
          <>
            {measureOf(cell.measure).label}{' '}
            <b>
              {Object.entries(cell.values).map(([id, values]) =>
                isDimension(id) ? <Values key={id} id={id} values={values} /> : null,
              )}
              {cell.from === cell.to ? plainDate(cell.from) : `${plainDate(cell.from)} – ${plainDate(cell.to)}`}
            </b>
          </>
        ) : (
          'A number of a report that cannot be read'
        )}
      </span>
      <button type="button" className="p-chip" onClick={onRemove} aria-label="Show all rows again">
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

function cellOf(text: string): Cell | undefined {
  try {
    return readCell(text);
  } catch {
    return undefined; // the list shows the server's sentence
  }
}

function Values({ id, values }: { id: DimensionId; values: readonly string[] }): ReactNode {
  const dimension: Dimension = dimensionOf(id);
  const texts = useReferenceTexts(
    dimension.of,
    values.filter(Boolean).map((one) => partsOf(id, one)[0]),
  );
  const textOf = (value: string): string => {
    if (value === '') return dimension.unset;
    const [record, part] = partsOf(id, value);
    const text = dimension.choices?.[value] ?? texts.get(record) ?? (dimension.of ? '…' : timeText(id, value));
    return part ? `${text} · ${part}` : text;
  };
  return `${values.map(textOf).join(', ')} · `;
}

/** '9' of an hour is '09:00', and a day is written as everywhere. */
function timeText(id: DimensionId, value: string): string {
  switch (id) {
    case 'hour':
    case 'work_hour':
      return /^\d+$/.test(value) ? `${value.padStart(2, '0')}:00` : value === 'before' ? 'Before' : 'After';
    case 'day':
      return plainDate(value);
    case 'week':
      return `Week of ${plainDate(value)}`;
    case 'month':
      return plainDate(`${value}-01`).replace(/^\d+ /, '');
    default:
      return value;
  }
}
