import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { useUnseen } from '../../providers/screens/use-unseen';
import { cardDimensions, cardMeasures } from '../../schemas/kit/dashboard-layout';
import { dimensionOf, type DimensionId } from '../../schemas/kit/dimensions';
import { measureOf, type MeasureId } from '../../schemas/kit/measures';

/** Chooses a measure of the dictionary, and what it has rows of. */
export function AddMeasure({ onAdd }: { onAdd: (measure: MeasureId, over: DimensionId | undefined) => void }): ReactNode {
  const [{ measure, over }, setChosen] = useState<{ measure?: MeasureId | undefined; over?: DimensionId | undefined }>({});
  const seesOrders = useMayDo('orders')('list');
  const isVeiled = useUnseen();
  const add = (): void => {
    if (!measure) return;
    onAdd(measure, over);
    setChosen({});
  };
  return (
    <fieldset className="db-add">
      <legend>Add a card</legend>
      <Select
        aria-label="Measure"
        placeholder="Measure"
        showSearch={{ optionFilterProp: 'label' }}
        value={measure ?? null}
        options={cardMeasures
          .filter((id) => seesOrders || !measureOf(id).money)
          .map((id) => ({ value: id, label: measureOf(id).label, title: measureOf(id).definition }))}
        onChange={(next: MeasureId | null) => setChosen({ measure: next ?? undefined, over })}
      />
      <Select
        aria-label="By"
        placeholder="One number"
        allowClear
        value={over ?? null}
        options={cardDimensions
          .filter((id) => isVeiled && !isVeiled(id))
          .map((id) => ({ value: id, label: `By ${dimensionOf(id).label.toLowerCase()}` }))}
        onChange={(next: DimensionId | null) => setChosen({ measure, over: next ?? undefined })}
      />
      <Button disabled={!measure} onClick={add}>
        Add card
      </Button>
      <p className="p-quiet">
        {measure ? measureOf(measure).definition : 'Any measure of the reports, as a number or a bar chart.'}
      </p>
    </fieldset>
  );
}
