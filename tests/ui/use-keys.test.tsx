import { fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useKeys } from '../../src/ui/actions/use-keys';

function Page({ act, children }: { act: () => void; children?: ReactNode }): ReactNode {
  useKeys({ n: ['Open the next lead', act] });
  return children;
}
/** The n key, pressed in the field if there is one. */
function pressN(children?: ReactNode): number {
  const act = vi.fn();
  const { container, unmount } = render(<Page act={act}>{children}</Page>);
  fireEvent.keyDown(container.querySelector('input') ?? document.body, { key: 'n' });
  unmount();
  return act.mock.calls.length;
}

describe('the keys of a page', () => {
  it('work on the page, and not while someone types or a dialog is open', () => {
    expect(pressN()).toBe(1);
    expect(pressN(<input />)).toBe(0);
    expect(pressN(<div role="dialog">A question</div>)).toBe(0);
  });

  it('work again as soon as a dialog was closed, while antd still draws it and its field has the focus', () => {
    const leaving = (
      <div role="dialog" className="ant-modal ant-zoom-leave ant-zoom-leave-active">
        <input />
      </div>
    );
    expect(pressN(leaving)).toBe(1);
    expect(pressN(<div className="ant-drawer-panel-motion-right-leave">{leaving}</div>)).toBe(1);
    // beside another one that is open they do not
    expect(pressN([<div key="closed">{leaving}</div>, <div key="open" role="dialog" />])).toBe(0);
    // a page about leave is not leaving
    expect(pressN(<div role="dialog" className="ant-modal em-leave" />)).toBe(0);
  });
});
