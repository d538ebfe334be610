import type {Command} from './command.ts';
import {completionCommand} from './commands/completion.ts';
import {doctorCommand} from './commands/doctor.ts';
import {forgetCommand} from './commands/forget.ts';
import {getCommand} from './commands/get.ts';
import {helpCommand} from './commands/help.ts';
import {historyCommand} from './commands/history.ts';
import {listCommand} from './commands/list.ts';
import {profileAddCommand, profileListCommand, profileRemoveCommand, profileShowCommand, profileUseCommand} from './commands/profile.ts';
import {sandboxCommand} from './commands/sandbox.ts';
import {screensCommand} from './commands/screens.ts';
import {watchCommand} from './commands/watch.ts';

/** Every command, in the order of help. To add one, add its file to commands/ and its row here. */
export const commands: readonly Command[] = [
	screensCommand,
	listCommand,
	getCommand,
	watchCommand,
	historyCommand,
	profileListCommand,
	profileShowCommand,
	profileAddCommand,
	profileUseCommand,
	profileRemoveCommand,
	doctorCommand,
	forgetCommand,
	sandboxCommand,
	completionCommand,
	helpCommand,
];
