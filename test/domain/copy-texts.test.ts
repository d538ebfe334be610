import {expect, test} from 'vitest';
import {copyNotes, skippedNotes} from '../../source/domain/copy-texts.ts';
import {notificationWith} from '../helpers/notifications.ts';

const way = {from: 'staging', to: 'production'};
const some = (count: number) => Array.from({length: count}, (_, index) => notificationWith({id: String(index)}));
const nothing = {contentUnknown: 0, undocumented: 0, incomplete: 0};

test('what is left out is counted by its reason', () => {
	expect(skippedNotes({copies: [], duplicates: [], gone: [], namesakes: 0}, way)).toEqual([]);
	expect(skippedNotes({copies: [], duplicates: some(1), gone: some(2), namesakes: 0}, way)).toEqual([
		'1 skipped: production has an identical one (names are not compared).',
		'2 skipped: staging no longer has them as they were compared.',
	]);
});

test('what a copy loses, and what it stands beside, is said', () => {
	const plan = {copies: some(3), duplicates: [], gone: [], namesakes: 0};
	expect(copyNotes(plan, nothing, way)).toEqual([]);
	expect(
		copyNotes({...plan, namesakes: 2}, {contentUnknown: 3, losesTopics: true, undocumented: 1, incomplete: 1}, way),
	).toEqual([
		'The templates and topics of all 3 were not sent from this machine: these copies have none.',
		'2 have the names of others on production, which stay: all of them will notify.',
		'1 has undocumented fields or values. They are sent as well, but the service may refuse or ignore them.',
		'1 contains an API key, which is never stored: nothing can be copied together with it.',
	]);
	expect(copyNotes({...plan, copies: some(1), namesakes: 1}, {...nothing, contentUnknown: 1}, way)).toEqual([
		'Its template was not sent from this machine: the copy has none.',
		'production has another one of this name, which stays: both will notify.',
	]);
});
