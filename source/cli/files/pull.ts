import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {MemberChange} from '../../api/draft-changes.ts';
import type {NotificationFile} from '../../files/notification-file.ts';
import {planFiles, type FilePlan} from '../../files/plan.ts';
import {pullInto} from '../../files/pull.ts';
import {readFile} from '../../files/read-file.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {CommandError, invalidInput, UsageError} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {confirm} from '../confirm.ts';
import {exitCode} from '../exit-codes.ts';
import {openListed} from '../open-listed.ts';
import {inputLimit, readInput} from '../read-input.ts';
import {checkAccountOf} from './plan-account.ts';
import {invalidFiles, readFiles} from './read-files.ts';

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
	const sent = (id: string) => ledger.sent.get(session.profileKey, id);
	const planned = (read: NotificationFile): FilePlan => {
		const planning = planFiles([read], listing.records.filter(record => record.kind === 'notification'), {sent, pending: new Set(ledger.journal.pendingIds(session.profileKey).keys()), isPruning: false, replacesUnknown: false, isReading: true});
		if (!planning.ok) {
			throw invalidFiles(planning.mistakes, options, context);
		}

		return planning.plan;
	};

	const plan = planned(file!);
	const lines = linesOf(plan);
	if (lines.length === 0) {
		context.printError(`No changes: ${name} says what the account is.`);
		return exitCode.done;
	}

	const pulled = pullInto(text, file!.entries, plan, sent);
	const reading = pulled === undefined ? undefined : await readFile(pulled.text, name, {folder: path.dirname(path.resolve(name)), env: host.environment().get}).catch(() => undefined);
	// A file is written only if it needs no change afterwards.
	if (pulled === undefined || reading?.ok !== true || linesOf(planned(reading.file)).length > 0) {
		throw invalidInput(`Nothing was written: ${name} cannot be edited, because of aliases, several documents or one object a line.`, 'chainbell export writes a new file.');
	}

	if (options.dryRun || !options.yes) {
		context.printError(lines.join('\n'));
	}

	if (options.dryRun) {
		return exitCode.done;
	}

	await confirm({text: `Write ${lines.filter(line => !line.startsWith(' ')).length.toLocaleString('en')} changes to ${name}?`, answer: 'y', unchanged: 'Nothing was written', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	const now = await readInput({file: name, input: host.input, limit: inputLimit(options.maxInput)});
	if (now !== text) {
		throw new CommandError({exitCode: exitCode.failed, kind: 'changed', message: `Nothing was written: ${name} was changed meanwhile.`, hint: 'Run it again.'});
	}

	await writeFile(name, pulled.text);
	context.printError(sanitise(`${name}: ${pulled.changed.toLocaleString('en')} changed, ${pulled.removed.toLocaleString('en')} removed, ${pulled.added.toLocaleString('en')} added`));
	return exitCode.done;
}

/** The changes of the file, in lines that are safe to show. */
function linesOf({items, unmanaged}: FilePlan): string[] {
	const change = ({field, old, new: written}: MemberChange) => `    ${sanitiseCell(field)}: ${quoted(written)} → ${quoted(old)}`;
	return [
		...items.flatMap(item => {
			if (item.kind === 'delete') {
				return [];
			}

			const {entry: {place, record}} = item;
			const head = `line ${place.line}  ${sanitiseCell([record.name, record.userId, record.channel].filter(text => text !== '').join('  '))}`;
			return item.kind === 'create' ? [`- ${head}`] : [`~ ${head}`, ...item.changes.map(each => change(each))];
		}),
		...unmanaged.map(({id, name, userId, channel}) => `+ ${sanitiseCell([id, name, userId, channel].filter(text => text !== '').join('  '))}`),
	];
}

const quoted = (text: string): string => text === '' ? '(empty)' : sanitiseCell(text);
