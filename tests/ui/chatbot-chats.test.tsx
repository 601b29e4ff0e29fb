import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { windowWidth } from './browser-fixture';
import { open, press, say, setUp, side, tearDown, wait } from './chatbot-world';

beforeEach(setUp);
afterEach(tearDown);
const menuOf = (title: string): void => {
  press(`More for ${title}`);
};

describe('the chatbot', () => {
  it('BOT-003 BOT-004 BOT-005 BOT-006 BOT-034 BOT-035 BOT-055 the sidebar lists, starts, finds and folds', () => {
    open();
    expect(within(side()).getByText('no chats')).toBeDefined();
    say('fees for hostel');
    press('New Chat');
    expect(screen.getByText('Welcome to Northstar Chat Bot')).toBeDefined();
    expect(
      within(side())
        .getAllByRole('listitem')
        .map((row) => row.querySelector('.p-cut')!.textContent),
    ).toEqual(['New Chat', 'fees for hostel']);
    const search = screen.getByPlaceholderText('Search chats...');
    fireEvent.change(search, { target: { value: 'HOSTEL' } });
    expect(within(side()).getAllByRole('listitem')).toHaveLength(1);
    fireEvent.change(search, { target: { value: 'nothing like it' } });
    expect(within(side()).getByText('No chats found')).toBeDefined();
    fireEvent.change(search, { target: { value: '' } });
    const fold = screen.getByRole('button', { name: /^Archived Chats/ });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(fold);
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    expect(within(side()).getByText('no chats')).toBeDefined();
  });

  it('BOT-028 BOT-050 a chat is archived and unarchived from its menu', () => {
    open();
    say('fees');
    menuOf('fees');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Archive', 'Delete']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Archive' }));
    expect(within(side()).queryByText('fees')).toBeNull();
    press(/^Archived Chats/);
    menuOf('fees');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Unarchive', 'Delete']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Unarchive' }));
    press(/^Archived Chats/);
    expect(within(side()).getByText('fees')).toBeDefined();
  });

  it('BOT-029 BOT-030 BOT-031 one menu at a time, closed by a click outside and by Escape', () => {
    open();
    say('one');
    press('New Chat');
    say('two');
    menuOf('one');
    fireEvent.pointerDown(screen.getByRole('button', { name: 'More for two' }));
    menuOf('two');
    expect(screen.getAllByRole('menu')).toHaveLength(1);
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
    menuOf('one');
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('BOT-051 BOT-052 BOT-053 deleting asks first; Cancel changes nothing, Delete removes the chat', async () => {
    open();
    say('fees');
    menuOf('fees');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await wait(100);
    expect(screen.getByText('Are you sure you want to delete this chat? This action cannot be undone.')).toBeDefined();
    press('Cancel');
    await wait(1000);
    expect(within(side()).getByText('fees')).toBeDefined();
    menuOf('fees');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await wait(100);
    fireEvent.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1)!);
    await wait(1000);
    expect(within(side()).getByText('no chats')).toBeDefined();
    expect(screen.getByText('Welcome to Northstar Chat Bot')).toBeDefined();
  });

  it('BOT-088 chats come back after a reload, including a pending answer', () => {
    open();
    say('hello');
    cleanup();
    open();
    fireEvent.click(within(side()).getByText('hello'));
    expect(screen.getByText('Hello! Welcome to Northstar. How can I help you today?')).toBeDefined();
  });

  it('BOT-007 BOT-008 BOT-013 CONST-044 the sidebar is open on a desktop, closed on a phone, and toggled by the menu button', () => {
    open();
    press('Hide chats');
    expect(screen.queryByRole('complementary')).toBeNull();
    cleanup();
    windowWidth(768);
    open();
    expect(screen.queryByRole('complementary')).toBeNull();
    press('Show chats');
    expect(side()).toBeDefined();
    cleanup();
    windowWidth(769);
    open();
    expect(side()).toBeDefined();
  });
});
