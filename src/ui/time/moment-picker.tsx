import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import './moment-picker.css';
import { localOf, wallDates, wallOf } from './wall-dates';

const WallPicker = DatePicker.generatePicker<Dayjs>(wallDates);
type PickerProps = ComponentProps<typeof WallPicker>;

export interface MomentPickerProps extends Pick<
  PickerProps,
  'ref' | 'name' | 'onBlur' | 'disabled' | 'status' | 'aria-required' | 'aria-invalid' | 'aria-describedby'
> {
  readonly id: string;
  /** 'YYYY-MM-DDTHH:mm', empty for none. */
  readonly value: string;
  /** Each complete time, also while the calendar is still open; empty when the field is cleared. */
  readonly onChange: (local: string) => void;
  /** Earlier days cannot be chosen in the calendar; one that is typed is the form's to refuse. */
  readonly min?: string;
}

/** A day and a time, typed or chosen. Enter accepts and Escape closes the calendar; once it is closed they are the form's again. */
export function MomentPicker({ value, onChange, min = '', ...props }: MomentPickerProps): ReactNode {
  const [open, setOpen] = useState(false);
  const choose = (wall: Dayjs | Dayjs[] | null): void => {
    if (!Array.isArray(wall)) onChange(wall ? localOf(wall) : '');
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target } = event;
    if (open && key === 'Escape') event.stopPropagation(); // otherwise the dialog would close too
    else if (open && key === 'Enter') event.preventDefault();
    else if (!open && key === 'Enter') {
      event.preventDefault();
      if (target instanceof HTMLInputElement) target.form?.requestSubmit();
    } else if (!open && key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    }
  };
  return (
    // antd's picker keeps its value when its text is deleted
    <span
      data-open={open || undefined}
      className="p-moment"
      onInput={({ target }) => target instanceof HTMLInputElement && !target.value && onChange('')}
    >
      <WallPicker
        {...props}
        open={open}
        onOpenChange={setOpen}
        onKeyDown={onKey}
        format="ddd D MMM YYYY HH:mm"
        placeholder={`e.g. 24 Nov ${wallDates.getNow().year()} 17:30`}
        showTime={{ format: 'HH:mm', minuteStep: 5, defaultOpenValue: wallDates.getNow().hour(11).minute(0) }}
        showNow={false}
        needConfirm={false}
        minDate={wallOf(min) ?? undefined}
        inputReadOnly={matchMedia('(pointer: coarse)').matches} // no keyboard over the calendar of a phone
        classNames={{ popup: { root: 'p-moment-panel' } }}
        // a movement that the page's style leaves out never ends, and the calendar would wait for it out of sight
        transitionName={matchMedia('(prefers-reduced-motion: reduce)').matches ? '' : 'ant-slide-up'}
        value={wallOf(value)}
        onChange={choose}
        onCalendarChange={choose}
      />
    </span>
  );
}
