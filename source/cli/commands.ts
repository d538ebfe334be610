import type {Command} from './command.ts';
import * as change from './commands/change.ts';
import * as files from './commands/files.ts';
import * as read from './commands/read.ts';
import * as setup from './commands/setup.ts';

/** All commands, in the order of help. To add one, add it to its group in commands/, and its row here. */
export const commands: readonly Command[] = [
	setup.screensCommand,
	read.listCommand,
	read.getCommand,
	read.watchCommand,
	change.createCommand,
	change.editCommand,
	change.cloneCommand,
	change.deleteCommand,
	change.undoCommand,
	change.recoverCommand,
	read.historyCommand,
	files.exportCommand,
	files.validateCommand,
	files.schemaCommand,
	files.planCommand,
	change.applyCommand,
	files.pullCommand,
	read.checkCommand,
	read.matchCommand,
	change.importCommand,
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
