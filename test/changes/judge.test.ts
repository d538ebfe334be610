import {describe, expect, test} from 'vitest';
import {alikeIn, type FindAlike} from '../../source/changes/alike.ts';
import {unknownPriorId, type Look} from '../../source/changes/context.ts';
import {
	judgeCreation,
	judgeNew,
	judgeOld,
	judgeSentDelete,
	type Intent,
	type JudgeContext,
	type NextDelete,
} from '../../source/changes/judge.ts';
import {firstState, fold, type Event, type Item, type NewItem, type Reason} from '../../source/ledger/item.ts';
import {asListed} from '../../source/notification/spec.ts';
import type {ListedRecord} from '../../source/notification/notification.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {era, lookAt, momentAt, partially, recordOf} from '../helpers/looks.ts';
import {storedBody} from '../helpers/model-service/stored-body.ts';
import {answered, creation, deletion, edit, input, oldOne, recreation, seen, sent} from '../ledger/ledgers.ts';

/*
What is edited or deleted is 7, what is created is 8, and all requests are sent at the moment 0: from `settled` on nothing can take effect any more.

What is listed is a text of IDs: `7` is the old one as it was, any other what was sent. `8~` is that with rewritten text, `8x` has other content, `8?` cannot be read, `7=` is what was sent in place of the old one; `...`: the listing is partial.
*/

const settled = 60_000;
const [early, second] = [settled - 1, settled + 2000];

function recordIn(item: Item, token: string): ListedRecord {
	const {id, how} = /^(?<id>\d+)(?<how>.?)$/v.exec(token)!.groups as {id: string; how: string};
	const {snapshot = oldOne('7')} = item;
	const content = asListed(how === '' && id === snapshot.id ? snapshot.input : (item.input ?? snapshot.input), id);
	switch (how) {
		case '?': {
			return {kind: 'unreadable', index: 0, problem: 'it is odd', raw: {id}};
		}

		case '~': {
			return {...content, recipient: 'ops@EXAMPLE.com', name: `${content.name} `};
		}

		case 'x': {
			return {...content, name: 'Other'};
		}

		default: {
			return content;
		}
	}
}

const recordsIn = (item: Item, text: string): ListedRecord[] =>
	text
		.split(' ')
		.filter(token => /\d/v.test(token))
		.map(token => recordIn(item, token));

/** An item to which these things happened. */
function itemOf(given: NewItem, ...events: readonly Event[]): Item {
	const state = events.reduce((before, event) => fold(given as Item, before, event, 0), firstState(given.knownIds));
	const about = {id: 1, set: 1, position: 1, of: 1, profile: 'p', profileName: 'p', startedAt: 0};
	return {...about, input: undefined, snapshot: undefined, ...given, ...state};
}

const after = (item: Item, event: Event): Item => ({...item, ...fold(item, item, event, 0)});

type More = {
	/** What had been listed before. */
	readonly before?: string | readonly ListedRecord[];
	/** And before the run. */
	readonly earlier?: string;
	readonly intent?: Intent;
	/** The notification that the operator names, and what the operator was told. */
	readonly chosen?: string;
	readonly told?: 'old gone' | 'changed' | 'others';
	/** What was seen deleted here last. */
	readonly gone?: Item;
	/** Of which IDs the ledger says this. */
	readonly ledger?: Partial<
		Record<'isOfAnother' | 'isNamedToAnother' | 'isFreedFor' | 'isDeletedHere' | 'isCreatedLater' | 'wasListed', string>
	>;
};

type Row = [name: string, item: Item, at: number, listed: string | readonly ListedRecord[], line: string, more?: More];

/** All of a reason in one line: booleans by their names. */
function codeOf(value: unknown, name = ''): string {
	if (typeof value === 'boolean') {
		return value ? name : `!${name}`;
	}

	if (Array.isArray(value)) {
		return value.map(each => codeOf(each)).join('+');
	}

	return typeof value === 'object' && value !== null
		? Object.entries(value)
				.filter(([, member]) => member !== undefined)
				.map(([key, member]) => codeOf(member, key))
				.join(' ')
		: String(value);
}

const codesOf = (reasons: readonly Reason[]) => reasons.map(reason => codeOf(reason)).join(', ');

/** What follows from a listing, in one line: `(reason) [notes] {why it is pending}`. */
function lineOf({event, wait, pending = [], send}: NextDelete): string {
	const {to, newId, candidates, probable, former, missingSince, reason = [], notes = []} = event ?? {};
	const parts = [
		send !== undefined && `DELETE ${send}`,
		to,
		newId,
		candidates && `of ${candidates.join('+')}`,
		probable !== undefined && `probably ${probable}`,
		former && `former ${former.id}`,
		missingSince !== undefined && (missingSince === null ? 'found' : 'missing'),
		reason.length > 0 && `(${codesOf(reason)})`,
		notes.length > 0 && `[${codesOf(notes)}]`,
		wait !== undefined && `wait ${wait}`,
		pending.length > 0 && `{${codesOf(pending)}}`,
	];
	return parts.filter(part => part !== undefined && part !== false).join(' ');
}

type Judge = (context: JudgeContext, item: Item, look: Look, findAlike: FindAlike, more: More) => NextDelete;

async function expectLine([, item, at, listed, line, more = {}]: Row, judge: Judge) {
	const {before, earlier, ledger = {}, gone} = more;
	const toRecords = (given: string | readonly ListedRecord[]) =>
		typeof given === 'string' ? recordsIn(item, given) : given;
	const whole = lookAt(at, toRecords(listed));
	const isPartial = typeof listed === 'string' && listed.includes('...');
	const look = {
		...(isPartial ? partially(whole) : whole),
		...(before !== undefined && {before: toRecords(before)}),
		...(earlier !== undefined && {everListed: recordsIn(item, earlier)}),
	};
	const isIn = (name: keyof typeof ledger) => (_item: unknown, id: string) =>
		ledger[name]?.split(' ').includes(id) === true;
	const context: JudgeContext = {
		profile: 'p',
		elapsed: createMonotonicClock(era, () => 0),
		settlingTime: settled,
		now: () => 999,
		// All of the ledger that is asked.
		changes: {
			item: () => undefined,
			isOfAnother: isIn('isOfAnother'),
			isNamedToAnother: isIn('isNamedToAnother'),
			isFreedFor: isIn('isFreedFor'),
			isDeletedHere: isIn('isDeletedHere'),
			deletionOf: (_profile: string, id: string) =>
				gone !== undefined && [gone.snapshot?.id, gone.newId].includes(id) ? gone : undefined,
			isCreatedLater: isIn('isCreatedLater'),
			creatorOf: () => undefined,
			wasListed: isIn('wasListed'),
		} as unknown as JudgeContext['changes'],
	};
	const findAlike = item.input === undefined ? () => [] : await alikeIn(look.listing.records, [item.input]);
	expect(lineOf(judge(context, item, look, findAlike, more))).toBe(line);
}

const lostAnswer = answered('unknown', {summary: 'It was lost.'});
const missing = seen(undefined, {missingSince: momentAt(settled)});
const isUnknown = 'unknown created It was lost.';
const back: More = {intent: 'roll-back'};

describe('a POST', () => {
	const post = (...events: readonly Event[]) => itemOf(creation, sent('POST'), ...events);
	const lost = post(lostAnswer);
	const refused = post(answered('rejected', {status: 400, summary: 'It is refused.'}));
	const named = (id = '8', given: NewItem = creation) =>
		itemOf(given, sent('POST'), answered('ok', {status: 201, named: id}));
	const unnamed = post(answered('ok', {status: 201}));
	const known = (...knownIds: readonly string[]) => ({...creation, knownIds});
	const lostOf = (given: NewItem) => itemOf(given, sent('POST'), lostAnswer);
	const lostEdit = lostOf(edit('7'));
	const onlyTemplate = named('7', {...edit('7'), input});
	const again = (item: Item, more: Partial<typeof missing> = {}) => after(item, {...missing, ...more});
	const another: Event = {kind: 'sent', method: 'POST', moment: {era: 'another boot', at: 90_000}};

	test.each<Row>([
		['refused: not created, at once', refused, 0, '', 'failed (answer It is refused., not-created !isQuiet)'],
		['refused, and taken back', refused, 0, '', 'rolled-back (not-created isQuiet)', back],
		['lost: it waits for the settling time', lost, early, '', `wait 1 {${isUnknown}, wait created 1000}`],
		['not answered, as after a kill', post(), early, '', 'wait 1 {unknown created, wait created 1000}'],
		[
			'of another boot: from the start of this process',
			itemOf(creation, another),
			1000,
			'',
			'wait 59000 {unknown created, wait created 59000}',
		],
		['then for a second listing', lost, settled, '', `missing wait 2000 {${isUnknown}, wait second}`],
		['which comes two seconds later', again(lost), second - 1, '', `wait 1 {${isUnknown}, wait second}`],
		['and proves it', again(lost), second, '', 'failed (answer It was lost., not-created !isQuiet)'],
		['taken back: nothing is left', again(lost), second, '', 'rolled-back (not-created isQuiet)', back],
		[
			'a partial one proves nothing, and they begin anew',
			again(lost),
			second,
			'...',
			`found wait 0 {${isUnknown}, wait created The listing is partial.}`,
		],
		[
			'nor one that lacks all, however often',
			again(lost),
			second,
			'',
			`wait 2000 {${isUnknown}, wait second}`,
			{before: '1x'},
		],
		['nor is that the first of two', lost, settled, '', `wait 2000 {${isUnknown}, wait created 2000}`, {before: '1x'}],
		[
			'nor one that lacks several',
			again(lost),
			second,
			'3x',
			`wait 2000 {${isUnknown}, wait second}`,
			{before: '1x 2x 3x'},
		],
		[
			'but for one, and those deleted here',
			again(lost),
			second,
			'3x',
			'failed (answer It was lost., not-created !isQuiet)',
			{before: '1x 2x 3x 4x', ledger: {isDeletedHere: '2 4'}},
		],
		['confirmed: the same', named(), early, '', 'wait 1 {confirmed created 8, wait created 1000}'],
		['and then it failed', again(named()), second, '', 'failed (never-listed 8 !isOldListed)'],
		['without an ID, too', again(unnamed), second, '', 'failed (never-listed !isOldListed)'],
		[
			'of an edit: the old one is kept',
			again(named('8', edit('7'))),
			second,
			'7',
			'failed (never-listed 8 isOldListed)',
			back,
		],
		[
			'what it probably was, and is gone, is named',
			again(lost, {probable: '8'}),
			second,
			'',
			'failed (answer It was lost., not-created !isQuiet 8 gone)',
		],
		[
			'also if it was confirmed',
			again(unnamed, {probable: '8'}),
			second,
			'',
			'failed (never-listed !isOldListed, not-created 8 gone)',
		],
		[
			'what another item has is named',
			again(lost),
			second,
			'8',
			'failed (answer It was lost., not-created !isQuiet 8 of-another)',
			{ledger: {isOfAnother: '8'}},
		],
		[
			'what had this content before is named',
			again(lostOf(known('5', '6'))),
			second,
			'5',
			'failed (answer It was lost., not-created !isQuiet 5 before)',
		],
		[
			'an edit whose old one is listed',
			again(lostEdit),
			second,
			'7',
			'failed (answer It was lost., not-created !isQuiet)',
		],
		['or is not', again(lostEdit), second, '', 'failed (answer It was lost., neither old-missing)'],
		[
			'and what it probably was is named',
			again(lostEdit, {probable: '8'}),
			second,
			'',
			'failed (answer It was lost., neither old-missing, not-created 8 gone)',
		],
		['or has other content', again(lostEdit), second, '7x', 'failed (answer It was lost., neither old-changed)', back],
		['although it was confirmed', again(named('8', edit('7'))), second, '', 'failed (neither old-missing 8)'],
	])('not listed: %s', async (...row) => expectLine(row, judgePost));

	test.each<Row>([
		['named: at once', named(), 0, '8', 'done 8'],
		['in a partial listing, too', named(), 0, '8 ...', 'done 8'],
		['with rewritten text, too', named(), 0, '8~', 'done 8'],
		['further ones are mentioned', named(), 0, '6 8', 'done 8 [others 6 !isUnchecked]'],
		['once', again(named(), {notes: [{why: 'others', ids: ['6']}]}), 0, '6 8', 'done 8'],
		['although another item was told the same', named(), 0, '8', 'done 8', {ledger: {isNamedToAnother: '8'}}],
		[
			'not if another item has it',
			named(),
			early,
			'8',
			'wait 1 {confirmed created 8, wait created 1000}',
			{ledger: {isOfAnother: '8'}},
		],
		[
			'not if it was there before',
			again(named('8', known('8'))),
			second,
			'8',
			'failed (named-before 8 same !isOldListed)',
		],
		['unless that was deleted here since', named('8', known('8')), 0, '8', 'done 8', {ledger: {isFreedFor: '8'}}],
		['not with other content', again(named()), second, '8x', 'failed (named-before 8 other !isOldListed)'],
		[
			'unless it is the same that was there before',
			again(named('8', known('4'))),
			second,
			'4 8x',
			'failed (named-before 8 other !isOldListed, not-created 4 before)',
		],
		['what cannot be read: the operator decides', named(), 0, '8?', 'of 8 (choose 8 unreadable)'],
		[
			'another one: probable until the settling time is over',
			named('2'),
			early,
			'2x 8',
			'probably 8 wait 1 {confirmed created 2 8, wait created 1000}',
		],
		['and then it is it', named('2'), settled, '2x 8', 'done 8 [found 8 2 !wasListed]'],
		['lost: probable', lost, early, '8', `probably 8 wait 1 {${isUnknown} 8, wait created 1000}`],
		['then the only one', lost, settled, '8', 'done 8 [unconfirmed listed]'],
		['in a partial listing, too', lost, settled, '8 ...', 'done 8 [unconfirmed listed]'],
		[
			'one more decides if the listing before showed another one',
			lost,
			settled,
			'8',
			`probably 8 missing wait 2000 {${isUnknown} 8, wait second}`,
			{before: '8 9'},
		],
		['and then it is it', again(lost), second, '8', 'done 8 [unconfirmed listed]', {before: '8 9'}],
		['of several the operator chooses', lost, settled, '8 9', 'of 8+9 (answer It was lost., choose 8+9 several)'],
		['not before', lost, early, '8 9', `wait 1 {${isUnknown}, wait created 1000}`],
		['the exact text goes before rewritten text', lost, settled, '8~ 9', 'done 9 [unconfirmed listed]'],
		['rewritten text alone', lost, settled, '8~', 'done 8 [unconfirmed listed]'],
		['several with rewritten text', lost, settled, '8~ 9~', 'of 8+9 (answer It was lost., choose 8+9 rewritten)'],
		[
			'not what was known, is another item’s or was named to one',
			lostOf(known('4')),
			settled,
			'4 5 6 8',
			'done 8 [unconfirmed listed]',
			{ledger: {isOfAnother: '5', isNamedToAnother: '6'}},
		],
		['confirmed without an ID: the only one, at once', unnamed, 0, '8', 'done 8 [found 8 !wasListed]'],
		[
			'not one that an earlier listing showed',
			unnamed,
			0,
			'8',
			'probably 8 wait 60000 {confirmed created 8, wait created 60000}',
			{before: '8'},
		],
		[
			'or one before the run',
			unnamed,
			0,
			'8',
			'probably 8 wait 60000 {confirmed created 8, wait created 60000}',
			{earlier: '8'},
		],
		['not one of several', unnamed, 0, '8 9', 'wait 60000 {confirmed created, wait created 60000}'],
		['nor rewritten text', unnamed, 0, '8~', 'probably 8 wait 60000 {confirmed created 8, wait created 60000}'],
		[
			'unchecked and named: when it settled',
			named('8', known(unknownPriorId)),
			early,
			'8',
			'probably 8 wait 1 {confirmed created 8 8, wait created 1000}',
		],
		['then it is it', named('8', known(unknownPriorId)), settled, '8', 'done 8 [unchecked]'],
		[
			'also if it was overwritten and is gone, and the operator names another one',
			again(named('3', known(unknownPriorId)), {former: oldOne('3', {name: 'Before'})}),
			settled,
			'8',
			'done 8 [unchecked, found 8 3 wasListed]',
			{chosen: '8'},
		],
		[
			'of several the operator chooses',
			named('8', known(unknownPriorId)),
			settled,
			'8 9',
			'of 8+9 (choose 8+9 unchecked)',
		],
		[
			'unchecked and not named: at once',
			lostOf(known(unknownPriorId)),
			0,
			'8',
			'of 8 (answer It was lost., choose 8 unchecked)',
		],
	])('listed: %s', async (...row) => expectLine(row, judgePost));

	test.each<Row>([
		['goes on', named('8', edit('7')), 0, '7 8', 'created 8', {intent: 'finish'}],
		['a listing that nobody asked for says so', named('8', edit('7')), 0, '7 8', 'created 8 (listed-now)'],
		['made in place, and named: done', named('7', edit('7')), 0, '7=', 'done 7 (kept-id)'],
		[
			'not while it is listed as it was',
			named('7', edit('7')),
			0,
			'7',
			'wait 60000 {confirmed created 7, wait created 60000}',
		],
		['not named: after the settling time', lostEdit, early, '7=', `wait 1 {${isUnknown}, wait created 1000}`],
		['then done', lostEdit, settled, '7=', 'done 7 (kept-id)'],
		[
			'of the template alone: nothing tells them apart before',
			onlyTemplate,
			early,
			'7',
			'wait 1 {confirmed created 7, wait created 1000}',
		],
		['then done', onlyTemplate, settled, '7', 'done 7 (kept-id)'],
		[
			'what else may have become what was sent is named',
			again(onlyTemplate, {former: oldOne('3', {name: 'Before'})}),
			settled,
			'7 3',
			'done 7 (kept-id) [may-have-overwritten 3]',
		],
		['in place it is not taken back', named('7', edit('7')), 0, '7=', '(kept-id isAsked)', back],
		[
			'not in place if there is a new one',
			named('7', edit('7')),
			settled,
			'7= 8',
			'created 8 (listed-now) [found 8 7 !wasListed]',
		],
	])('of an edit: %s', async (...row) => expectLine(row, judgePost));

	const deleted = (at: number, name = 'New') =>
		itemOf(deletion('8', {name}), sent('DELETE', '8'), answered('ok', {}, at), seen('done'));
	const takenBack = itemOf(edit('6'), sent('POST'), seen('created', {newId: '8'}), sent('DELETE', '8'));
	const mayBeGone = 'probably 8 wait 1 {confirmed created 8 8, wait created 1000}';

	test.each<Row>([
		['deleted here: a listing may be behind', named('8', edit('7')), early, '7 8', mayBeGone, {gone: deleted(0)}],
		['as is what was taken back', named('8', edit('7')), early, '7 8', mayBeGone, {gone: takenBack}],
		['not once that has settled', named('8', edit('7')), early, '7 8', 'created 8 (listed-now)', {gone: deleted(-1)}],
		['nor with other content', named('8', edit('7')), 0, '7 8', 'created 8 (listed-now)', {gone: deleted(0, 'Other')}],
		['nor of a create, by which nothing goes', named(), 0, '8', 'done 8', {gone: deleted(0, input.name)}],
	])('of an edit whose ID is that of what was %s', async (...row) => expectLine(row, judgePost));

	const former = oldOne('3', {name: 'Before'});
	const over = (given: NewItem = creation) => itemOf(given, sent('POST'), answered('ok', {named: '3', former}));
	const [was, is] = [[recordOf('3', former.input)], '3'];

	test.each<Row>([
		['the answer names one that is now what was sent', over(), 0, is, 'failed former 3 (overwrote 3 !isOldListed)'],
		['with rewritten text, too', over(), 0, '3~', 'failed former 3 (overwrote 3 !isOldListed)'],
		['an edit: the old one was kept', over(edit('7')), 0, '3 7', 'failed former 3 (overwrote 3 isOldListed)'],
		['a new one is mentioned', over(), 0, '3 8', 'failed former 3 (overwrote 3 !isOldListed) [others 8]'],
		[
			'no answer names it: after the settling time',
			lost,
			0,
			is,
			`former 3 wait 60000 {${isUnknown}, wait created 60000}`,
			{before: was},
		],
		[
			'what the answer names instead, and was there before, is mentioned',
			itemOf({...creation, knownIds: ['5']}, sent('POST'), answered('ok', {named: '5'}), missing),
			second,
			'3 5',
			'failed former 3 (overwrote 3 !isOldListed) [found 3 5]',
			{before: [...was, recordOf('5')]},
		],
		[
			'also if it is no longer listed as it was',
			again(lost, {former}),
			settled,
			is,
			'failed former 3 (overwrote 3 !isOldListed)',
			{before: is},
		],
		[
			'not if there is a new one',
			again(named('8'), {former}),
			settled,
			'3 8',
			'done 8 [may-have-overwritten 3]',
			{before: is},
		],
		[
			'it was there as it is now: it is probably new',
			lost,
			0,
			is,
			`probably 3 wait 60000 {${isUnknown} 3, wait created 60000}`,
			{before: is},
		],
		[
			'of an earlier run only what was listed is known',
			lost,
			settled,
			is,
			'failed (overwrote 3 !isOldListed)',
			{ledger: {wasListed: '3'}},
		],
		[
			'which is named beside a new one',
			lost,
			settled,
			'3 8',
			'done 8 [unconfirmed listed, may-have-overwritten 3]',
			{ledger: {wasListed: '3'}},
		],
		[
			'not what had this content then',
			again(lostOf(known('3'))),
			second,
			'3',
			'failed (answer It was lost., not-created !isQuiet 3 before)',
			{ledger: {wasListed: '3'}},
		],
		[
			'nor what was deleted here since',
			lost,
			settled,
			'3',
			'done 3 [unconfirmed listed]',
			{ledger: {wasListed: '3', isDeletedHere: '3'}},
		],
		[
			'another one than the answer names',
			over(),
			settled,
			'3x 8',
			'failed former 8 (overwrote 8 !isOldListed)',
			{before: '3x 8x'},
		],
		['unchanged: the answer may be wrong', over(), 0, was, 'wait 60000 {confirmed created 3, wait created 60000}'],
		['then another one is it', over(), settled, '3x 8', 'done 8 [found 8 3 wasListed]'],
		['or none', again(over()), second, was, 'failed (named-before 3 other !isOldListed)'],
		['which may be gone', again(over()), second, '', 'failed (never-listed 3 !isOldListed, may-have-overwritten 3)'],
	])('overwritten: %s', async (...row) => expectLine(row, judgePost));

	const asked = again(lost, {reason: [{why: 'choose', ids: ['8'], as: 'unnamed'}]});

	test.each<Row>([
		['a roll back of what no answer named asks', lost, settled, '8', 'of 8 (choose 8 unnamed)', back],
		['and no listing answers that', asked, settled, '8', 'of 8 (choose 8 unnamed)'],
		['what is named is deleted next', named(), 0, '8', '8', back],
		['what the operator names, too', lost, 0, '8 9', '9 [others 8 !isUnchecked]', {...back, chosen: '9'}],
		['the operator may name any of them', lost, 0, '8 9', 'done 9 [others 8 !isUnchecked]', {chosen: '9'}],
		['and what cannot be read', named(), 0, '8?', 'done 8', {chosen: '8'}],
		['not another one', lost, 0, '8 9x', '(other-content 9)', {chosen: '9'}],
		['nor one that was there', lostOf(known('8')), 0, '8', '(other-content 8)', {chosen: '8'}],
	])('%s', async (...row) => expectLine(row, judgePost));

	test('what the ledger has without the API key is alike what is listed with it', async () => {
		const key = 'sk-judge-0123456789';
		keepSecret(key);
		const item = lostOf({...creation, input: {...input, name: 'For [API key]'}});
		const listed = [
			recordOf('8', {...oldOne().input, name: `For ${key}`}),
			recordOf('9', {...oldOne().input, name: 'For another'}),
		];
		await expectLine(['', item, settled, listed, 'done 8 [unconfirmed listed]'], judgePost);
	});

	test('undocumented texts and booleans that the service changed are told', async () => {
		const recordExtras = {status: 'draft', isLive: true, count: 1};
		const listed = [recordWith({status: 'active', isLive: false, count: 2})];
		const line = 'done 8 [members status "draft" "active"+isLive true false+event_details.filters.negate true]';
		const filters = input.filters.map(filter => ({...filter, extras: {negate: true}}));
		const item = named('8', {...creation, input: {...input, recordExtras, filters}});
		await expectLine(['', item, 0, listed, line], judgePost);
	});
});

const judgePost: Judge = (context, item, look, findAlike, {intent = 'settle', chosen}) =>
	judgeCreation(context, item, look, findAlike, {intent, chosen});

/** The record 8, with members that interface.md does not have. */
const recordWith = (members: object): ListedRecord =>
	readRecord({id: 8, ...storedBody({...input, template: ''}), ...members}, 0);

const created = [sent('POST'), answered('ok', {named: '8'}), seen('created', {newId: '8'})] as const;
const known = [created[0], created[1], seen(undefined, {newId: '8'})] as const;
const [ok, nothing] = [answered('ok'), answered('rejected', {status: 404})];

describe('a DELETE', () => {
	const item = (...events: readonly Event[]) => itemOf(deletion('7'), sent('DELETE', '7'), ...events);
	const editOf = (...events: readonly Event[]) => itemOf(edit('7'), ...created, sent('DELETE', '7'), ...events);
	const undoOf = (...events: readonly Event[]) => itemOf(edit('7'), ...created, sent('DELETE', '8'), ...events);
	const lost = item(lostAnswer);
	const isLost = 'unknown deleted 7 It was lost.';
	const later = item(lostAnswer, sent('DELETE', '7', 500), answered('rejected', {status: 403}, 500));
	const overwriting = (...notes: readonly Reason[]) =>
		itemOf(edit('7'), created[0], created[1], {...created[2], former: oldOne('3'), notes}, sent('DELETE', '7'), ok);
	const foundListed = {why: 'found', id: '8', named: '3', wasListed: true} as const;

	test.each<Row>([
		['confirmed: one complete listing proves it', item(ok), 0, '', 'done'],
		[
			'not one that began before',
			item(answered('ok', {}, 1)),
			0,
			'',
			'wait 60001 {confirmed deleted 7 !isListed, wait deleted 61000}',
		],
		[
			'nor a partial one',
			item(ok),
			early,
			'...',
			'wait 1 {confirmed deleted 7 !isListed, wait deleted 1000 The listing is partial.}',
		],
		[
			'one that lacks all needs a second one',
			item(ok),
			0,
			'',
			'missing wait 2000 {confirmed deleted 7 !isListed, wait second}',
			{before: '1x'},
		],
		[
			'and one that lacks several',
			item(ok),
			0,
			'3x',
			'missing wait 2000 {confirmed deleted 7 !isListed, wait second}',
			{before: '1x 2x 3x'},
		],
		['which proves it', item(ok, missing), second, '', 'done', {before: '1x'}],
		[
			'not of one, and those deleted here',
			item(ok),
			0,
			'3x',
			'done',
			{before: '1x 3x 7', ledger: {isDeletedHere: '7'}},
		],
		['a 404 confirms it, but it was not this one', item(nothing), 0, '', 'done (unconfirmed gone)'],
		['lost: it waits for the settling time', lost, early, '', `wait 1 {${isLost}, wait deleted 1000}`],
		['then for a second listing', lost, settled, '', `missing wait 2000 {${isLost}, wait second}`],
		['which proves it', after(lost, missing), second, '', 'done (unconfirmed gone)'],
		[
			'not a partial one',
			after(lost, missing),
			second,
			'...',
			`found wait 0 {${isLost}, wait deleted The listing is partial.}`,
		],
		['nor one that lacks all', after(lost, missing), second, '', `wait 2000 {${isLost}, wait second}`, {before: '1x'}],
		['nor is that the first of two', lost, settled, '', `wait 2000 {${isLost}, wait deleted 2000}`, {before: '1x'}],
		[
			'listed, it may still take effect',
			item(ok),
			early,
			'7',
			'wait 1 {confirmed deleted 7 isListed, wait deleted 1000}',
		],
		['until it settled', item(ok), settled, '7', 'failed (still-listed isConfirmed alone)'],
		['with what the service said', lost, settled, '7', 'failed (answer It was lost., still-listed !isConfirmed alone)'],
		['a later run sends it again', lost, settled, '7', 'planned', {intent: 'resume'}],
		['what cannot be read is there', item(ok), settled, '7?', 'failed (still-listed isConfirmed alone)'],
		[
			'refused, it is there at once',
			item(answered('rejected', {status: 403})),
			0,
			'7',
			'failed (still-listed !isConfirmed alone)',
		],
		['an earlier one counts', later, early, '7', `wait 1 {${isLost}, wait deleted 1000}`],
		['another one has its ID', item(ok), 0, '7x', 'done'],
		['a later item made the same under its ID', item(ok), 0, '7', 'done', {ledger: {isCreatedLater: '7'}}],
		['taken back too late', item(ok), 0, '', 'done (old-gone before)', back],
		['taken back in time', lost, settled, '7', 'rolled-back (skipped)', back],
	])('%s', async (...row) => expectLine(row, judgeDelete));

	test.each<Row>([
		['is gone', editOf(ok), 0, '8', 'done'],
		['further new ones are named', editOf(ok), 0, '8 9', 'done [others 9 !isUnchecked]'],
		['is still listed', editOf(ok), settled, '7 8', 'created (still-listed isConfirmed both)'],
		['was gone before: the operator is asked', editOf(nothing), 0, '8', '(old-gone asked)'],
		['and finishes it', editOf(nothing), 0, '8', 'done (old-gone done)', {intent: 'finish', told: 'old gone'}],
		['not without having been told', editOf(nothing), 0, '8', '(old-gone asked)', {intent: 'finish'}],
		['nor takes it back', editOf(nothing), 0, '8', '(old-gone kept-new)', {...back, told: 'old gone'}],
		[
			'a 404 after a lost one says nothing of others',
			editOf(lostAnswer, sent('DELETE', '7'), nothing),
			0,
			'8',
			'done (unconfirmed gone)',
		],
		['what may have been overwritten is named', overwriting(), 0, '8', 'done [may-have-overwritten 3]'],
		['unless a note has said so', overwriting(foundListed), 0, '8', 'done'],
	])('the old one of an edit %s', async (...row) => expectLine(row, judgeDelete));

	test.each<Row>([
		['an edit', undoOf(ok), 0, '7', 'rolled-back (taken-back 8 isConfirmed)'],
		['not confirmed', undoOf(lostAnswer, missing), second, '7', 'rolled-back (taken-back 8 !isConfirmed)'],
		['without effect', undoOf(lostAnswer), settled, '7 8', 'created (delete-failed 8 It was lost.)'],
		[
			'what was created alone',
			itemOf(creation, ...known, sent('DELETE', '8'), ok),
			0,
			'',
			'rolled-back (taken-back 8 isConfirmed)',
		],
		[
			'without effect',
			itemOf(recreation('5'), ...known, sent('DELETE', '8'), ok),
			settled,
			'8',
			'creating (delete-failed 8)',
		],
	])('to take back %s', async (...row) => expectLine(row, judgeDelete));

	const judgeDelete: Judge = (context, judged, look, findAlike, {intent = 'settle', told}) =>
		judgeSentDelete(context, judged, look, findAlike, {intent, isTold: told === 'old gone'});
});

describe('of an edit whose new one was found', () => {
	const item = itemOf(edit('7'), ...created);
	const deleting = (id: string) => itemOf(edit('7'), ...created, sent('DELETE', id), lostAnswer, seen('created'));
	const drafted = itemOf({...edit('7'), input: {...input, name: 'New', recordExtras: {status: 'draft'}}}, ...created);
	const activated = [recordIn(item, '7'), recordWith({status: 'active', notification_name: 'New'})];

	test.each<Row>([
		['where both are listed', item, 0, '7 8', 'DELETE 7'],
		['in a partial listing, too', item, 0, '7 8 ...', 'DELETE 7'],
		['not where the new one cannot be read', item, 0, '7 8?', '(not-as-confirmed 8 unreadable)'],
		['but if the operator was told', item, 0, '7 8?', 'DELETE 7', {told: 'changed'}],
		['nor where the old one cannot be read', item, 0, '7? 8', '(not-as-confirmed 7 unreadable)'],
		['not where the new one is missing', item, 0, '7', '(new-missing isOldListed)'],
		['and why', item, 0, '...', '(new-missing !isOldListed The listing is partial.)'],
		['nor where it was changed', item, 0, '7 8x', '(other-content 8)'],
		['nor where the old one is not known to be listed', item, 0, '8 ...', '(not-as-confirmed 7 partial)'],
		['where that is gone the operator is asked', item, 0, '8', '(old-gone asked)'],
		['and finishes it', item, 0, '8', 'done (old-gone done)', {told: 'old gone'}],
		['also where it was edited', item, 0, '7x 8', '(old-gone asked)'],
		['or had been deleted from here', deleting('7'), 0, '8', 'done (unconfirmed gone)'],
		[
			'not while a DELETE of the new one can take effect',
			deleting('8'),
			early,
			'7 8',
			'(delete-awaited 8 7, wait deleted 1000) wait 1',
		],
		['but then', deleting('8'), settled, '7 8', 'DELETE 7'],
		[
			'members that the service changed are asked about',
			drafted,
			0,
			activated,
			'(members status "draft" "active" isAsked)',
		],
		['once', drafted, 0, activated, 'DELETE 7', {told: 'changed'}],
		['of a set', drafted, 0, activated, 'DELETE 7', {told: 'others'}],
	])('the old one is deleted %s', async (...row) =>
		expectLine(row, (context, judged, look, findAlike, {told}) =>
			judgeOld(context, judged, look, findAlike, {
				isOldGone: told === 'old gone',
				isChanged: told === 'changed',
				members: told === 'others' ? [{path: 'status', sent: '"new"', listed: '"active"'}] : [],
			}),
		),
	);

	const missed = itemOf(edit('7'), ...created, seen(undefined, {missingSince: momentAt(0)}));
	const unnamed = itemOf(edit('7'), sent('POST'), lostAnswer, created[2]);
	const inPlace = itemOf(edit('7'), sent('POST'), answered('ok', {named: '7'}), seen('created', {newId: '7'}));

	test.each<Row>([
		['where both are listed', item, 0, '7 8', 'DELETE 8'],
		['of a creation, where it is', itemOf(creation, ...known), 0, '8', 'DELETE 8'],
		['not if no answer named it', unnamed, 0, '7 8', 'of 8 (choose 8 unnamed)'],
		['but if the operator does', unnamed, 0, '7 8', 'DELETE 8', {chosen: '8'}],
		['and not another one', unnamed, 0, '7 8 9', 'of 8 (choose 8 unnamed)', {chosen: '9'}],
		['not where it was changed', item, 0, '7 8x', '(other-content 8)'],
		['or cannot be read', item, 0, '7 8?', '(not-as-confirmed 8 unreadable)'],
		['unless the operator names it', item, 0, '7 8?', 'DELETE 8', {chosen: '8'}],
		[
			'nor before it is certain that the old one is there',
			item,
			0,
			'8 ...',
			'wait 0 {delete-awaited 7 8, wait deleted}',
		],
		['or gone', item, 0, '8', 'missing wait 2000 {wait second}'],
		['where it is gone, this one is kept', missed, 2000, '8', '(old-gone kept-new)'],
		[
			'nor while a DELETE of the old one can take effect',
			deleting('7'),
			early,
			'7 8',
			'wait 1 {delete-awaited 7 8, wait deleted 1000}',
		],
		['but then', deleting('7'), settled, '7 8', 'DELETE 8'],
		['it is missing: a listing may be behind', item, 0, '7', 'missing wait 60000 {wait second}'],
		['then a second one decides', item, settled, '7', 'missing wait 2000 {wait second}'],
		['and ends it', missed, settled, '7', 'rolled-back (taken-back 8 !isConfirmed)'],
		[
			'another one is mentioned',
			missed,
			settled,
			'7 9',
			'rolled-back (taken-back 8 !isConfirmed) [others 9 !isUnchecked]',
		],
		['not a partial one', item, 0, '...', '(not-as-confirmed 8 partial, wait deleted The listing is partial.) wait 0'],
		['neither is there', missed, settled, '', 'failed (neither new-missing)'],
		['but another one is', missed, settled, '9', 'failed (neither new-missing) [others 9 !isUnchecked]'],
		['which is not the first of two', item, settled, '', 'wait 2000 {wait second}', {before: '5 6 7 8'}],
		['nor are several others', missed, settled, '', 'wait 2000 {wait second}', {before: '5 6 7 8'}],
		['or the new one with other content', missed, 2000, '8x', 'failed (neither new-changed)'],
		['made in place', inPlace, 0, '7=', '(kept-id isAsked)'],
	])('the new one is deleted to take it back %s', async (...row) =>
		expectLine(row, (context, judged, look, findAlike, {chosen}) => judgeNew(context, judged, look, findAlike, chosen)),
	);
});
