import {describe, expect, test} from 'vitest';
import type {OperationKind} from '../../source/notification/operation-texts.ts';
import type {CertifiedId, CreationVerdict, DeletionVerdict} from '../../source/operations/operation-context.ts';
import {afterDelete, rollBackHalfDone, whyOldIsKept} from '../../source/operations/after-delete.ts';
import {afterPost, isUnchanged} from '../../source/operations/after-post.ts';
import {afterRejection, type Intent, type Transition} from '../../source/operations/transitions.ts';
import type {Operation, OperationState, RequestEntry} from '../../source/ledger/journal/operation.ts';
import {recordOf, sightingAt} from '../helpers/sightings.ts';
import {input, oldOne} from '../ledger/ledgers.ts';

const intents = ['settle', 'continue', 'finish', 'resend', 'roll-back', 'skip'] as const satisfies readonly Intent[];
const waiting = 'Wait.';

/** An operation on 7 that creates 8. */
const operationOf = (kind: OperationKind, state: OperationState): Operation => ({
	id: 1,
	profile: 'p',
	profileName: 'p',
	kind,
	state,
	startedAt: 0,
	endedAt: undefined,
	knownIds: [],
	detail: undefined,
	input: kind === 'delete' ? undefined : input,
	snapshot: kind === 'create' ? undefined : oldOne('7'),
	newId: state === 'creating' || kind === 'delete' ? undefined : '8',
});

const requestOf = (
	method: RequestEntry['method'],
	target: string | undefined,
	outcome: RequestEntry['outcome'],
	status?: number,
): RequestEntry => ({
	id: 1,
	operation: 1,
	at: 0,
	method,
	target,
	outcome,
	status,
	summary: outcome === 'ok' ? undefined : 'It was lost.',
	moment: undefined,
});

/** A transition in one line: the next state, and what is said. */
function lineOf({state, isAccepted, candidates, newId, detail = '-'}: Transition): string {
	const parts = [
		state ?? 'stays',
		isAccepted ? 'accepted' : undefined,
		newId,
		candidates && `of ${candidates.join(', ')}`,
	];
	return `${parts.filter(part => part !== undefined).join(' ')}: ${detail}`;
}

/** Each part names what the row is for: several values in one text. */
type Row = readonly [kinds: string, verdicts: string, answers: string, intents: string, line: string];

type Case = {
	readonly kind: string;
	readonly verdict: string;
	readonly answer: string;
	readonly intent: string;
	readonly line: string;
};

const every = intents.join(' ');

function* casesIn([kinds, verdicts, answers, wishes, line]: Row): Generator<Case, void, void> {
	for (const kind of kinds.split(' ')) {
		for (const verdict of verdicts.split(' ')) {
			for (const answer of answers.split(' ')) {
				yield* wishes.split(' ').map(intent => ({kind, verdict, answer, intent, line}));
			}
		}
	}
}

const casesOf = (rows: readonly Row[]): Case[] => rows.flatMap(row => [...casesIn(row)]);

/** Every combination, once. */
function expectEvery(
	cases: readonly Case[],
	kinds: readonly string[],
	verdicts: readonly string[],
	answers: readonly string[],
) {
	const all = casesOf([[kinds.join(' '), verdicts.join(' '), answers.join(' '), every, '']]);
	const nameOf = ({kind, verdict, answer, intent}: Case) => `${kind} ${verdict} ${answer} ${intent}`;
	expect(cases.map(each => nameOf(each)).toSorted()).toStrictEqual(all.map(each => nameOf(each)).toSorted());
}

describe('after a POST', () => {
	const verdicts: Readonly<Record<string, CreationVerdict>> = {
		certified: {kind: 'certified', id: '8' as CertifiedId},
		sameId: {kind: 'certified', id: '7' as CertifiedId},
		ambiguous: {kind: 'ambiguous', ids: ['8', '9'], isRewritten: false},
		twins: {kind: 'certified', id: '8' as CertifiedId, twins: ['9']},
		overwritten: {kind: 'overwritten', id: '3', former: oldOne('3')},
		absent: {kind: 'absent'},
		pending: {kind: 'pending', wait: 1},
		probable: {kind: 'pending', wait: 1, probableId: '9'},
	};
	const several = 'Several new notifications have this content: 8, 9. One of them is the new one.';
	const found = 'The response did not confirm it, but it is listed.';
	const kept = 'The service kept the ID, so nothing was deleted.';
	const twin = '9 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.';
	const undone = 'Undo creates what 3 was again.';
	const missing =
		'The service confirmed it as ID 8, but two complete listings after the settling time (60 s) do not show it.';
	const cases = casesOf([
		['create recreate', 'certified', 'ok', every, 'done 8: -'],
		['create recreate', 'certified', 'unknown', every, `done 8: ${found}`],
		['create recreate', 'sameId', 'ok', every, 'done 7: The response named 8, but it is listed as 7.'],
		['create recreate', 'sameId', 'unknown', every, `done 7: ${found}`],
		['replace', 'certified', 'ok', 'continue finish resend roll-back', 'created 8: -'],
		['replace', 'certified', 'unknown', 'continue finish resend roll-back', `created 8: ${found}`],
		['replace', 'certified', 'ok', 'skip', 'created 8: -'],
		['replace', 'certified', 'unknown', 'skip', `created 8: ${found}`],
		[
			'replace',
			'certified',
			'ok unknown',
			'settle',
			'created 8: 8 is listed now: finish the edit to delete 7, or roll it back.',
		],
		['replace', 'sameId', 'ok unknown', every, `done 7: ${kept}`],
		['create recreate', 'twins', 'ok unknown', every, `done 8: ${twin}`],
		['replace', 'twins', 'ok unknown', 'continue finish resend roll-back', `created 8: ${twin}`],
		['replace', 'twins', 'ok unknown', 'skip', `created 8: ${twin}`],
		[
			'replace',
			'twins',
			'ok unknown',
			'settle',
			'created 8: 8 is listed now: finish the edit to delete 7, or roll it back.',
		],
		[
			'create recreate',
			'overwritten',
			'ok unknown',
			every,
			`failed: The service overwrote 3 instead of creating a notification. ${undone}`,
		],
		[
			'replace',
			'overwritten',
			'ok unknown',
			every,
			`failed: The service overwrote 3 instead of creating a notification. 7 was kept. ${undone}`,
		],
		['create recreate replace', 'ambiguous', 'ok unknown', every, `stays of 8, 9: ${several}`],
		[
			'create recreate replace',
			'absent',
			'unknown',
			'settle continue finish',
			'failed: It was lost. Not created. It does not appear in the listing.',
		],
		['create recreate replace', 'absent', 'unknown', 'resend', 'planned: -'],
		['create recreate replace', 'absent', 'unknown', 'roll-back skip', 'rolled-back: Nothing was created.'],
		['create recreate', 'absent', 'ok', 'settle continue finish resend', `failed: ${missing}`],
		['create recreate', 'absent', 'ok', 'roll-back skip', `rolled-back: ${missing}`],
		['replace', 'absent', 'ok', every, `failed: ${missing} 7 was kept.`],
		['create recreate', 'pending', 'unknown', every, 'stays: Not known whether it was created: it was lost. Wait.'],
		[
			'replace',
			'pending',
			'unknown',
			every,
			'stays: Not known whether the replacement of 7 was created: it was lost. Wait.',
		],
		[
			'create recreate',
			'probable',
			'unknown',
			every,
			'stays: Not known whether it was created: it was lost. Probably it is 9. Wait.',
		],
		[
			'replace',
			'probable',
			'unknown',
			every,
			'stays: Not known whether the replacement of 7 was created: it was lost. Probably it is 9. Wait.',
		],
		[
			'create recreate',
			'pending',
			'ok',
			every,
			'stays accepted: The service confirmed it as ID 8, but no listing shows it yet. Wait.',
		],
		[
			'create recreate',
			'probable',
			'ok',
			every,
			'stays accepted: The service confirmed it as ID 8, but probably it is 9. Wait.',
		],
		[
			'replace',
			'pending',
			'ok',
			every,
			'stays: The service confirmed it as ID 8, but no listing shows it yet, so 7 was kept. Wait.',
		],
		[
			'replace',
			'probable',
			'ok',
			every,
			'stays: The service confirmed it as ID 8, but probably it is 9, so 7 was kept. Wait.',
		],
	]);

	test.each(cases)('$kind, $verdict, answered $answer, to $intent: $line', ({kind, verdict, answer, intent, line}) => {
		const requests = [requestOf('POST', answer === 'ok' ? '8' : undefined, answer as 'ok' | 'unknown')];
		expect(
			lineOf(
				afterPost(operationOf(kind as OperationKind, 'creating'), verdicts[verdict]!, {
					intent: intent as Intent,
					requests,
					sighting: sightingAt(0, [recordOf('7', oldOne('7').input)]),
					waiting,
					settlingTime: 60_000,
				}),
			),
		).toBe(line);
	});

	test.each([
		['pending', 'stays: The service confirmed it as ID 8, but no listing shows it yet, so nothing was deleted. Wait.'],
		['absent', 'failed: Neither 7 nor what was sent is listed, although the service confirmed it as ID 8.'],
		[
			'overwritten',
			`failed: The service overwrote 3 instead of creating a notification. Nothing was deleted. ${undone}`,
		],
	])('where no listing shows the old one of a replacement, it is not said to be kept: %s', (verdict, line) => {
		expect(
			lineOf(
				afterPost(operationOf('replace', 'creating'), verdicts[verdict]!, {
					intent: 'settle',
					requests: [requestOf('POST', '8', 'ok')],
					isOldMissing: true,
					sighting: sightingAt(0),
					waiting,
					settlingTime: 60_000,
				}),
			),
		).toBe(line);
	});

	test.each([
		[
			'ok',
			'settle',
			'failed: Neither 7 as it was nor what was sent is listed, although the service confirmed it as ID 8: 7 has other content now.',
		],
		['unknown', 'settle', 'failed: Neither 7 as it was nor what was sent is listed: 7 has other content now.'],
		['unknown', 'roll-back', 'failed: Neither 7 as it was nor what was sent is listed: 7 has other content now.'],
	] as const)(
		'where the old one of a replacement is listed with another content, it is not said to be kept: answered %s, to %s',
		(answer, intent, line) => {
			const facts = {
				intent,
				requests: [requestOf('POST', answer === 'ok' ? '8' : undefined, answer)],
				sighting: sightingAt(0, [recordOf('7', {...oldOne('7').input, name: 'Other'})]),
				settlingTime: 60_000,
			};
			expect(lineOf(afterPost(operationOf('replace', 'creating'), {kind: 'absent'}, facts))).toBe(line);
		},
	);

	test('every kind, verdict, answer and intent is in the table once', () => {
		expectEvery(cases, ['create', 'recreate', 'replace'], Object.keys(verdicts), ['ok', 'unknown']);
	});

	test('without a POST in the journal, nothing was created', () => {
		expect(
			lineOf(
				afterPost(
					operationOf('create', 'creating'),
					{kind: 'absent'},
					{intent: 'settle', requests: [], settlingTime: 0},
				),
			),
		).toBe('failed: Not created. It does not appear in the listing.');
	});

	const confirmedAs = (id: string, ...listed: readonly string[]) =>
		({
			intent: 'settle',
			requests: [requestOf('POST', id, 'ok')],
			sighting: sightingAt(
				0,
				listed.map(each => recordOf(each)),
			),
			settlingTime: 0,
		}) as const;

	test('what the answer named and is listed with other content may have been overwritten', () => {
		const line =
			'failed: The service confirmed it as ID 8, but 8 is listed with other content: it may have been overwritten.';
		expect(lineOf(afterPost(operationOf('create', 'creating'), {kind: 'absent'}, confirmedAs('8', '8')))).toBe(line);
		expect(
			lineOf(
				afterPost({...operationOf('create', 'creating'), knownIds: ['8']}, {kind: 'absent'}, confirmedAs('8', '8')),
			),
		).not.toBe(line);
	});

	test('what the answer named and had the same content before is not said to be missing', () => {
		const listed = sightingAt(0, [recordOf('7'), recordOf('8', input)]);
		const lineFor = (kind: OperationKind, intent: Intent) =>
			lineOf(
				afterPost(
					{...operationOf(kind, 'creating'), input, knownIds: ['8']},
					{kind: 'absent'},
					{...confirmedAs('8'), sighting: listed, intent},
				),
			);
		const line = 'No new ID is listed: the service named 8, which had this content before.';
		expect(lineFor('create', 'finish')).toBe(`failed: ${line}`);
		expect(lineFor('create', 'roll-back')).toBe(`rolled-back: ${line}`);
		expect(lineFor('replace', 'roll-back')).toBe(`failed: ${line} 7 was kept.`);
	});

	test('what had the same content before is named where nothing new is listed', () => {
		const facts = {
			requests: [requestOf('POST', undefined, 'unknown')],
			sighting: sightingAt(0, [recordOf('8', input)]),
			settlingTime: 0,
		};
		const lineFor = (intent: Intent) =>
			lineOf(
				afterPost(
					{...operationOf('create', 'creating'), knownIds: ['', '8', '9']},
					{kind: 'absent'},
					{...facts, intent},
				),
			);
		expect(lineFor('finish')).toBe('failed: It was lost. Not created, unless it is 8, which had this content before.');
		expect(lineFor('roll-back')).toBe('rolled-back: Not created, unless it is 8, which had this content before.');
	});

	test('an old notification that is no longer listed is not said to be kept', () => {
		expect(lineOf(afterPost(operationOf('replace', 'creating'), {kind: 'absent'}, confirmedAs('8')))).toBe(
			'failed: Neither 7 nor what was sent is listed, although the service confirmed it as ID 8.',
		);
	});

	test.each(every.split(' ') as Intent[])('what another change may have adopted is not sent again, to %s', intent => {
		expect(
			lineOf(
				afterPost(
					operationOf('create', 'creating'),
					{kind: 'absent', adoptedId: '9'},
					{intent, requests: [requestOf('POST', undefined, 'unknown')], settlingTime: 0},
				),
			),
		).toBe('failed: It was lost. Not created, unless it is 9, which counts as the new notification of another change.');
	});

	test('members that the service changed are told', () => {
		const facts = {
			intent: 'settle',
			requests: [requestOf('POST', undefined, 'unknown')],
			changed: 'status: "active"',
			settlingTime: 0,
		} as const;
		expect(lineOf(afterPost(operationOf('create', 'creating'), verdicts.certified!, facts))).toBe(
			`done 8: ${found} The service lists status: "active".`,
		);
	});
});

const deletionVerdicts: Readonly<Record<string, DeletionVerdict>> = {
	gone: {kind: 'gone'},
	kept: {kind: 'kept'},
	listed: {kind: 'pending', wait: 1, isListed: true},
	unlisted: {kind: 'pending', wait: 1, isListed: false},
};

const deleteOf = (id: string, answer: string): RequestEntry =>
	answer === '404' ? requestOf('DELETE', id, 'rejected', 404) : requestOf('DELETE', id, answer as 'ok' | 'unknown');

describe('after the DELETE of the old notification', () => {
	const unconfirmed = 'done: The response did not confirm it, but it is no longer listed.';
	const confirmedStill = 'The service confirmed the deletion, but 7 is still listed.';
	const cases = casesOf([
		['delete replace', 'gone', '404', 'finish resend', 'done: It was already gone when it was to be deleted.'],
		['delete', 'gone', '404', 'settle continue', unconfirmed],
		[
			'replace',
			'gone',
			'404',
			'settle continue',
			'stays: 7 was already gone: somebody else deleted or edited it. Finish this to keep 8; delete that afterwards if it is not wanted.',
		],
		[
			'replace',
			'gone',
			'404',
			'roll-back skip',
			'stays: 8 was kept, because 7 is no longer listed. Finish it instead.',
		],
		['delete', 'gone', 'ok unknown 404', 'roll-back skip', 'done: It had already been deleted.'],
		['delete', 'gone', 'ok', 'settle continue finish resend', 'done: -'],
		['delete', 'gone', 'unknown', 'settle continue finish resend', unconfirmed],
		['replace', 'gone', 'ok', every, 'done: -'],
		['replace', 'gone', 'unknown', every, unconfirmed],
		['delete', 'kept', 'unknown 404', 'settle continue finish', 'failed: It is still listed.'],
		['delete', 'kept', 'ok', 'settle continue finish', `failed: ${confirmedStill}`],
		['delete', 'kept', 'ok unknown 404', 'roll-back skip', 'rolled-back: It was not deleted.'],
		['delete', 'kept listed', 'ok unknown 404', 'resend', 'planned: -'],
		[
			'replace',
			'kept',
			'unknown 404',
			'settle continue finish roll-back skip',
			'created: Both 7 and 8 exist: 7 is still listed.',
		],
		[
			'replace',
			'kept',
			'ok',
			'settle continue finish roll-back skip',
			`created: Both 7 and 8 exist: ${confirmedStill}`,
		],
		['replace', 'kept listed', 'unknown 404', 'resend', 'created: Both 7 and 8 exist: 7 is still listed.'],
		['replace', 'kept listed', 'ok', 'resend', `created: Both 7 and 8 exist: ${confirmedStill}`],
		[
			'delete replace',
			'listed',
			'ok',
			'settle continue finish roll-back skip',
			`stays accepted: ${confirmedStill} Wait.`,
		],
		[
			'delete replace',
			'listed',
			'unknown 404',
			'settle continue finish roll-back skip',
			'stays: Not known whether 7 was deleted: it was lost. Wait.',
		],
		[
			'delete replace',
			'unlisted',
			'ok',
			every,
			'stays accepted: The service confirmed the deletion, but no complete listing has shown it gone. Wait.',
		],
		['delete replace', 'unlisted', 'unknown 404', every, 'stays: Not known whether 7 was deleted: it was lost. Wait.'],
	]);

	test.each(cases)('$kind, $verdict, answered $answer, to $intent: $line', ({kind, verdict, answer, intent, line}) => {
		const facts = {
			intent: intent as Intent,
			requests: [deleteOf('7', answer), deleteOf('8', 'ok')],
			waiting,
			settlingTime: 60_000,
		};
		expect(lineOf(afterDelete(operationOf(kind as OperationKind, 'deleting'), deletionVerdicts[verdict]!, facts))).toBe(
			line,
		);
	});

	test('every kind, verdict, answer and intent is in the table once', () => {
		expectEvery(cases, ['delete', 'replace'], Object.keys(deletionVerdicts), ['ok', 'unknown', '404']);
	});

	test.each(['deleting', 'undoing'] as const)('other new notifications with the same content are named: %s', state => {
		const facts = {
			intent: 'settle',
			requests: [deleteOf('7', 'ok'), deleteOf('8', 'ok')],
			twins: ['9'],
			settlingTime: 0,
		} as const;
		const twin = '9 is new and identical: a proxy may have sent the request twice. Delete what is not wanted.';
		expect(lineOf(afterDelete(operationOf('replace', state), {kind: 'gone'}, facts))).toBe(
			state === 'deleting' ? `done: ${twin}` : `rolled-back: 8 was deleted. ${twin}`,
		);
	});

	test('a 404 after a DELETE that may have taken effect does not mean that somebody else deleted it', () => {
		const facts = {
			intent: 'settle',
			requests: [deleteOf('7', 'unknown'), deleteOf('7', '404')],
			settlingTime: 0,
		} as const;
		expect(lineOf(afterDelete(operationOf('replace', 'deleting'), {kind: 'gone'}, facts))).toBe(unconfirmed);
	});
});

describe('after the DELETE of the new notification', () => {
	const kinds = ['create', 'recreate', 'replace'];
	const cases = casesOf([
		['create recreate replace', 'gone', 'ok', every, 'rolled-back: 8 was deleted.'],
		['create recreate replace', 'gone', 'unknown 404', every, 'rolled-back: 8 is no longer listed.'],
		['create recreate', 'kept', 'ok unknown 404', every, 'creating: Deleting 8 failed. It is still listed.'],
		['replace', 'kept', 'ok unknown 404', every, 'created: Deleting 8 failed. It is still listed.'],
		[
			'create recreate replace',
			'listed unlisted',
			'ok',
			every,
			'stays accepted: The service confirmed the deletion of 8, but no complete listing has shown it gone. Wait.',
		],
		[
			'create recreate replace',
			'listed unlisted',
			'unknown 404',
			every,
			'stays: Not known whether 8 was deleted: it was lost. Wait.',
		],
	]);

	test.each(cases)('$kind, $verdict, answered $answer, to $intent: $line', ({kind, verdict, answer, intent, line}) => {
		const facts = {
			intent: intent as Intent,
			requests: [requestOf('POST', '8', 'ok'), deleteOf('7', 'ok'), deleteOf('8', answer)],
			waiting,
			settlingTime: 60_000,
		};
		expect(lineOf(afterDelete(operationOf(kind as OperationKind, 'undoing'), deletionVerdicts[verdict]!, facts))).toBe(
			line,
		);
	});

	test('every kind, verdict, answer and intent is in the table once', () => {
		expectEvery(cases, kinds, Object.keys(deletionVerdicts), ['ok', 'unknown', '404']);
	});

	test('others with the same content are named, where nothing could be checked before', () => {
		const facts = {intent: 'roll-back', requests: [deleteOf('8', 'ok')], twins: ['9'], settlingTime: 0} as const;
		expect(lineOf(afterDelete({...operationOf('create', 'undoing'), knownIds: ['']}, {kind: 'gone'}, facts))).toBe(
			'rolled-back: 8 was deleted. Others with this content: 9.',
		);
	});
});

test.each<[OperationKind, OperationState, string]>([
	['create', 'creating', 'failed: It was refused.'],
	['recreate', 'creating', 'failed: It was refused.'],
	['replace', 'creating', 'failed: It was refused.'],
	['delete', 'deleting', 'failed: It was refused.'],
	['replace', 'deleting', 'created: Both 7 and 8 exist: deleting 7 failed. It was refused.'],
	['create', 'undoing', 'creating: Deleting 8 failed. It was refused.'],
	['recreate', 'undoing', 'creating: Deleting 8 failed. It was refused.'],
	['replace', 'undoing', 'created: Deleting 8 failed. It was refused.'],
])('a %s that is %s and rejected: %s', (kind, state, line) => {
	expect(
		lineOf(
			afterRejection(operationOf(kind, state), {
				kind: 'server',
				outcome: 'rejected',
				summary: 'It was refused.',
				nextStep: '',
			}),
		),
	).toBe(line);
});

test('where the listing shows neither of a replacement whose old one somebody else deleted, the new one is not said to be kept', () => {
	const facts = {
		intent: 'skip',
		requests: [{...requestOf('DELETE', '7', 'rejected'), status: 404}],
		isNewMissing: true,
		settlingTime: 0,
	} as const;
	const line = lineOf(afterDelete(operationOf('replace', 'deleting'), {kind: 'gone'}, facts));
	expect(line).toBe('stays: Nothing was deleted, because 7 is no longer listed. Finish it instead.');
});

describe('a half-done replacement that is rolled back', () => {
	const certified: CreationVerdict = {kind: 'certified', id: '8' as CertifiedId};
	const other: CreationVerdict = {kind: 'ambiguous', ids: ['9'], isRewritten: true};
	const {gone, kept, listed, unlisted} = deletionVerdicts as Readonly<
		Record<'gone' | 'kept' | 'listed' | 'unlisted', DeletionVerdict>
	>;
	const olds = [gone, kept, listed, unlisted];
	test('whose old notification is gone, and whose new one was changed, has failed', () => {
		const facts = {creation: {kind: 'absent'}, old: gone, isNewListed: true, waiting: () => ''} as const;
		expect(lineOf(rollBackHalfDone(operationOf('replace', 'created'), facts))).toBe(
			'failed: Neither 7 nor what was sent is listed any more: 8 has other content.',
		);
	});

	const changed = 'stays: 8 is listed, but not with the content that was sent, so it was kept.';
	const unsure = 'stays: 8 was kept, because it may not be the new one. Wait 1.';
	const lost = 'stays: 8 is no longer listed, and the DELETE of 7 has no known outcome. Wait 1.';
	test.each<[CreationVerdict, boolean, readonly DeletionVerdict[], string]>([
		[certified, true, [kept], 'undoing: -'],
		[certified, true, [gone], 'stays: 8 was kept, because 7 is no longer listed. Finish it instead.'],
		[certified, true, [listed], 'stays: 8 was kept, because the DELETE of 7 has no known outcome. Wait 1.'],
		[certified, true, [unlisted], 'stays: 8 was kept, because 7 is not listed. Wait 1.'],
		[other, true, olds, changed],
		[{kind: 'absent'}, true, [kept, listed, unlisted], changed],
		[{kind: 'absent'}, false, [kept], 'rolled-back: 8 is no longer listed.'],
		[{kind: 'absent'}, false, [gone], 'failed: Neither 7 nor 8 is listed any more.'],
		[{kind: 'absent'}, false, [listed, unlisted], lost],
		[{kind: 'pending', wait: 1}, true, olds, unsure],
		[{kind: 'pending', wait: 1}, false, olds, 'stays: Nothing was deleted, because 8 may not be the new one. Wait 1.'],
	])('%j, listed %s, old one %j: %s', (creation, isNewListed, oldVerdicts, line) => {
		for (const old of oldVerdicts) {
			expect(
				lineOf(
					rollBackHalfDone(operationOf('replace', 'created'), {
						creation,
						old,
						isNewListed,
						waiting: ({wait}) => `Wait ${wait}.`,
					}),
				),
			).toBe(line);
		}
	});

	test('on a service that kept the ID, nothing is deleted', () => {
		for (const old of olds) {
			const operation = {...operationOf('replace', 'created'), newId: '7'};
			expect(
				lineOf(
					rollBackHalfDone(operation, {
						creation: {kind: 'certified', id: '7' as CertifiedId},
						old,
						isNewListed: true,
						waiting: () => '',
					}),
				),
			).toBe('stays: The service kept the ID 7, so it cannot be rolled back. Finish it instead.');
		}
	});
});

test.each([
	[{isNewListed: true}, undefined],
	[
		{isNewListed: true, changed: 'status: "active"'},
		'8 was created, but the service lists status: "active", so 7 was kept. Finish this to delete 7, or roll it back.',
	],
	[{isNewListed: true, waiting}, '7 was kept: an earlier DELETE of 8 has no known outcome. Wait.'],
	[{isNewListed: false, changed: 'status: "active"', waiting}, '8 was created, but is not listed now, so 7 was kept.'],
	[
		{isNewListed: true, isOldMissing: true, changed: 'status: "active"'},
		'8 was created, but the service lists status: "active", so nothing was deleted. Finish this to delete 7, or roll it back.',
	],
	[
		{isNewListed: true, isOldMissing: true, waiting},
		'Nothing was deleted: an earlier DELETE of 8 has no known outcome. Wait.',
	],
	[
		{isNewListed: false, isOldMissing: true, isOldGone: true},
		'8 was created, but is not listed now, so nothing was deleted.',
	],
	[
		{isNewListed: false, problem: 'The listing is partial.'},
		'8 was created, but is not listed now, so 7 was kept. The listing is partial.',
	],
])('a half-done replacement that is finished, %j: %s', (facts, why) => {
	expect(
		whyOldIsKept(operationOf('replace', 'created'), {
			isOldGone: false,
			changed: undefined,
			waiting: undefined,
			...facts,
		}),
	).toBe(why);
});

test.each([
	['the ID of the old one, listed with what was sent', '7', recordOf('7', input), true],
	['the ID of the old one, listed with something else', '7', recordOf('7', {...input, name: 'Other'}), false],
	['the ID of the old one, which is not listed', '7', recordOf('6', input), false],
	['another ID, listed with what was sent', '8', recordOf('8', input), false],
	['no ID at all', undefined, recordOf('7', input), false],
])('a replacement that the service confirmed with %s', (_name, named, listed, isKept) => {
	const replacement = operationOf('replace', 'creating');
	expect(isUnchanged(replacement, named, sightingAt(0, [listed]))).toBe(isKept);
	expect(isUnchanged({...replacement, kind: 'create'}, named, sightingAt(0, [listed]))).toBe(false);
	expect(isUnchanged(replacement, named, undefined)).toBe(false);
	const end = lineOf(
		afterPost(
			replacement,
			{kind: 'absent'},
			{
				intent: 'settle',
				requests: [requestOf('POST', named, 'ok')],
				sighting: sightingAt(0, [listed]),
				settlingTime: 0,
			},
		),
	);
	expect(end).toMatch(isKept ? /^done 7: The service kept the ID/v : /^failed: .*[Tt]he service confirmed it/v);
});
