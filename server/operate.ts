import { backUp } from './operations/back-up';
import { runCommand, type Command } from './operations/command';
import { fillDemo } from './operations/fill-demo';
import { initDatabase } from './operations/init-database';
import { move } from './operations/move';
import { restore } from './operations/restore';
import { rotate } from './operations/rotate-key';
import { setup } from './operations/setup-tenant';
import { verify } from './operations/verify';

/** `node dist/server/operate.js <command> …`: what `npm run setup`, `npm run backup` and the others run. */
const commands: Readonly<Record<string, Command>> = {
  setup,
  'db:init': initDatabase,
  demo: fillDemo,
  backup: backUp,
  restore,
  move,
  verify,
  rotate,
};
const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (command) process.exit(await runCommand(name, command, args));
console.error(`Choose a command: ${Object.keys(commands).join(', ')}.`);
process.exit(64);
