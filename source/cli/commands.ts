import type {Command} from './command.ts';
import {changeCommands} from './commands/change.ts';
import {filesCommands} from './commands/files.ts';
import {readCommands} from './commands/read.ts';
import {setupCommands} from './commands/setup.ts';

/** All commands, in the order of help. To add one, add it to its group in commands/. */
export const commands: readonly Command[] = [...readCommands, ...changeCommands, ...filesCommands, ...setupCommands];
