import {BoardError} from '../board/board.ts';
import {createBoardConnection, type BoardConnection} from '../board/board-connection.ts';
import {findBoard} from '../board/open-board.ts';
import {grants, initialiseBoard} from '../board/schema.ts';
import {findProfile, type TeamOfProfile} from '../config/profile.ts';
import packageJson from '../../package.json' with {type: 'json'};
import {sentence} from '../platform/text.ts';
import {accountRequest, type AccountOptions} from './account-request.ts';
import {noAccount} from './account.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode} from './exit-codes.ts';

/** Creates the tables of the board. */
export async function initTeam(options: AccountOptions, context: CommandContext): Promise<number> {
	const team = await findTeam(options, context);
	return withBoard(async () => {
		const {shown} = findBoard(team);
		await using connection = openConnection(team, context);
		await initialiseBoard(connection, packageJson.version);
		context.print(`The board is ready in ${shown}.`);
		context.print(
			'Whoever can read it reads the templates and recipients of the accounts that are shared; API keys are never on it.',
		);
		context.printError(
			'chainbell team grants prints the rights for operators and readers; chainbell team join shares what this machine knows.',
		);
		return exitCode.done;
	});
}

/** Prints the statements that create the roles of members. */
export function printGrants({print}: Pick<CommandContext, 'print'>): number {
	for (const statement of grants) {
		print(`${statement};`);
	}

	return exitCode.done;
}

/**
Finds the team of an account, without its API key.

@throws CommandError if there is none.
*/
export async function findTeam(options: AccountOptions, {host}: Pick<CommandContext, 'host'>): Promise<TeamOfProfile> {
	const choice = await findProfile({...accountRequest(options, host).profile!, isAddressOnly: true});
	if (choice.state !== 'found') {
		throw noAccount(choice.state === 'problem' ? choice : undefined);
	}

	return requireTeam(choice.profile.team);
}

/** Returns the team. @throws CommandError if there is none. */
export function requireTeam(team: TeamOfProfile | undefined): TeamOfProfile {
	if (team === undefined) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'no-team',
			message: 'config.yaml names no team for this account.',
			hint: 'docs/teams.md says how to set one up: team: {url: {env: CHAINBELL_TEAM_URL}, account: NAME}.',
		});
	}

	return team;
}

/** A connection to the board that is closed when it is disposed of. */
export function openConnection(
	team: TeamOfProfile,
	{host: {clock}}: Pick<CommandContext, 'host'>,
): BoardConnection & AsyncDisposable {
	const connection = createBoardConnection({
		address: findBoard(team),
		clock,
		onNotification: () => undefined,
		greeting: [],
	});
	return {...connection, [Symbol.asyncDispose]: connection.close};
}

/** Does something with the board. @throws CommandError in place of BoardError. */
export async function withBoard<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof BoardError) {
			throw new CommandError({
				exitCode: error.kind === 'unreachable' ? exitCode.unreachable : exitCode.invalid,
				kind: 'board',
				message: sentence(error.message),
			});
		}

		throw error;
	}
}
