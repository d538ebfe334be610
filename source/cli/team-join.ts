import {readSharedContent, shareContent} from '../board/shared-content.ts';
import {beginning} from '../board/statements.ts';
import {numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AccountOptions} from './account-request.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {openListed} from './open-listed.ts';
import {openConnection, requireTeam, withBoard} from './team.ts';

/** Shares what this machine knows of an account with its team, and takes over what the team knows. */
export async function joinTeam(
	options: AccountOptions & Pick<GlobalValues, 'yes' | 'dryRun' | 'quiet'>,
	context: CommandContext,
): Promise<number> {
	await using listed = await openListed(options, context);
	const {session, ledger, place, interrupt} = listed;
	const {profile, profileKey, team: handle} = session;
	const team = requireTeam(profile.team);
	if (handle === undefined) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'account',
			message: 'It is not known yet to which account this API key belongs, so nothing is shared.',
			hint: 'Run chainbell without a command to answer that.',
		});
	}

	await confirm(
		{
			text: `Share ${place} as ${team.account}? Whoever can read the board reads its templates and recipients.`,
			answer: 'y',
			unchanged: 'Nothing was shared',
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted('Nothing was shared.');
	return await withBoard(async () => {
		await using connection = openConnection(team, context);
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
			throw new CommandError({
				exitCode: state === 'refused' ? exitCode.invalid : exitCode.unreachable,
				kind: 'board',
				message: problem ?? 'The board did not take everything.',
			});
		}

		const mine = ledger.sent.all(profileKey);
		await shareContent(connection, team.account, mine, 'stays');
		const missing = theirs.filter(({id}) => ledger.sent.get(profileKey, id) === undefined);
		for (const {id, template, topics} of missing) {
			await ledger.sent.remember(profileKey, id, {template, topics: [...topics], at: context.host.clock.now()});
		}

		context.print(
			`${sanitise(place)} is shared as ${sanitise(team.account)}: templates known here: ${numberText(mine.length)}, more from the board: ${numberText(missing.length)}.`,
		);
		return exitCode.done;
	});
}
