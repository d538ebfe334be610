import {parseBaseUrl} from '../api/connection.ts';
import {findProfileAddress, type ProfileRequest} from '../config/profile.ts';
import {createAccountIndex} from '../storage/accounts.ts';
import {accountsOfLedger} from '../storage/ledger-accounts.ts';
import {LedgerError} from '../storage/ledger-error.ts';
import {openLedger} from '../storage/ledger.ts';
import {createListingCache} from '../storage/listing-cache.ts';
import {systemClock} from '../platform/clock.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';

export type RunForgetOptions = {
	/** The profile; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly ledgerFile: string;
	/** Whether pending changes are deleted, too. */
	readonly isPendingIncluded: boolean;
	/** Asks for confirmation before deleting; throws if it is not confirmed. */
	readonly confirm: (question: string) => Promise<void>;
	readonly print: (line: string) => void;
	readonly warn: (line: string) => void;
};

/**
Deletes the data of an account on this machine after confirmation. The history and the sent templates exist nowhere else. Nothing is sent, and no API key is needed.

@returns The exit code: 0 done, 1 failed, 3 refused because changes are pending.
@throws CommandError if it is not confirmed.
*/
export async function runForget({
	profile,
	ledgerFile,
	isPendingIncluded,
	confirm,
	print,
	warn,
}: RunForgetOptions): Promise<number> {
	const index = createAccountIndex({file: `${ledgerFile}-accounts.json`, ledgerFile, now: systemClock.now});
	let name = 'the sandbox';
	let accounts = accountsOfLedger(ledgerFile)
		.map(({account}) => account)
		.filter(account => account.startsWith('sandbox: '));
	if (profile !== undefined) {
		const found = await findProfileAddress(profile);
		const baseUrl = found.ok ? parseBaseUrl(found.address.baseUrl) : {ok: false as const, problem: found.problem};
		if (!found.ok || !baseUrl.ok) {
			warn(`Nothing was deleted: ${sanitise(baseUrl.ok ? '' : baseUrl.problem)}`);
			return 1;
		}

		name = sanitise(found.address.name);
		accounts = [...index.named({name: found.address.name, baseUrl: baseUrl.value})];
	}

	const {ledger, notice} = openLedger(ledgerFile, {now: systemClock.now});
	try {
		if (notice !== undefined) {
			warn(notice);
		}

		const survey = ledger.accounts.survey(accounts);
		if (survey.pending > 0 && !isPendingIncluded) {
			warn(pendingText(name, survey.pending));
			return 3;
		}

		await confirm(
			`Delete what this machine keeps of ${name}: the history (${count(survey.changes, 'change')}), ${count(survey.sent, 'sent template')} and ${count(survey.drafts, 'draft')}? They exist nowhere else, and none of these changes can be undone then.`,
		);
		const result = ledger.accounts.forget(accounts, isPendingIncluded);
		if (!result.ok) {
			warn(
				result.isBusy
					? `Nothing was deleted: another chainbell is working on a change of ${name}. Wait until it has finished.`
					: pendingText(name, result.pending),
			);
			return 3;
		}

		const cache = createListingCache(`${ledgerFile}-listings`, systemClock.now);
		const listings = accounts.filter(account => cache.remove(account)).length;
		index.forget(accounts);
		const {requests, drafts, sent, learned, views} = result;
		const counts = {
			'cached listings': listings,
			'history entries': requests,
			drafts,
			'sent templates': sent,
			'values for suggestions': learned,
			'view settings': views,
		};
		print(
			`Deleted of ${name}: ${Object.entries(counts)
				.map(([what, count]) => `${what} ${numberText(count)}`)
				.join(', ')}.`,
		);
		print('No notification was deleted, and config.yaml was not changed.');
		return 0;
	} catch (error) {
		if (!(error instanceof LedgerError)) {
			throw error;
		}

		warn(`Nothing was deleted. ${error.message}`);
		return 1;
	} finally {
		ledger.close();
	}
}

const pendingText = (name: string, pending: number): string =>
	`Nothing was deleted: ${name} has ${count(pending, 'pending change')}. Finish what is pending with chainbell recover, or pass --pending to delete that too.`;

const count = (number: number, what: string): string => `${numberText(number)} ${what}${number === 1 ? '' : 's'}`;
