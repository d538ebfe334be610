import {say} from '../changes/say.ts';
import {historyNotes, lossNotes} from '../notification/losses.ts';
import type {Notification} from '../notification/notification.ts';
import {doneText} from '../notification/operation-texts.ts';
import {firstLines, naming, runChange} from './change-command.ts';
import {printsResults, type ResultValues, type Run, type Running} from './command.ts';
import type {deleteOptions} from './commands/change.ts';
import {toLine} from './output/result.ts';
import {completeTargets, findTargets, readTargets} from './targets.ts';

/** Deletes notifications after confirmation. Returns the exit code. @throws CommandError */
export async function runDelete(run: Run<typeof deleteOptions>) {
	const {words, options} = run;
	const request = readTargets(words, options);
	return runChange(run, async listed => {
		const {session, place, shown} = listed;
		const {changes, profile} = session;
		const targets = await findTargets(listed, request);
		const {left} = targets;
		const count = left.length;
		const {codeIfDone, complete} = completeTargets(targets, left, listed);
		return {
			count,
			verb: 'deleted',
			send: async sending =>
				changes.run(
					left.map(of => ({kind: 'delete', of})),
					{...sending, shown},
				),
			dryRun: async () => printTargets(left, run),
			preview: async () => [
				...firstLines(left, target => [`- ${lineOf(target)}`]),
				...lossNotes(await changes.surveyDelete(left), count, 'chainbell undo'),
				...historyNotes(profile.storage?.history, 'chainbell undo'),
			],
			question: `Delete ${naming(left)} from ${place}? The service cannot undo this.`,
			complete: results => complete(results, 'delete'),
			said: item => doneText({...item, detail: say(item)}),
			codeIfDone,
		};
	});
}

/** Prints the notifications to be deleted: a line for each, or as JSON the records as the service sent them. */
async function printTargets(targets: readonly Notification[], run: Running<ResultValues>) {
	if (printsResults(run.options)) {
		const [{writeRecords}, {notificationOutput}] = await Promise.all([
			import('./output/write-records.ts'),
			import('./output/notification-output.ts'),
		]);
		await writeRecords(targets, notificationOutput, run.options.json ? 'json' : 'jsonl', run);
		return;
	}

	for (const target of targets) {
		run.print(lineOf(target));
	}
}

const lineOf = ({id, name, userId, recipient}: Notification) => toLine([id, name, userId, recipient]);
