import {blockedText} from '../../files/blocking-change.ts';
import {pulledText} from '../../files/pull.ts';
import {
	cannotPullText,
	changedMeanwhileText,
	comparePull,
	listLater,
	unchangedText,
	writePull,
} from '../../session/pull-into-file.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {CommandError, invalidInput, UsageError} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {confirm} from '../confirm.ts';
import {exitCode} from '../exit-codes.ts';
import {errorOfFailure} from '../failure-error.ts';
import {openListed} from '../open-listed.ts';
import {inputLimit, readInput} from '../read-input.ts';
import {checkAccountOf} from './plan-account.ts';
import {behindError, differingListingsError} from './listing-errors.ts';
import {invalidFiles, readFiles} from './read-files.ts';
import {requireWritten} from './write-own.ts';

export type PullOptions = GlobalValues & {readonly maxInput: string | undefined};

/** Edits a file so that it says what the account is. Nothing is sent. Returns the exit code. @throws CommandError */
export async function runPull(name: string, options: PullOptions, context: CommandContext): Promise<number> {
	if (name === '-') {
		throw new UsageError('pull edits a file: standard input cannot be edited.');
	}

	const {host} = context;
	const [file] = await readFiles([name], options, context);
	const readText = async (path: string) =>
		readInput({file: path, input: host.input, limit: inputLimit(options.maxInput)});
	const source = {path: name, text: await readText(name), file: file!, env: host.environment().get};
	await using listed = await openListed({...options, dryRun: true}, context);
	const {services, session, ledger, interrupt, listing, startedAt} = listed;
	checkAccountOf([file!], session, listing);
	const account = {ledger, profileKey: session.profileKey, settlingTime: session.settlingTime, clock: services.clock};
	const pulling = await comparePull(account, source, {listing, startedAt}, async () =>
		listLater(session, services, interrupt.signal),
	);
	interrupt.throwIfInterrupted();
	if (pulling.kind === 'failed') {
		throw errorOfFailure(pulling.failure);
	}

	if (pulling.kind === 'differs') {
		throw differingListingsError();
	}

	if (pulling.kind === 'behind') {
		throw behindError(pulling.behind);
	}

	if (pulling.kind === 'mistakes') {
		throw invalidFiles(pulling.mistakes, options, context);
	}

	for (const change of pulling.kind === 'impossible' ? [] : pulling.pending) {
		context.printError(blockedText(change));
	}

	if (pulling.kind === 'unchanged') {
		context.printError(sanitise(unchangedText(name)));
		return exitCode.done;
	}

	if (pulling.kind === 'impossible') {
		throw invalidInput(cannotPullText(name), 'chainbell export writes a new file.');
	}

	const {lines, count, pulled} = pulling;
	if (options.dryRun || !options.yes) {
		context.printError(lines.join('\n'));
	}

	if (options.dryRun) {
		return exitCode.done;
	}

	await confirm(
		{
			text: `Write ${numberText(count)} changes to ${name}?`,
			answer: 'y',
			unchanged: 'Nothing was written',
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted();
	if (!(await requireWritten(name, async () => writePull(account, source, pulling, readText)))) {
		throw new CommandError({
			exitCode: exitCode.failed,
			kind: 'changed',
			message: changedMeanwhileText(name),
			hint: 'Run it again.',
		});
	}

	context.printError(sanitise(pulledText(name, pulled)));
	return exitCode.done;
}
