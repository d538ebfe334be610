import {blockedText} from '../../files/plan-texts.ts';
import {numberText} from '../../platform/text.ts';
import {betweenListings} from '../../query/changes.ts';
import {comparePull, writePull} from '../../account/account-files.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {commandError, errorOfFailure, invalidInput, UsageError} from '../command-error.ts';
import type {Run} from '../command.ts';
import type {pullOptions} from '../commands/files.ts';
import {confirm} from '../confirm.ts';
import {openListed} from '../open-session.ts';
import {readInput} from '../read-input.ts';
import {checkAccountOf} from './plan-account.ts';
import {invalidFiles, readNamed, requireRead} from './read-files.ts';
import {behindError, differingListingsError, requireWritten} from './write-own.ts';

/** Edits a file so that it says what the account is. Nothing is sent. Returns the exit code. @throws CommandError */
export async function runPull(run: Run<typeof pullOptions>) {
	const {
		options,
		words: [name = ''],
	} = run;
	if (name === '-') {
		throw new UsageError('pull edits a file: standard input cannot be edited.');
	}

	const {host} = run;
	const [file] = requireRead(await readNamed([name], run), run, () => []);
	const readText = async (path: string) => readInput({file: path, input: host.input, limit: options});
	const source = {path: name, text: await readText(name), file: file!, env: host.environment().get};
	await using listed = await openListed({...run, options: {...options, dryRun: true}});
	const {services, session, ledger, interrupt, listing, startedAt} = listed;
	checkAccountOf([file!], session, listing);
	const {profileKey, settlingTime} = session;
	const {clock} = services;
	const account = {ledger, profileKey, settlingTime, clock};
	const listAgain = async () => {
		await clock.sleep(betweenListings, interrupt.signal).catch(() => undefined);
		const again = clock.elapsed.now();
		const later = await session.listing.listAfresh(interrupt.signal);
		interrupt.throwIfInterrupted();
		if (!later.ok) {
			throw errorOfFailure(later.failure);
		}

		return {listing: later.value, startedAt: again};
	};

	const pulling = await comparePull(account, source, {listing, startedAt}, listAgain);
	if (pulling.kind === 'differs') {
		throw differingListingsError();
	}

	if (pulling.kind === 'behind') {
		throw behindError(pulling.behind);
	}

	if (pulling.kind === 'mistakes') {
		throw invalidFiles(pulling.mistakes, run);
	}

	if (pulling.kind === 'impossible') {
		throw invalidInput(
			`Nothing was written: ${name} cannot be edited, because of aliases, several documents or one object a line.`,
			'chainbell export writes a new file.',
		);
	}

	for (const change of pulling.pending) {
		run.printError(blockedText(change));
	}

	if (pulling.kind === 'unchanged') {
		run.printError(sanitise(`No changes: ${name} says what the account is.`));
		return;
	}

	const {lines, count, pulled} = pulling;
	if (options.dryRun || !options.yes) {
		run.printError(lines.join('\n'));
	}

	if (options.dryRun) {
		return;
	}

	const question = `Write ${numberText(count)} changes to ${name}?`;
	await confirm(question, interrupt, run, {unchanged: 'Nothing was written'});
	if (!(await requireWritten(name, async () => writePull(account, source, pulling, readText)))) {
		throw commandError('failed', 'changed', `Nothing was written: ${name} was changed meanwhile.`, 'Run it again.');
	}

	const {changed, removed, added} = pulled;
	const counts = `${numberText(changed)} changed, ${numberText(removed)} removed, ${numberText(added)} added`;
	run.printError(sanitise(`${name}: ${counts}`));
}
