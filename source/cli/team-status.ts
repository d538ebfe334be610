import {boardVersion} from '../board/schema.ts';
import {findBoard, openBoard} from '../board/open-board.ts';
import {durationText} from '../session/team/team-texts.ts';
import {idOfClaim} from '../storage/team/claimed.ts';
import {numberText} from '../platform/text.ts';
import {safeJson, sanitise} from '../terminal/sanitise.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {openSession} from './open-session.ts';
import {requireTeam, withBoard} from './team.ts';

/** A time after everything on the board: what arrived in the last minute is pulled with the claims. */
const now = '9999-01-01 00:00:00+00';

/** Prints whether the board is reached, its version, what one side lacks of the other, and the claims. */
export async function showTeam(
	options: AccountOptions & Pick<GlobalValues, 'json'>,
	context: CommandContext,
): Promise<number> {
	await using opened = await openSession(options, context);
	const {
		session: {profile, profileKey},
		services,
	} = opened;
	const team = requireTeam(profile.team);
	const {ledger} = await services.openLedger();
	const store = await ledger.team();
	return await withBoard(async () => {
		const address = findBoard(team);
		const board = openBoard(team, {owner: 'status', clock: context.host.clock});
		try {
			const {claims} = await board.pull(now);
			const there = await board.revisions();
			const {missing, lost} = store.compare(profileKey, there);
			const waiting = store.waiting(profileKey);
			if (options.json) {
				context.print(
					safeJson(
						JSON.stringify({
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
						}),
					),
				);
				return exitCode.done;
			}

			context.print(
				`The board ${address.shown} is reached: version ${boardVersion}, ${numberText(there.size)} changes of ${sanitise(team.account)}.`,
			);
			context.print(
				`Not sent from here yet: ${numberText(waiting)}. Not known here yet: ${numberText(missing.length)}. Known here, and lost there: ${numberText(lost.length)}.`,
			);
			for (const {what, operator, host, heldFor, left} of claims) {
				const end = left > 0 ? `for another ${durationText(left)}` : `cut off ${durationText(-left)} ago`;
				context.print(
					`${sanitise(operator)} on ${sanitise(host)} is changing ${sanitise(idOfClaim(what) ?? 'new content')}: for ${durationText(heldFor)}, ${end}.`,
				);
			}

			return exitCode.done;
		} finally {
			await board.close();
		}
	});
}
