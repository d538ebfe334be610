import type {Command} from './command.ts';
import {changeCommands} from './commands/change.ts';
import {filesCommands} from './commands/files.ts';
import {readCommands} from './commands/read.ts';
import {setupCommands} from './commands/setup.ts';

const groups = {Read: readCommands, Change: changeCommands, Files: filesCommands, 'Set up': setupCommands};

/** All commands, in the order of help. To add one, add it to its group in commands/. */
export const commands: readonly Command[] = Object.entries(groups).flatMap(([group, members]) =>
	members.map(command => ({...command, group})),
);
