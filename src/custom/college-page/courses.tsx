import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { numberWords } from '../../kinds/number-words';
import { deleteRow, listOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceForm } from '../../resources/form/form-on-demand';
import type { CollegeCourse, collegeCourses } from '../../schemas/settings/college-courses';
import { MenuButton } from '../../ui/actions/menu-button';
import { ask } from '../../ui/dialogs/ask';
import { Icon } from '../../ui/marks/icon';
import { EmptyState } from '../../ui/page/states';
import { plainDate } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';
import { Loaded } from './loaded';

const courseList = listOf<typeof collegeCourses>('college-courses');
const most = 500;

/** The college's courses with what each costs and asks for. */
export function Courses({ id }: { id: string }): ReactNode {
  const client = useQueryClient();
  const may = useMayDo('college-courses');
  const query = useCall(courseList, { clg_id: id, _start: 0, _end: most, _sort: 'created_at', _order: 'asc' }, { retry: false });
  const [form, setForm] = useState<'new' | string | number>();
  const chunk = useResource(form === undefined ? undefined : 'college-courses');
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: callKey(courseList) });
  const remove = (course: CollegeCourse): void =>
    ask({
      title: `Remove ${nameOf(course)}?`,
      okText: 'Remove',
      onOk: () =>
        deleteRow<typeof collegeCourses>('college-courses', course.id).then(refresh, (error: unknown) => toasts.error(error)),
    });
  const add = may('create') ? (
    <Button icon={<Icon name="plus" size={14} />} onClick={() => setForm('new')}>
      Add course
    </Button>
  ) : null;
  return (
    <>
      <Loaded query={query} what="The courses">
        {(courses) =>
          courses.length === 0 ? (
            <EmptyState title="No course yet" icon="file" next={add}>
              The courses listed here are recommended to leads.
            </EmptyState>
          ) : (
            <>
              <div className="cp-head">{add}</div>
              <CourseTable
                courses={courses}
                {...(may('update') ? { onEdit: (course: CollegeCourse) => setForm(course.id) } : {})}
                {...(may('delete') ? { onRemove: remove } : {})}
              />
            </>
          )
        }
      </Loaded>
      {form !== undefined && chunk ? (
        <ResourceForm
          chunk={chunk}
          as="drawer"
          {...(form === 'new' ? { given: { clg_id: Number(id) } } : { id: form })}
          onClose={() => setForm(undefined)}
          onSaved={() => {
            setForm(undefined);
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}

const nameOf = ({ _labels: labels, course_id: id }: CollegeCourse): string =>
  typeof labels?.['course_id'] === 'string' ? labels['course_id'] : id;

function CourseTable({
  courses,
  onEdit,
  onRemove,
}: {
  courses: readonly CollegeCourse[];
  onEdit?: (course: CollegeCourse) => void;
  onRemove?: (course: CollegeCourse) => void;
}): ReactNode {
  return (
    <div className="cp-scroll" tabIndex={0} role="region" aria-label="Courses">
      <table className="cp-table">
        <thead>
          <tr>
            <th scope="col">Course</th>
            <th scope="col">Total fee</th>
            <th scope="col">Seats</th>
            <th scope="col">Minimum marks</th>
            <th scope="col">Entrance exams</th>
            <th scope="col">Intake</th>
            <th scope="col">Last date</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => {
            const choices = [
              ...(onEdit ? [{ label: 'Edit', choose: () => onEdit(course) }] : []),
              ...(onRemove ? [{ label: 'Remove', choose: () => onRemove(course) }] : []),
            ];
            return (
              <tr key={course.id}>
                <th scope="row">{nameOf(course)}</th>
                <td className="p-num">{course.fee_total == null ? '–' : `₹ ${numberWords(course.fee_total)}`}</td>
                <td className="p-num">{numberWords(course.seats)}</td>
                <td className="p-num">{course.min_percent == null ? '–' : `${course.min_percent} %`}</td>
                <td>{course.exams?.join(', ') || '–'}</td>
                <td>{course.intake || '–'}</td>
                <td>{plainDate(course.last_date)}</td>
                <td>
                  {choices.length ? (
                    <MenuButton label={`Actions for ${nameOf(course)}`} choices={choices}>
                      <Icon name="more" />
                    </MenuButton>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
