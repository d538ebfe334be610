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
import {checkAccountOf, requirePlannable} from './plan-account.ts';
import {readNotificationFiles} from '../../files/read-file.ts';
import {invalidFiles, requireRead} from './read-files.ts';
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
	const readText = async () => readInput(name, host.input, options);
	const text = await readText();
	const env = host.environment().get;
	const [file] = requireRead(await readNotificationFiles([name], {env, readText: async () => text}), run, () => []);
	const source = {path: name, text, file: file!, env};
	await using listed = await openListed({...run, options: {...options, dryRun: true}});
	const {services, session, interrupt, listing} = listed;
	checkAccountOf([file!], session);
	requirePlannable(listing);
	const listAgain = async () => {
		await services.clock.sleep(betweenListings, interrupt.signal).catch(() => undefined);
		const later = await session.listing.listAfresh(interrupt.signal);
		interrupt.throwIfInterrupted();
		if (!later.ok) {
			throw errorOfFailure(later.failure);
		}

		return later.value;
	};

	const pulling = await comparePull(listed, source, listed, listAgain);
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

	const {lines} = pulling;
	const [changed, removed, added] = ['~', '-', '+'].map(sign => lines.filter(line => line.startsWith(sign)).length);
	if (options.dryRun || !options.yes) {
		run.printError(lines.join('\n'));
	}

	if (options.dryRun) {
		return;
	}

	const question = `Write ${numberText(changed! + removed! + added!)} changes to ${name}?`;
	await confirm(question, interrupt, run, {unchanged: 'Nothing was written'});
	if (!(await requireWritten(name, async () => writePull(listed, source, pulling, readText)))) {
		throw commandError('failed', 'changed', `Nothing was written: ${name} was changed meanwhile.`, 'Run it again.');
	}

	const counts = `${numberText(changed!)} changed, ${numberText(removed!)} removed, ${numberText(added!)} added`;
	run.printError(sanitise(`${name}: ${counts}`));
}
