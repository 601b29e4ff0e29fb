import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createEvent, createStore, useStore } from '../../src/providers/store';

describe('an event', () => {
  it('calls its listeners in order, skips one that has just stopped, and calls a new one from the next event', () => {
    const event = createEvent<[string]>();
    const heard: string[] = [];
    event.on((what) => {
      heard.push(`first ${what}`);
      stop();
      if (what === 'a') event.on((next) => void heard.push(`new ${next}`));
    });
    const stop = event.on((what) => void heard.push(`second ${what}`));
    event.tell('a');
    expect(heard).toEqual(['first a']);
    event.tell('b');
    expect(heard).toEqual(['first a', 'first b', 'new b']);
  });

  it("logs one listener's error and calls the others", () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const event = createEvent();
    const heard = vi.fn();
    event.on(() => {
      throw new Error('mine');
    });
    event.on(heard);
    event.tell();
    expect(heard).toHaveBeenCalledOnce();
    expect(logged).toHaveBeenCalledWith(new Error('mine'));
    logged.mockRestore();
  });
});

describe('a store', () => {
  it('rerenders only when the value changes', () => {
    const store = createStore(1);
    let drawn = 0;
    const { result, unmount } = renderHook(() => {
      drawn++;
      return useStore(store);
    });
    act(() => store.set(1));
    expect([result.current, drawn]).toEqual([1, 1]);
    act(() => store.set(2));
    expect([result.current, drawn]).toEqual([2, 2]);
    unmount();
    store.set(3);
    expect([store.get(), drawn]).toEqual([3, 2]);
  });
});
