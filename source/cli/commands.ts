import type {Command} from './command.ts';
import {applyCommand} from './commands/apply.ts';
import {cloneCommand} from './commands/clone.ts';
import {createCommand} from './commands/create.ts';
import {deleteCommand} from './commands/delete.ts';
import {editCommand} from './commands/edit.ts';
import * as files from './commands/files.ts';
import {importCommand} from './commands/import.ts';
import * as read from './commands/read.ts';
import {recoverCommand} from './commands/recover.ts';
import * as setup from './commands/setup.ts';
import {undoCommand} from './commands/undo.ts';

/** All commands, in the order of help. To add one, add it to its group in commands/, and its row here. */
export const commands: readonly Command[] = [
	setup.screensCommand,
	read.listCommand,
	read.getCommand,
	read.watchCommand,
	createCommand,
	editCommand,
	cloneCommand,
	deleteCommand,
	undoCommand,
	recoverCommand,
	read.historyCommand,
	files.exportCommand,
	files.validateCommand,
	files.schemaCommand,
	files.planCommand,
	applyCommand,
	files.pullCommand,
	read.checkCommand,
	read.matchCommand,
	importCommand,
	setup.profileListCommand,
	setup.profileShowCommand,
	setup.profileAddCommand,
	setup.profileUseCommand,
	setup.profileRemoveCommand,
	setup.teamInitCommand,
	setup.teamGrantsCommand,
	setup.teamJoinCommand,
	setup.teamStatusCommand,
	setup.teamPruneCommand,
	setup.doctorCommand,
	setup.forgetCommand,
	setup.sandboxCommand,
	setup.completionCommand,
	setup.manCommand,
	setup.agentCommand,
	setup.helpCommand,
];
