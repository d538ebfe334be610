import {parseBaseUrl} from '../service/connection.ts';
import {findProfile, type ProfileRequest} from '../config/profile.ts';
import {counted, joined, numberText} from '../platform/text.ts';
import {createAccountIndex} from '../ledger/accounts.ts';
import {accountsOfLedger, openLedger} from '../ledger/ledger.ts';
import {LedgerError} from '../ledger/ledger-error.ts';
import {createListingCache} from '../ledger/listing-cache.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {commandError, exitCode} from './command-error.ts';
import {accountRequest} from './screens.ts';
import type {CommandContext, Run} from './command.ts';
import type {forgetOptions} from './commands/setup.ts';
import {confirm, createInterrupt} from './confirm.ts';

/** Finds what this machine keeps of a profile; undefined: of the sandbox. `name` is safe to show; `accounts`: their keys in the ledger. No API key is needed. @throws CommandError if no profile is found, which begins with `effect` */
export async function findKept(
	profile: ProfileRequest | undefined,
	{paths, clock}: CommandContext['host'],
	effect = 'Nothing was deleted',
) {
	const {ledgerFile} = paths();
	const index = createAccountIndex({file: `${ledgerFile}-accounts.json`, now: clock.now});
	if (profile === undefined) {
		const accounts = accountsOfLedger(ledgerFile).filter(account => account.startsWith('sandbox: '));
		return {name: 'the sandbox', accounts, index};
	}

	const found = await findProfile({...profile, isAddressOnly: true});
	if (found.state !== 'found') {
		const {problem, isUnknown} = found.state === 'none' ? {problem: 'no account is set up', isUnknown: false} : found;
		throw commandError(isUnknown ? 'invalid' : 'failed', 'no-account', `${effect}: ${problem}`);
	}

	const {name} = found.profile;
	const baseUrl = parseBaseUrl(found.profile.baseUrl);
	if (!baseUrl.ok) {
		throw commandError('failed', 'no-account', `${effect}: ${baseUrl.problem}`);
	}

	return {name: sanitise(name), accounts: index.named({name, baseUrl: baseUrl.value}), index};
}

/**
Deletes the data of an account on this machine after confirmation. The history and the sent templates exist nowhere else. Nothing is sent.

@returns The exit code: 0 done, 1 failed, 3 refused because changes are pending or notifications are parked.
@throws CommandError if it is not confirmed.
*/
export async function runForget(run: Run<typeof forgetOptions>) {
	const {options, host, print, printError} = run;
	const {ledgerFile} = host.paths();
	using interrupt = createInterrupt(run);
	const {name, accounts, index} = await findKept(accountRequest(options, host).profile, host);
	const {ledger, notice} = openLedger(ledgerFile, {now: host.clock.now});
	const keptText = ({pending, parked}: {readonly pending: number; readonly parked: number}) => {
		const has = [
			pending > 0 && counted(pending, 'pending change'),
			parked > 0 && `${counted(parked, 'parked notification')}, which the service does not have`,
		];
		const ways = [
			pending > 0 && 'Finish what is pending with chainbell recover',
			parked > 0 && 'Resume what is parked with chainbell resume',
		];
		return `Nothing was deleted: ${name} has ${joined(has, ' and ')}. ${joined(ways, '. ')}, or pass --pending to delete that too.`;
	};

	try {
		if (notice !== undefined) {
			printError(notice);
		}

		const {pending, changes, parked, ...survey} = ledger.accounts.survey(accounts);
		if (pending + parked > 0 && !options.pending) {
			printError(keptText({pending, parked}));
			return exitCode.incomplete;
		}

		const lost = parked === 0 ? '' : `, ${counted(parked, 'parked notification')}, which the service does not have,`;
		const text = `Delete what this machine keeps of ${name}: the history (${counted(changes, 'change')}), ${counted(survey.sent, 'sent template')}${lost} and ${counted(survey.drafts, 'draft')}? They exist nowhere else, and none of these changes can be undone then.`;
		await confirm(text, interrupt, run, {unchanged: 'Nothing was deleted'});
		const result = ledger.accounts.forget(accounts, options.pending);
		if (!result.ok) {
			const busy = `Nothing was deleted: another chainbell is working on a change of ${name}. Wait until it has finished.`;
			printError(result.isBusy ? busy : keptText(result));
			return exitCode.incomplete;
		}

		const cache = createListingCache(`${ledgerFile}-listings`, host.clock.now);
		const listings = accounts.filter(account => cache.remove(account)).length;
		index.forget(accounts);
		const counts = {
			'cached listings': listings,
			'history entries': result.requests,
			'parked notifications': result.parked,
			drafts: result.drafts,
			'sent templates': result.sent,
			'values for suggestions': result.learned,
			'view settings': result.views,
		};
		const parts = Object.entries(counts).map(([what, number]) => `${what} ${numberText(number)}`);
		print(`Deleted of ${name}: ${parts.join(', ')}.`);
		print('No notification of the service was deleted, and config.yaml was not changed.');
		return exitCode.done;
	} catch (error) {
		if (!(error instanceof LedgerError)) {
			throw error;
		}

		printError(`Nothing was deleted. ${error.message}`);
		return exitCode.failed;
	} finally {
		ledger.close();
	}
}
