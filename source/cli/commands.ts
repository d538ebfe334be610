import type {Command} from './command.ts';
import {agentCommand} from './commands/agent.ts';
import {applyCommand} from './commands/apply.ts';
import {checkCommand} from './commands/check.ts';
import {cloneCommand} from './commands/clone.ts';
import {completionCommand} from './commands/completion.ts';
import {createCommand} from './commands/create.ts';
import {deleteCommand} from './commands/delete.ts';
import {doctorCommand} from './commands/doctor.ts';
import {editCommand} from './commands/edit.ts';
import {exportCommand} from './commands/export.ts';
import {forgetCommand} from './commands/forget.ts';
import {getCommand} from './commands/get.ts';
import {helpCommand} from './commands/help.ts';
import {historyCommand} from './commands/history.ts';
import {importCommand} from './commands/import.ts';
import {listCommand} from './commands/list.ts';
import {manCommand} from './commands/man.ts';
import {matchCommand} from './commands/match.ts';
import {planCommand} from './commands/plan.ts';
import {
	profileAddCommand,
	profileListCommand,
	profileRemoveCommand,
	profileShowCommand,
	profileUseCommand,
} from './commands/profile.ts';
import {pullCommand} from './commands/pull.ts';
import {recoverCommand} from './commands/recover.ts';
import {sandboxCommand} from './commands/sandbox.ts';
import {schemaCommand} from './commands/schema.ts';
import {screensCommand} from './commands/screens.ts';
import {
	teamGrantsCommand,
	teamInitCommand,
	teamJoinCommand,
	teamPruneCommand,
	teamStatusCommand,
} from './commands/team.ts';
import {undoCommand} from './commands/undo.ts';
import {validateCommand} from './commands/validate.ts';
import {watchCommand} from './commands/watch.ts';

/** All commands, in the order of help. To add one, add its file to commands/ and its row here. */
export const commands: readonly Command[] = [
	screensCommand,
	listCommand,
	getCommand,
	watchCommand,
	createCommand,
	editCommand,
	cloneCommand,
	deleteCommand,
	undoCommand,
	recoverCommand,
	historyCommand,
	exportCommand,
	validateCommand,
	schemaCommand,
	planCommand,
	applyCommand,
	pullCommand,
	checkCommand,
	matchCommand,
	importCommand,
	profileListCommand,
	profileShowCommand,
	profileAddCommand,
	profileUseCommand,
	profileRemoveCommand,
	teamInitCommand,
	teamGrantsCommand,
	teamJoinCommand,
	teamStatusCommand,
	teamPruneCommand,
	doctorCommand,
	forgetCommand,
	sandboxCommand,
	completionCommand,
	manCommand,
	agentCommand,
	helpCommand,
];
