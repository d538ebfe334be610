import packageJson from '../../package.json' with {type: 'json'};
import {BoardError, boardShown, grants, initialiseBoard} from '../account/team/board.ts';
import type {Session} from '../account/session.ts';
import type {TeamOfProfile} from '../config/profile.ts';
import {colleagueText} from '../ledger/owner.ts';
import {numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {timeAgo} from '../terminal/time.ts';
import {noAccount, chosenProfile} from './account.ts';
import {commandError, jsonText} from './command-error.ts';
import type {Run} from './command.ts';
import {confirm, createInterrupt} from './confirm.ts';
import {openSession} from './open-session.ts';

/** Creates the tables of the board. */
export async function initTeam(run: Run) {
	const {host, print, printError} = run;
	const choice = (await chosenProfile(run))!;
	if (choice.state !== 'found') {
		throw noAccount(choice);
	}

	const team = requireTeam(choice.profile.team);
	try {
		await initialiseBoard({...team, clock: host.clock}, packageJson.version);
	} catch (error) {
		throw error instanceof BoardError ? boardError(error.message, error.kind === 'unreachable') : error;
	}

	print(`The board is ready in ${boardShown(team)}.`);
	print(
		'Whoever can read it can read the templates and recipients of the accounts that are shared; API keys are never on it.',
	);
	printError('chainbell team grants prints the rights of operators and readers.');
}

/** Prints the statements that create the roles of members, and give them their rights. */
export function printGrants({print}: Run) {
	for (const statement of grants) {
		print(`${statement};`);
	}
}

/** Shares an account that seemed to be another one than that of the board. */
export async function joinTeam(run: Run) {
	await using opened = await openSession(run, undefined, undefined, false);
	using interrupt = createInterrupt(run);
	const {handle, team} = teamOf(opened.session);
	const {place} = opened;
	const text = `Share ${place} as ${sanitise(team.account)}? Whoever can read the board can read its templates and recipients.`;
	await confirm(text, interrupt, run, {unchanged: 'Nothing was shared'});
	await handle.join();
	requireReached(handle);
	run.print(`${place} is shared as ${sanitise(team.account)}.`);
}

/** Prints whether the board is reached, how many changes wait for it, and who is changing what. */
export async function showTeam(run: Run) {
	const {options, print, host} = run;
	await using opened = await openSession(run, undefined, undefined, false);
	const {handle, team} = teamOf(opened.session);
	await handle.update();
	const {waiting, claims} = requireReached(handle);
	if (options.json) {
		const {account, isRequired} = team;
		const held = Array.from(claims, ([id, {operator, host: machine, since, until}]) => ({
			id,
			operator,
			machine,
			since: new Date(since).toISOString(),
			until: new Date(until).toISOString(),
		}));
		print(jsonText({board: boardShown(team), account, isRequired, waiting, claims: held}));
		return;
	}

	print(`The board ${boardShown(team)} is reached. The account is shared as ${sanitise(team.account)}.`);
	print(`Changes not shared yet: ${numberText(waiting)}.`);
	for (const [id, claim] of claims) {
		print(`${colleagueText(claim)} is changing ${sanitise(id)}, since ${timeAgo(host.clock.now() - claim.since)}.`);
	}
}

/** @throws CommandError if config.yaml has no team */
function requireTeam(team: TeamOfProfile | undefined): TeamOfProfile {
	if (team === undefined) {
		throw commandError(
			'invalid',
			'no-team',
			'config.yaml has no team for this account.',
			'docs/teams.md says how to set one up: team: {url: {env: CHAINBELL_TEAM_URL}, account: NAME}.',
		);
	}

	return team;
}

/** @throws CommandError if nothing of the account is shared */
function teamOf({profile, team: handle}: Session) {
	const team = requireTeam(profile.team);
	if (handle === undefined) {
		throw commandError(
			'invalid',
			'account',
			'It is not known yet to which account this API key belongs, so nothing is shared.',
			'Run chainbell without a command to answer that.',
		);
	}

	return {handle, team};
}

/** @throws CommandError if the board is not reached */
function requireReached(handle: NonNullable<Session['team']>) {
	const state = handle.get();
	if (state.state !== 'reached') {
		throw boardError(state.problem ?? 'The board did not answer.', state.state !== 'refused');
	}

	return state;
}

const boardError = (problem: string, isUnreachable: boolean) =>
	commandError(isUnreachable ? 'unreachable' : 'invalid', 'board', problem);
