import {unlistedFields} from '../notification/spec.ts';
import packageJson from '../../package.json' with {type: 'json'};
import {createBoardConnection} from '../board/board-connection.ts';
import {BoardError} from '../board/board.ts';
import {findBoard, openBoard} from '../board/open-board.ts';
import {pruneBoard} from '../board/prune.ts';
import {boardVersion, grants, initialiseBoard} from '../board/schema.ts';
import {readSharedContent, shareContent} from '../board/shared-content.ts';
import {beginning} from '../board/statements.ts';
import {findProfile, type TeamOfProfile} from '../config/profile.ts';
import {numberText, sentence} from '../platform/text.ts';
import {durationText} from '../session/team/team-texts.ts';
import {finalStates} from '../ledger/journal/operation.ts';
import {readChangeBody} from '../ledger/team/change-body.ts';
import {idOfClaim} from '../ledger/team/claimed.ts';
import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {noAccount} from './account.ts';
import {commandError, UsageError} from './command-error.ts';
import {accountRequest} from './command-host.ts';
import type {CommandContext, Run} from './command.ts';
import type {teamPruneOptions} from './commands/setup.ts';
import {confirm, createInterrupt} from './confirm.ts';
import {openListed, openSession} from './open-session.ts';

/** Creates the tables of the board. */
export async function initTeam(run: Run) {
	const {print, printError} = run;
	const team = await findTeam(run);
	await withBoard(async () => {
		const {shown} = findBoard(team);
		await using connection = openConnection(team, run);
		await initialiseBoard(connection, packageJson.version);
		print(`The board is ready in ${shown}.`);
		print(
			'Whoever can read it reads the templates and recipients of the accounts that are shared; API keys are never on it.',
		);
		printError(
			'chainbell team grants prints the rights for operators and readers; chainbell team join shares what this machine knows.',
		);
	});
}

/** Prints the statements that create the roles of members. */
export function printGrants({print}: Run) {
	for (const statement of grants) {
		print(`${statement};`);
	}
}

/** Shares what this machine knows of an account with its team, and takes over what the team knows. */
export async function joinTeam(run: Run) {
	await using listed = await openListed(run);
	const {session, ledger, place, interrupt} = listed;
	const {profile, profileKey, team: handle} = session;
	const team = requireTeam(profile.team);
	if (handle === undefined) {
		throw commandError(
			'invalid',
			'account',
			'It is not known yet to which account this API key belongs, so nothing is shared.',
			'Run chainbell without a command to answer that.',
		);
	}

	const text = `Share ${place} as ${team.account}? Whoever can read the board reads its templates and recipients.`;
	await confirm(text, interrupt, run, {unchanged: 'Nothing was shared'});
	await withBoard(async () => {
		await using connection = openConnection(team, run);
		const theirs = await readSharedContent(connection, team.account);
		const store = await ledger.team();
		// Who joins has said that it is the same account.
		const {cursor} = await store.share(profileKey, team.account);
		if (cursor === undefined) {
			await store.setCursor(profileKey, beginning);
		}

		const following = await handle.open();
		await following.update();
		const {state, problem, waiting} = handle.get();
		if (state !== 'reached' || waiting > 0) {
			throw commandError(
				state === 'refused' ? 'invalid' : 'unreachable',
				'board',
				problem ?? 'The board did not take everything.',
			);
		}

		const mine = ledger.sent.all(profileKey);
		await shareContent(connection, team.account, mine, 'stays');
		const missing = theirs.filter(({id}) => ledger.sent.get(profileKey, id) === undefined);
		for (const {id, template, topics} of missing) {
			await ledger.sent.remember(profileKey, id, {template, topics: [...topics], at: run.host.clock.now()});
		}

		run.print(
			`${sanitise(place)} is shared as ${sanitise(team.account)}: templates known here: ${numberText(mine.length)}, more from the board: ${numberText(missing.length)}.`,
		);
	});
}

/** A time after everything on the board: what arrived in the last minute is pulled with the claims. */
const now = '9999-01-01 00:00:00+00';

/** Prints whether the board is reached, its version, what one side lacks of the other, and the claims. */
export async function showTeam(run: Run) {
	const {options, print} = run;
	await using opened = await openSession(run);
	const {
		session: {profile, profileKey},
		services,
	} = opened;
	const team = requireTeam(profile.team);
	const {ledger} = await services.openLedger();
	const store = await ledger.team();
	await withBoard(async () => {
		const address = findBoard(team);
		const board = openBoard(team, {owner: 'status', clock: run.host.clock});
		try {
			const {claims} = await board.pull(now);
			const there = await board.revisions();
			const {missing, lost} = store.compare(profileKey, there);
			const waiting = store.waiting(profileKey);
			if (options.json) {
				const status = {
					board: address.shown,
					account: team.account,
					isRequired: team.isRequired,
					version: boardVersion,
					changes: there.size,
					waiting,
					missing: missing.length,
					lost: lost.length,
					claims: claims.map(({what, operator, host, heldFor, left}) => ({
						what,
						operator,
						host,
						heldForSeconds: Math.round(heldFor / 1000),
						leftSeconds: Math.round(left / 1000),
					})),
				};
				print(safeJson(JSON.stringify(status)));
				return;
			}

			print(
				`The board ${address.shown} is reached: version ${boardVersion}, ${numberText(there.size)} changes of ${sanitise(team.account)}.`,
			);
			print(
				`Not sent from here yet: ${numberText(waiting)}. Not known here yet: ${numberText(missing.length)}. Known here, and lost there: ${numberText(lost.length)}.`,
			);
			for (const {what, operator, host, heldFor, left} of claims) {
				const end = left > 0 ? `for another ${durationText(left)}` : `cut off ${durationText(-left)} ago`;
				print(
					`${sanitise(operator)} on ${sanitise(host)} is changing ${sanitise(idOfClaim(what) ?? 'new content')}: for ${durationText(heldFor)}, ${end}.`,
				);
			}
		} finally {
			await board.close();
		}
	});
}

/** Milliseconds of a day and of a year. */
const units = {d: 86_400_000, y: 365 * 86_400_000} as const;

/** Deletes the content of old changes from the board. */
export async function pruneTeam(run: Run<typeof teamPruneOptions>) {
	const {options} = run;
	const [older, number, unit] = /^([1-9]\d{0,4})([dy])$/v.exec(options.older ?? '') ?? [];
	if (older === undefined) {
		throw new UsageError('team prune needs --older with an age such as 90d or 1y.');
	}

	const team = await findTeam(run);
	using interrupt = createInterrupt(run);
	const text = `Delete from the board the content of the changes of ${team.account} that ended more than ${older} ago? The team can no longer look at or undo them; machines that know them keep them.`;
	await confirm(text, interrupt, run, {unchanged: 'Nothing was deleted'});
	await withBoard(async () => {
		await using connection = openConnection(team, run);
		const {pruned, kept} = await pruneBoard(connection, {
			account: team.account,
			olderThan: Number(number) * units[unit as keyof typeof units],
			read: readPrunable,
		});
		run.print(
			`Changes whose content was deleted: ${numberText(pruned)}; their templates stay. Older ones that stay, because they are pending or cannot be read: ${numberText(kept)}.`,
		);
	});
}

function readPrunable(body: string) {
	const change = readChangeBody(body);
	if (typeof change === 'string') {
		return undefined;
	}

	const {
		state,
		content: {input},
		progress: {newId},
		isRedacted,
	} = change;
	return {
		isEnded: finalStates.includes(state),
		content:
			newId === undefined || input === undefined || isRedacted ? undefined : {id: newId, ...unlistedFields(input)},
	};
}

/** Finds the team of an account, without its API key. @throws CommandError if there is none */
async function findTeam({options, host}: Run) {
	const choice = await findProfile({...accountRequest(options, host).profile!, isAddressOnly: true});
	if (choice.state !== 'found') {
		throw noAccount(choice);
	}

	return requireTeam(choice.profile.team);
}

/** Returns the team. @throws CommandError if there is none */
function requireTeam(team: TeamOfProfile | undefined) {
	if (team === undefined) {
		throw commandError(
			'invalid',
			'no-team',
			'config.yaml names no team for this account.',
			'docs/teams.md says how to set one up: team: {url: {env: CHAINBELL_TEAM_URL}, account: NAME}.',
		);
	}

	return team;
}

/** A connection to the board that is closed when it is disposed of. */
function openConnection(team: TeamOfProfile, {host: {clock}}: CommandContext) {
	const connection = createBoardConnection({
		address: findBoard(team),
		clock,
		onNotification: () => undefined,
		greeting: [],
	});
	return {...connection, [Symbol.asyncDispose]: connection.close};
}

/** Does something with the board. @throws CommandError in place of BoardError */
async function withBoard<T>(work: () => Promise<T>) {
	try {
		return await work();
	} catch (error) {
		if (error instanceof BoardError) {
			throw commandError(error.kind === 'unreachable' ? 'unreachable' : 'invalid', 'board', sentence(error.message));
		}

		throw error;
	}
}
