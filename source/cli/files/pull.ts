import type {Listing} from '../../api/listing/list-notifications.ts';
import {replaceOwnFile} from '../../config/text-file.ts';
import {blockedText} from '../../files/blocking-change.ts';
import {pulledText, pullFile} from '../../files/pull-file.ts';
import {sourcesOf} from '../../files/read-files.ts';
import {accountState} from '../../session/account-state.ts';
import {listAfresh} from '../../session/list-afresh.ts';
import {rememberPlan} from '../../session/remember-plan.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import {CommandError, invalidInput, UsageError} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {confirm} from '../confirm.ts';
import {exitCode} from '../exit-codes.ts';
import {errorOfFailure} from '../failure-error.ts';
import {openListed, type ListedAccount} from '../open-listed.ts';
import {inputLimit, readInput} from '../read-input.ts';
import {checkAccountOf} from './plan-account.ts';
import {invalidFiles, readFiles} from './read-files.ts';

/** Milliseconds between two listings that prove something missing. */
const betweenListings = 2000;

export type PullOptions = GlobalValues & {readonly maxInput: string | undefined};

/** Edits a file so that it says what the account is. Nothing is sent. Returns the exit code. @throws CommandError */
export async function runPull(name: string, options: PullOptions, context: CommandContext): Promise<number> {
	if (name === '-') {
		throw new UsageError('pull edits a file: standard input cannot be edited.');
	}

	const {host} = context;
	const [file] = await readFiles([name], options, context);
	const text = await readInput({file: name, input: host.input, limit: inputLimit(options.maxInput)});
	await using listed = await openListed({...options, dryRun: true}, context);
	const {opened: {services, session}, interrupt, listing} = listed;
	checkAccountOf([file!], session, listing);
	const {ledger} = await services.openLedger();
	const pull = async (found: Listing) => pullFile({text, file: file!, sources: sourcesOf(name, host.environment().get)}, accountState(ledger, session.profileKey, found));
	const first = await pull(listing);
	// What one listing lacks would be lost from the file.
	const again = first.kind === 'changed' && first.pulled.changed + first.pulled.removed > 0 ? await listAgain(listed, context) : undefined;
	const pulling = again === undefined ? first : await pull(again);
	if (again?.complete === false || (first.kind === 'changed' && (pulling.kind !== 'changed' || pulling.lines.join('\n') !== first.lines.join('\n')))) {
		throw new CommandError({exitCode: exitCode.incomplete, kind: 'incomplete', message: 'Nothing was written: two listings of the account differ.', hint: 'Run it again.'});
	}

	if (pulling.kind === 'mistakes') {
		throw invalidFiles(pulling.mistakes, options, context);
	}

	for (const change of pulling.kind === 'impossible' ? [] : pulling.pending) {
		context.printError(blockedText(change));
	}

	if (pulling.kind === 'unchanged') {
		context.printError(`No changes: ${name} says what the account is.`);
		return exitCode.done;
	}

	if (pulling.kind === 'impossible') {
		throw invalidInput(`Nothing was written: ${name} cannot be edited, because of aliases, several documents or one object a line.`, 'chainbell export writes a new file.');
	}

	const {lines, count, pulled, after} = pulling;
	if (options.dryRun || !options.yes) {
		context.printError(lines.join('\n'));
	}

	if (options.dryRun) {
		return exitCode.done;
	}

	await confirm({text: `Write ${numberText(count)} changes to ${name}?`, answer: 'y', unchanged: 'Nothing was written', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	const now = await readInput({file: name, input: host.input, limit: inputLimit(options.maxInput)});
	if (now !== text) {
		throw new CommandError({exitCode: exitCode.failed, kind: 'changed', message: `Nothing was written: ${name} was changed meanwhile.`, hint: 'Run it again.'});
	}

	await replaceOwnFile(name, pulled.text);
	await rememberPlan(ledger, {profileKey: session.profileKey, files: [after.file], plan: after.plan});
	context.printError(sanitise(pulledText(name, pulled)));
	return exitCode.done;
}

/** Lists the account again after a pause. @throws CommandError */
async function listAgain({opened: {session, services}, interrupt}: ListedAccount, {host: {clock}}: CommandContext): Promise<Listing> {
	await clock.sleep(betweenListings, interrupt.signal).catch(() => undefined);
	interrupt.throwIfInterrupted();
	const listed = await listAfresh(session, services, interrupt.signal, () => undefined);
	interrupt.throwIfInterrupted();
	if (!listed.ok) {
		throw errorOfFailure(listed.failure);
	}

	return listed.value;
}
