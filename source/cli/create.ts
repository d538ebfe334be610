import {toCreateBody, toSentBody, toSentInput} from '../service/body.ts';
import {checkEntries, checkNew} from '../files/check-entries.ts';
import {knownDraft, withChanges} from '../notification/edit.ts';
import {findDuplicates} from '../notification/equivalence.ts';
import {emptyDraft, toInput, type Draft} from '../notification/fields.ts';
import {rawOf} from '../notification/notification.ts';
import {documentedPaths, undocumentedPaths} from '../notification/undocumented.ts';
import {nearest} from '../platform/text.ts';
import {createPolicyCheck} from '../query/rules.ts';
import {isStoredRedacted} from '../ledger/stored-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {runChange, type PlannedChange, type ChangeValues, type Changing} from './change-command.ts';
import {duplicateError, keyInContentError} from './change-errors.ts';
import {invalidInput, UsageError} from './command-error.ts';
import {note, type Run, type OptionValues} from './command.ts';
import type {cloneOptions, createOptions, newOptions} from './commands/change.ts';
import {
	draftChanges,
	type DraftOptions,
	isDraftGiven,
	learnAbis,
	printWarnings as printDraftWarnings,
	requireValid,
} from './draft-fields.ts';
import {checkAccountOf} from './files/plan-account.ts';
import {invalidFiles, printWarnings, readAll, requireRead} from './files/read-files.ts';
import {dryRunText} from './output/result.ts';
import {findByIds, requireRules} from './targets.ts';

type NewOptions = ChangeValues & OptionValues<typeof newOptions>;

/** A draft to create, and its position in the file. */
type PlacedDraft = {readonly draft: Draft; readonly place?: string};

/** Creates the notifications that the options or a file describe. Returns the exit code. @throws CommandError */
export async function runCreate(run: Run<typeof createOptions>) {
	const {options} = run;
	const {file: named} = options;
	if (named === undefined) {
		await learnAbis(run);
		const draft = withChanges(emptyDraft, await draftChanges(options, run.host.input));
		requireValid([checkNew(draft, options.acceptInvalid)], options);
		return runChange(run, async listed => planOne(draft, listed));
	}

	if (isDraftGiven(options)) {
		throw new UsageError('Give either --file or the fields as options.');
	}

	const [file] = requireRead(await readAll([named], run), run);
	const {entries} = file!;
	if (entries.some(({isParked}) => isParked === true)) {
		throw new UsageError('Entries with parked: true are for chainbell apply. Nothing was sent.');
	}

	if (entries.length === 0) {
		throw invalidInput(
			'Nothing was sent: the file has no notification.',
			'Give one body, a list of bodies, or one JSON object a line.',
		);
	}

	const drafts = entries.map(({place: {line}, draft}) => ({place: `line ${line}`, draft}));
	return runChange(run, async listed => {
		const {session} = listed;
		checkAccountOf([file!], session);
		const findBroken = createPolicyCheck(await requireRules(session));
		const {mistakes, warnings} = checkEntries(entries, options.acceptInvalid, findBroken);
		if (mistakes.length > 0) {
			throw invalidFiles(mistakes, run);
		}

		printWarnings(warnings, run);
		return planCreation(drafts, listed);
	});
}

/** Creates a copy of a notification, with changes. Returns the exit code. @throws CommandError */
export async function runClone(run: Run<typeof cloneOptions>) {
	const {words, options} = run;
	const id = words[0]!;
	await learnAbis(run);
	const changes = await draftChanges(options, run.host.input);
	return runChange(run, async listed => {
		const {session, ledger, listing} = listed;
		const [of] = findByIds(listing, [id]);
		const sent = ledger.sent.get(session.profileKey, id);
		const draft = withChanges({...knownDraft(of!, sent), listed: rawOf(of!)}, changes);
		if (sent === undefined && draft.template === '') {
			note(run, `The template of ${sanitise(id)} is unknown on this machine: the copy has none.`);
		}

		return planOne(draft, listed);
	});
}

/** Checks what is created, and plans it. @throws CommandError with all fields that prevent sending */
async function planOne(draft: Draft, listed: Changing<NewOptions & DraftOptions>) {
	const {session, options} = listed;
	const checked = [checkNew(draft, options.acceptInvalid, createPolicyCheck(await requireRules(session)))];
	requireValid(checked, options);
	printDraftWarnings(checked, listed);
	return planCreation([{draft}], listed);
}

/** The path of a member, with the most similar documented path. */
function withNearest(path: string) {
	const meant = nearest(path, documentedPaths);
	return meant === undefined ? path : `${path} (did you mean ${meant}?)`;
}

/** Plans the creation of drafts. @throws CommandError if one has the API key, and for a duplicate in a dry run */
function planCreation(drafts: readonly PlacedDraft[], changing: Changing<NewOptions>): PlannedChange {
	const {session, listing, options, print} = changing;
	const {allowDuplicate} = options;
	const paths = new Set(drafts.flatMap(({draft}) => [...undocumentedPaths(toCreateBody(toInput(draft))).keys()]));
	if (paths.size > 0) {
		const named = Array.from(paths, path => withNearest(path)).join(', ');
		note(changing, sanitise(`Warning: sent as it is, although the service does not document it: ${named}.`));
	}

	const inputs = drafts.map(({draft}) => toSentInput(draft));
	const isOne = inputs.length === 1;
	const nameOf = (index: number) => drafts[index]!.place ?? `number ${index + 1}`;
	const withKey = inputs.findIndex(input => isStoredRedacted(input));
	if (withKey !== -1) {
		throw keyInContentError(isOne ? 'the notification' : nameOf(withKey));
	}

	const duplicatesError = (duplicates: Parameters<typeof duplicateError>[0]) =>
		duplicateError(duplicates, isOne ? undefined : nameOf);
	return {
		count: inputs.length,
		verb: 'created',
		async send(sending) {
			const outcome = await session.changes.run(
				inputs.map((input, index) => ({kind: 'create', input, place: drafts[index]!.place})),
				{...sending, accepted: allowDuplicate ? 'all' : []},
			);
			if (outcome.kind === 'duplicates') {
				throw duplicatesError(outcome.duplicates);
			}

			return outcome;
		},
		dryRun() {
			const found = (allowDuplicate ? [] : inputs)
				.map((input, index) => ({index, same: findDuplicates(input, listing.records).slice(0, 1), earlier: undefined}))
				.filter(({same}) => same.length > 0);
			if (found.length > 0) {
				throw duplicatesError(found);
			}

			const bodies = inputs.map(input => toSentBody(input));
			print(dryRunText(bodies, options, isOne ? bodies[0] : bodies));
		},
	};
}
