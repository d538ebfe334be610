import type {Notification} from '../domain/notification.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {requireDone} from './change-result.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm} from './confirm.ts';
import {requireTargets} from './edit.ts';
import {createInterrupt} from './interrupt.ts';
import {findTargets, listNow} from './list-now.ts';
import {openSession} from './open-session.ts';
import {reportBulk, runBulk, type BulkRun} from './run-bulk.ts';

export type DeleteOptions = GlobalValues & {readonly query: string | undefined; readonly retries: number};

/** So many notifications are named in the question. */
const mostNamed = 20;

/** Deletes notifications, after asking. Returns the exit code. @throws CommandError */
export async function runDelete(ids: readonly string[], options: DeleteOptions, context: CommandContext): Promise<number> {
	requireTargets(ids, options.query);
	await using opened = await openSession(options, context);
	using interrupt = createInterrupt(context);
	const {session, place} = opened;
	const listing = await listNow(session, interrupt.signal);
	interrupt.throwIfInterrupted();
	const targets = findTargets(listing, {ids, query: options.query});
	if (targets.length === 0) {
		context.printError('Nothing matches the query.');
		return 0;
	}

	if (options.dryRun) {
		for (const target of targets) {
			context.print(lineOf(target));
		}

		return 0;
	}

	const [only] = targets;
	const isOne = targets.length === 1;
	if (!options.yes) {
		const survey = await session.operations.surveyDelete(targets);
		const inexact = survey.contentUnknown + survey.undocumented + survey.incomplete;
		for (const target of targets.slice(0, mostNamed)) {
			context.printError(`- ${lineOf(target)}`);
		}

		const others = targets.length - mostNamed;
		const lines = [
			others > 0 && `  and ${others.toLocaleString('en')} more`,
			inexact > 0 && 'An undo may not recreate all of this exactly: the template is not known on this machine, or it differs from what the service documents.',
		].filter(text => typeof text === 'string');
		for (const line of lines) {
			context.printError(line);
		}
	}

	await confirm({text: `Delete ${isOne ? `"${only!.name}" (ID ${only!.id})` : `${targets.length.toLocaleString('en')} notifications`} from ${place}? The service cannot undo this.`, answer: isOne ? 'y' : String(targets.length), signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	if (isOne) {
		requireDone(await session.operations.delete(only!, new AbortController().signal), interrupt);
		if (!options.quiet) {
			context.printError(`Deleted ${sanitise(only!.id)}.`);
		}

		return interrupt.exitCode() ?? 0;
	}

	const run: BulkRun = {opened, interrupt, options, context, verb: 'deleted', retries: options.retries};
	return await reportBulk(run, await runBulk(run, async bulk => session.operations.bulkDelete(targets, bulk)));
}

const lineOf = ({id, name, userId, recipient}: Notification): string => [id, name, userId, recipient].map(text => sanitiseCell(text)).join('\t');
