import {parseJson} from '../platform/json.ts';
import {trialOf, trialTexts, tryEndpoint, type TrialOptions} from '../service/try-endpoint.ts';
import {sanitise, sanitiseLines} from '../terminal/sanitise.ts';
import {openAccount} from './account.ts';
import {errorOfFailure, exitCode, invalidInput, jsonText, unconfirmed} from './command-error.ts';
import type {Run} from './command.ts';
import type {tryOptions} from './commands/files.ts';
import {confirm, createInterrupt} from './confirm.ts';
import {listAll} from './listing.ts';
import {readOnlyError} from './open-session.ts';
import {findByIds} from './targets.ts';

/** Sends a sample event to the endpoint of a notification, after asking, and prints the response. Returns the exit code: 0 for a 2xx. @throws CommandError */
export async function runTry(run: Run<typeof tryOptions>) {
	const {options, words} = run;
	using interrupt = createInterrupt(run);
	await using account = await openAccount(run);
	const {connection, profile} = account;
	if (profile.isReadOnly && !options.dryRun) {
		throw readOnlyError(options, profile);
	}

	const [target] = findByIds(await listAll(connection, run, interrupt.signal), words);
	const trial = trialOf(target!);
	if (trial === undefined) {
		throw invalidInput(
			`Nothing was sent: ${target!.id} has no URL that can be tried.`,
			'Only a webhook and a webhook URL of Slack can be.',
		);
	}

	const notes = [...trialTexts.notes(trial), trial.body].map(note => sanitise(note));
	if (options.dryRun) {
		run.print(options.json ? jsonText({url: trial.url.href, body: parseJson(trial.body)}, 2) : notes.join('\n'));
		return exitCode.done;
	}

	for (const note of options.yes ? [] : notes) {
		run.printError(note);
	}

	await confirm(trialTexts.question(trial), interrupt, run);
	const send = async (permits: TrialOptions['permits']) =>
		tryEndpoint(trial, {timeout: connection.timeout, signal: interrupt.signal, permits});
	let result = await send(() => options.private);
	if (result.kind === 'asks' && !options.yes) {
		const {addresses} = result;
		await confirm(trialTexts.permission(trial, addresses), interrupt, run);
		result = await send(address => addresses.includes(address));
	}

	if (result.kind === 'asks') {
		const why = trialTexts.permission(trial, result.addresses);
		throw unconfirmed(`Nothing was sent. ${why}`, 'Pass --private to send it there.');
	}

	if (result.kind === 'failed') {
		const {failure} = result;
		interrupt.throwIfInterrupted(failure.nextStep, failure.outcome);
		throw errorOfFailure(failure);
	}

	const {kind: _kind, ...answer} = result;
	run.print(
		options.json
			? jsonText({id: target!.id, url: trial.url.href, ...answer}, 2)
			: `${trialTexts.answer(result)}\n${sanitiseLines(answer.text)}${answer.isCut ? '…' : ''}`.trimEnd(),
	);
	return answer.status >= 200 && answer.status <= 299 ? exitCode.done : exitCode.failed;
}
