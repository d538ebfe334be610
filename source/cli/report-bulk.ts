import {batchNumber, itemNumber} from '../domain/change-name.ts';
import {itemText, resultText} from '../domain/operation-texts.ts';
import {withoutText} from '../domain/without-members.ts';
import type {BulkResult} from '../operations/bulk/bulk-context.ts';
import {refusedPaths} from '../session/operations.ts';
import {totalOf} from '../storage/batches/batch.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {upperFirst, numberText} from '../platform/text.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {recoverHint} from './targets.ts';
import {CommandError, type CommandErrorOptions} from './command-error.ts';
import {exitCode, exitCodeOfFailure, type ExitCode} from './exit-codes.ts';
import {itemsOf, printResults, toResult, type CompleteResults, type LineOf} from './output/result.ts';
import type {BulkRun} from './run-bulk.ts';

/** The maximum number of items named that are not done. */
const maxNamed = 20;

/** Prints the result of each item of a bulk operation, and reports the items that are not done. Returns the exit code. @throws CommandError as `reportBulk` does */
export async function printBulk(
	run: BulkRun,
	result: BulkResult,
	lineOf: LineOf,
	complete: CompleteResults = results => results,
): Promise<ExitCode> {
	const {ledger} = await run.opened.services.openLedger();
	await printResults(
		complete(itemsOf(ledger, result.batch).map(item => toResult(item))),
		lineOf,
		run.options,
		run.context,
	);
	return reportBulk(run, result);
}

/** Prints on stderr which items are not done. Returns the exit code. @throws CommandError with --json, unless everything is done */
export async function reportBulk(
	{opened, interrupt, options: {quiet, json}, context: {printError}, verb}: BulkRun,
	result: BulkResult,
): Promise<ExitCode> {
	const {counts, batch, failure, refusal, unresolvedReason} = result;
	const code = interrupt.exitCode() ?? exitCodeOfBulk(result);
	const summary = resultText(upperFirst(verb), counts, totalOf(counts));
	if (code === exitCode.done) {
		if (!quiet && !json) {
			printError(summary);
		}

		return code;
	}

	const {ledger} = await opened.services.openLedger();
	const items = ledger.journal.unresolvedItems(batch, 0, maxNamed);
	const why =
		failure?.summary ?? refusal?.summary ?? (counts.unknown > 0 || isHeld(result) ? unresolvedReason : undefined) ?? '';
	const hints = hintsOf(
		result,
		items.some(({kind, state}) => kind === 'replace' && state === 'deleting'),
	);
	if (json) {
		const message = [interrupt.exitCode() === undefined ? '' : 'Interrupted.', summary, why]
			.filter(text => text !== '')
			.join(' ');
		throw new CommandError({
			exitCode: code,
			kind: interrupt.exitCode() === undefined ? kindOf(result) : 'interrupted',
			message,
			hint: hints.length === 0 ? undefined : hints.join(' '),
			failure: failure ?? refusal,
			outcome: outcomeOf(result),
			issues: issuesIn(items),
		});
	}

	const others = counts.failed + counts.created + counts.unknown - items.length;
	const ids = ledger.journal.itemIds(batch);
	const textOf = (item: Operation) => {
		const place = [item.state === 'failed' ? undefined : itemNumber(batch, ids.indexOf(item.id)), item.place]
			.filter(text => text !== undefined)
			.join(', ');
		return `  ${sanitiseCell(itemText({...item, place}))}`;
	};

	const lines = [
		summary,
		...items.map(item => textOf(item)),
		others > 0 ? `  and ${numberText(others)} more` : '',
		why,
		...hints,
	];
	for (const line of lines.filter(text => text !== '')) {
		printError(sanitise(line));
	}

	return code;
}

/** Whether only the deletions of a set are left, which wait for what failed. */
const isHeld = ({counts: {planned, created, unknown, failed}, failure, unresolvedReason}: BulkResult): boolean =>
	failure === undefined && unresolvedReason !== undefined && failed > 0 && planned > 0 && created + unknown === 0;

/** The advice on what to do next, in sentences. `isEditedElsewhere`: somebody else may have edited one of the notifications as well. */
function hintsOf(result: BulkResult, isEditedElsewhere: boolean): string[] {
	const {
		counts: {planned, created, unknown, failed},
		batch,
	} = result;
	const number = batchNumber(batch);
	const refused = refusedPaths(result);
	const isOpen = planned + created + unknown > 0;
	return [
		...(isOpen
			? [
					`Bulk operation ${number} is not finished. ${isHeld(result) ? `Run chainbell recover ${number} --retry to send what failed again, or chainbell recover ${number} --roll-back to skip the rest.` : recoverHint(number)}`,
				]
			: []),
		...(isEditedElsewhere
			? [`Where somebody else edited the same, chainbell recover ${number} --keep takes both, mine or theirs.`]
			: []),
		...(failed > 0 && !isOpen ? [`Run chainbell recover ${number} --retry to send what failed again.`] : []),
		...(refused.length > 0
			? [
					`The service refused ${refused.join(', ')}. Run chainbell recover ${number} --retry --omit-refused to send ${withoutText(refused)}.`,
				]
			: []),
	];
}

const kindOf = ({failure, counts: {created, unknown}}: BulkResult): string =>
	failure?.kind ?? (unknown + created > 0 ? 'pending' : 'incomplete');

/** The outcome of all items: `unknown` also if some are done, so that nobody takes the error for one without effect. */
function outcomeOf({
	failure,
	counts: {done, failed, created, unknown},
}: BulkResult): NonNullable<CommandErrorOptions['outcome']> {
	if (done + unknown + created > 0) {
		return 'unknown';
	}

	return failed > 0 ? 'rejected' : (failure?.outcome ?? 'not-sent');
}

/** The refused fields of items, each with the place or the ID of its item, as in the errors of a file. */
const issuesIn = (items: readonly Operation[]) =>
	items.flatMap(({place, snapshot, issues = []}) =>
		issues.map(({field, message}) => ({
			field,
			message: [place ?? snapshot?.id, message].filter(text => text !== undefined).join(': '),
		})),
	);

/** The exit code of a bulk operation, depending on the items that are not done. */
export function exitCodeOfBulk({counts: {failed, planned, created, unknown}, failure}: BulkResult): ExitCode {
	if (failure !== undefined && failure.kind !== 'forbidden') {
		return exitCodeOfFailure(failure);
	}

	if (unknown > 0) {
		return exitCode.unknown;
	}

	return failed + planned + created > 0 ? exitCode.incomplete : exitCode.done;
}
