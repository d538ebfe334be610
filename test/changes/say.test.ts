import {expect, test} from 'vitest';
import {acceptedText, say} from '../../source/changes/say.ts';
import type {Phase, Reason} from '../../source/ledger/item.ts';
import type {OperationKind} from '../../source/notification/operation-texts.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {input, oldOne} from '../ledger/ledgers.ts';

const about = (kind: OperationKind) => ({kind, snapshot: kind === 'create' ? undefined : oldOne('7'), newId: '8'});

/** Of what replaces or deletes 7, or creates 8, and may have overwritten 3. */
const told = (kind: OperationKind, reason: readonly Reason[], notes: readonly Reason[] = [], phase: Phase = 'failed') =>
	say({...about(kind), former: oldOne('3'), phase, reason, notes});

const until = 61_000;
const undo = 'Undo creates what 3 was again.';
const mayAppear = 'It may still appear: look at the list again before you create it anew.';
const twice = 'a proxy may have sent the request twice. Delete what is not wanted.';
const changed = [
	{path: 'status', sent: '"draft"', listed: '"active"'},
	{path: 'is_live', sent: 'true', listed: undefined},
];
const members = 'status: "active" ("draft" was sent), is_live: none (true was sent)';

type Rest<W extends Reason['why']> = Omit<Extract<Reason, {readonly why: W}>, 'why'>;

/** Every reason, with every sentence that it has. */
const sentences: {
	[W in Reason['why']]: ReadonlyArray<readonly [kind: OperationKind, reason: Rest<W>, sentence: string]>;
} = {
	answer: [['create', {text: 'The service failed (500).'}, 'The service failed (500).']],
	'no-listing': [['replace', {text: 'It failed.'}, '8 could not be verified, so nothing was deleted. It failed.']],
	'nothing-sent': [['create', {}, 'Nothing was sent.']],
	skipped: [
		['create', {}, 'It was not created.'],
		['recreate', {}, 'It was not created.'],
		['replace', {}, 'It was not replaced.'],
		['delete', {}, 'It was not deleted.'],
	],
	'not-as-confirmed': [
		['delete', {id: '7', is: 'missing'}, 'Not deleted: 7 is not listed any more.'],
		['delete', {id: '7', is: 'partial'}, 'Not deleted: 7 is not in the part of the listing that could be read.'],
		['replace', {id: '7', is: 'unreadable'}, 'Not replaced: 7 cannot be read any more.'],
		['replace', {id: '7', is: 'changed'}, 'Not replaced: 7 has other content now.'],
	],
	protected: [
		['delete', {text: '7 is protected.'}, '7 is protected.'],
		['replace', {id: '8', text: '8 is protected.'}, '8 was kept. 8 is protected.'],
	],
	'has-key': [
		[
			'create',
			{},
			'It contains the API key, which is never saved: after a restart, it cannot be sent again. Roll it back, then enter it again.',
		],
	],
	'made-elsewhere': [['create', {id: '9'}, 'Not created: an identical one was created elsewhere (9).']],
	unknown: [
		[
			'create',
			{what: 'created', answer: 'The connection was lost.'},
			'Not known whether it was created: the connection was lost.',
		],
		['create', {what: 'created', answer: undefined}, 'Not known whether it was created: no response was recorded.'],
		[
			'create',
			{what: 'created', answer: 'https://a.example does not speak HTTP.'},
			'Not known whether it was created: https://a.example does not speak HTTP.',
		],
		[
			'replace',
			{what: 'created', answer: 'It was lost.', probable: '9'},
			'Not known whether the replacement of 7 was created: it was lost. Probably it is 9.',
		],
		['delete', {what: 'deleted', id: '7', answer: 'It was lost.'}, 'Not known whether 7 was deleted: it was lost.'],
	],
	confirmed: [
		['create', {what: 'created', id: '8'}, 'The service confirmed it as ID 8, but no listing shows it yet.'],
		['create', {what: 'created', id: undefined, probable: '9'}, 'The service confirmed it, but probably it is 9.'],
		[
			'replace',
			{what: 'created', id: '8', probable: '8'},
			'The service confirmed it as ID 8, but 8 may be what was there before, so 7 was kept.',
		],
		[
			'replace',
			{what: 'created', id: '8'},
			'The service confirmed it as ID 8, but no listing shows it yet, so 7 was kept.',
		],
		[
			'delete',
			{what: 'deleted', id: '7', isListed: true},
			'The service confirmed the deletion, but 7 is still listed.',
		],
		[
			'delete',
			{what: 'deleted', id: '7'},
			'The service confirmed the deletion, but no complete listing has shown it gone.',
		],
	],
	wait: [
		['create', {what: 'second'}, 'A complete listing does not show it; a second one decides.'],
		['create', {what: 'created', until}, 'chainbell looks for it until 00:01:01 UTC.'],
		['delete', {what: 'deleted', until}, 'chainbell checks every listing until 00:01:01 UTC.'],
		['delete', {what: 'deleted', problem: 'It is partial.'}, 'It is partial. The next complete listing decides.'],
	],
	choose: [
		[
			'create',
			{ids: ['8', '9'], as: 'several'},
			'Several new notifications have this content: 8, 9. One of them is the new one.',
		],
		[
			'create',
			{ids: ['8', '9'], as: 'rewritten'},
			'Several new notifications have this content, but for rewritten text or undocumented members: 8, 9. One of them is the new one.',
		],
		[
			'create',
			{ids: ['8'], as: 'rewritten'},
			'Probably it is 8: it is new, and differs from what was sent only in rewritten text or undocumented members.',
		],
		['create', {ids: ['8'], as: 'unchecked'}, '8 has this content, but it may have existed before.'],
		['create', {ids: ['8'], as: 'unreadable'}, 'Probably it is 8: the service named it, but it cannot be read.'],
		[
			'create',
			{ids: ['8'], as: 'unnamed'},
			'No response named 8 as the new one, so somebody else may have created it. It is deleted only if you name it.',
		],
	],
	'listed-now': [['replace', {}, '8 is listed now: finish the edit to delete 7, or roll it back.']],
	'new-missing': [
		['replace', {isOldListed: true}, '8 was created, but is not listed now, so 7 was kept.'],
		[
			'replace',
			{isOldListed: false, problem: 'It is partial.'},
			'8 was created, but is not listed now, so nothing was deleted. It is partial.',
		],
	],
	'old-gone': [
		[
			'replace',
			{is: 'asked'},
			'7 was deleted or edited meanwhile. Finish this to keep 8; delete that afterwards if it is not wanted.',
		],
		['replace', {is: 'kept-new'}, '8 was kept, because 7 is no longer listed. Finish it instead.'],
		['replace', {is: 'done'}, 'It was already gone when it was to be deleted.'],
		['delete', {is: 'before'}, 'It had already been deleted.'],
	],
	members: [
		['create', {changed}, `The service lists ${members}.`],
		[
			'replace',
			{changed, isAsked: true},
			`8 was created, but the service lists ${members}, so 7 was kept. Finish this to delete 7, or roll it back.`,
		],
	],
	'delete-awaited': [['replace', {id: '8', kept: '7'}, '7 was kept, because the DELETE of 8 has no known outcome.']],
	'other-content': [['replace', {id: '8'}, '8 is listed, but not with the content that was sent, so it was kept.']],
	'kept-id': [
		['replace', {}, 'The service kept the ID, so nothing was deleted.'],
		['replace', {isAsked: true}, 'The service kept the ID 7, so it cannot be rolled back. Finish it instead.'],
	],
	overwrote: [
		['create', {id: '3'}, `The service overwrote 3 instead of creating a notification. ${undo}`],
		['replace', {id: '3'}, `The service overwrote 3 instead of creating a notification. 7 was kept. ${undo}`],
		[
			'replace',
			{id: '3', isOldListed: false},
			`The service overwrote 3 instead of creating a notification. Nothing was deleted. ${undo}`,
		],
	],
	'may-have-overwritten': [['create', {id: '3'}, 'If 3 has changed, the service overwrote it.']],
	found: [
		['create', {id: '8', named: '9'}, 'The response named 9, but it is listed as 8.'],
		['create', {id: '8'}, 'The response named no ID, but it is listed as 8.'],
		[
			'create',
			{id: '8', named: '3', wasListed: true},
			'The response named 3, which was listed before and may have been overwritten, but it is listed as 8.',
		],
	],
	unconfirmed: [
		['create', {is: 'listed'}, 'The response did not confirm it, but it is listed.'],
		['delete', {is: 'gone'}, 'The response did not confirm it, but it is no longer listed.'],
	],
	unchecked: [['create', {}, 'It was sent without a check for duplicates, so it may have existed before.']],
	others: [
		['create', {ids: ['9']}, `9 is new and identical: ${twice}`],
		['create', {ids: ['9', '10']}, `9, 10 are new and identical: ${twice}`],
		['create', {ids: ['9'], isUnchecked: true}, 'Others with this content: 9.'],
	],
	'not-created': [
		['create', {}, 'Not created. It does not appear in the listing.'],
		['create', {isQuiet: true}, 'Nothing was created.'],
		[
			'create',
			{unless: {ids: ['9'], are: 'of-another'}},
			'Not created, unless it is 9, which counts as the new notification of another change.',
		],
		[
			'create',
			{unless: {ids: ['9'], are: 'gone'}},
			'Not created, unless it was 9, which had this content and is not listed any more.',
		],
		[
			'create',
			{unless: {ids: ['8', '9'], are: 'before'}},
			'Not created, unless it is 8 or 9, which had this content before.',
		],
	],
	'never-listed': [
		['create', {named: '8'}, `The service confirmed it as ID 8, but no complete listing shows it. ${mayAppear}`],
		[
			'replace',
			{named: undefined},
			`The service confirmed it, but no complete listing shows it. 7 was kept. ${mayAppear}`,
		],
		[
			'replace',
			{named: '8', isOldListed: false},
			`The service confirmed it as ID 8, but no complete listing shows it. Nothing was deleted. ${mayAppear}`,
		],
	],
	'named-before': [
		['create', {named: '3', is: 'same'}, 'No new ID is listed: the service named 3, which had this content before.'],
		[
			'create',
			{named: '3', is: 'other'},
			'The service confirmed it as ID 3, but 3 is listed with other content: it may have been overwritten.',
		],
		[
			'replace',
			{named: '3', is: 'same'},
			'No new ID is listed: the service named 3, which had this content before. 7 was kept.',
		],
	],
	neither: [
		['replace', {is: 'old-missing'}, `Neither 7 nor what was sent is listed. ${mayAppear}`],
		[
			'replace',
			{is: 'old-missing', confirmed: '8'},
			`Neither 7 nor what was sent is listed, although the service confirmed it as ID 8. ${mayAppear}`,
		],
		['replace', {is: 'old-changed'}, 'Neither 7 as it was nor what was sent is listed: 7 has other content now.'],
		[
			'replace',
			{is: 'old-changed', confirmed: ''},
			'Neither 7 as it was nor what was sent is listed, although the service confirmed it: 7 has other content now.',
		],
		['replace', {is: 'new-missing'}, `Neither 7 nor 8 is listed any more. ${mayAppear}`],
		['replace', {is: 'new-changed'}, 'Neither 7 nor what was sent is listed any more: 8 has other content.'],
	],
	'still-listed': [
		['delete', {is: 'alone', isConfirmed: false}, '7 is still listed.'],
		['delete', {is: 'alone', isConfirmed: true}, 'The service confirmed the deletion, but 7 is still listed.'],
		['replace', {is: 'both', isConfirmed: false}, 'Both 7 and 8 exist: 7 is still listed.'],
		[
			'replace',
			{is: 'both', isConfirmed: true},
			'Both 7 and 8 exist: the service confirmed the deletion, but 7 is still listed.',
		],
	],
	'delete-failed': [
		['replace', {id: '7', isOld: true, answer: 'It failed.'}, 'Both 7 and 8 exist: deleting 7 failed. It failed.'],
		['create', {id: '8'}, 'Deleting 8 failed. 8 is still listed.'],
	],
	'taken-back': [
		['create', {id: '8', isConfirmed: true}, '8 was deleted.'],
		['create', {id: '8', isConfirmed: false}, '8 is no longer listed.'],
	],
	'stopped-following': [
		['create', {}, 'You stopped following it; what was sent may still take effect.'],
		['replace', {isLeft: true}, 'You stopped following it: 7 and 8 were left as they are.'],
	],
	'listed-again': [
		['delete', {}, 'It counted as deleted, but is listed again.'],
		['replace', {}, 'It counted as replaced, but 7 is listed again.'],
		[
			'replace',
			{beside: '8'},
			'It counted as replaced, but 7 is listed again beside 8. Delete the one that is not wanted.',
		],
		['replace', {isNew: true}, 'It counted as taken back, but 8 is listed again.'],
		[
			'replace',
			{isNew: true, beside: '7'},
			'It counted as taken back, but 8 is listed again beside 7. Delete the one that is not wanted.',
		],
	],
};

const rows = Object.entries(sentences).flatMap(([why, all]) =>
	all.map(([kind, reason, sentence]): [string, OperationKind, Reason] => [sentence, kind, {why, ...reason} as Reason]),
);

test.each(rows)('%s', (sentence, kind, reason) => {
	expect(told(kind, [reason])).toBe(sentence);
});

test('what was overwritten is created again only if it is known', () => {
	expect(say({...about('create'), phase: 'failed', reason: [{why: 'overwrote', id: '3'}], notes: []})).toBe(
		'The service overwrote 3 instead of creating a notification. What it was is not known.',
	);
});

test('the deletion of the new one names it', () => {
	const reason: Reason = {why: 'confirmed', what: 'deleted', id: '8'};
	const sentence = 'The service confirmed the deletion of 8, but no complete listing has shown it gone.';
	expect(told('create', [reason], [], 'undoing')).toBe(sentence);
});

test('what else was found follows, and nothing is said of what needs no words', () => {
	expect(told('delete', [{why: 'unconfirmed', is: 'gone'}], [{why: 'others', ids: ['9'], isUnchecked: true}])).toBe(
		'The response did not confirm it, but it is no longer listed. Others with this content: 9.',
	);
	expect(told('create', [])).toBe('');
	// What was taken back is listed no longer.
	expect(told('create', [], [{why: 'unconfirmed', is: 'listed'}], 'rolled-back')).toBe('');
});

test('what comes from outside is made safe to show', () => {
	expect(told('create', [{why: 'answer', text: `${input.name} \u{1B}[2J`}])).toBe('Treasury ␛[2J');
});

test('what an answer names is a claim: it is accepted, and not created', () => {
	expect(acceptedText({id: '7', wasListed: false})).toBe('Accepted as ID 7');
	expect(acceptedText({id: '7', wasListed: true})).toBe('Accepted as ID 7, which was listed before');
	expect(acceptedText({id: undefined, wasListed: false})).toBe('Accepted without an ID');
});

test('a hostile ID neither reaches the terminal nor fills the screen, and shows no API key', () => {
	keepSecret('accepted-text-key');
	expect(acceptedText({id: '\u{1B}]0;title\u{7}7\n8\u{202E}', wasListed: false})).toBe(
		'Accepted as ID ␛]0;title␇7␊8<U+202E>',
	);
	expect(acceptedText({id: 'accepted-text-key', wasListed: false})).toBe('Accepted as ID [API key]');
	expect(acceptedText({id: 'x'.repeat(1_000_000), wasListed: false}).length).toBeLessThan(100);
});
