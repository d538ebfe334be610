import fc from 'fast-check';
import type {ListedRecord, Notification} from '../../source/notification/notification.ts';
import {notificationWith} from './notifications.ts';

const texts = fc.constantFrom(
	'',
	'same',
	'alert 17',
	'alert 18',
	'alert 9',
	'名前',
	'https://a.example/1',
	'https://a.example/22',
	'a\u{301}',
	'x'.repeat(450),
	'line\nbreak',
	'Same',
);

const notification = fc.record({
	name: texts,
	recipient: texts,
	userId: texts,
	channel: fc.constantFrom('EMAIL', 'SLACK'),
	network: fc.constantFrom('ETH_MAINNET', 'POLYGON', ''),
	addresses: fc.constantFrom([], ['0xAb'], ['0xaB'], ['0x9']),
});

type Change = (records: readonly ListedRecord[], nextId: () => string) => readonly ListedRecord[];

const change: fc.Arbitrary<Change> = fc.oneof(
	fc.tuple(fc.nat(), fc.array(notification, {minLength: 1, maxLength: 3})).map(
		([at, added]): Change =>
			(records, nextId) =>
				records.toSpliced(
					at % (records.length + 1),
					0,
					...added.map(fields => notificationWith({...fields, id: nextId()})),
				),
	),
	fc.tuple(fc.nat(), fc.integer({min: 1, max: 4})).map(
		([at, count]): Change =>
			records =>
				records.toSpliced(at % (records.length + 1), count),
	),
	fc.tuple(fc.nat(), notification).map(
		([at, fields]): Change =>
			records =>
				records.map((record, index) =>
					record.kind === 'notification' && index === at % records.length
						? notificationWith({...fields, id: record.id})
						: record,
				),
	),
	fc.nat().map((at): Change => records => [
		...records.slice(at % (records.length + 1)),
		...records.slice(0, at % (records.length + 1)),
	]),
	fc.constantFrom<Change>(
		records => records.toReversed(),
		records => [...records],
		records => [...records, {kind: 'unreadable', index: records.length, problem: '', raw: {}}],
		() => [],
	),
);

/** Listings of one account, one after the other: each differs from the one before it, or from the one before an empty one. Unchanged records are the same objects, as after a refresh. */
export const listingSequences: fc.Arbitrary<ReadonlyArray<readonly ListedRecord[]>> = fc
	.tuple(fc.array(notification, {maxLength: 12}), fc.array(change, {maxLength: 8}))
	.map(([first, changes]) => {
		let id = 0;
		const nextId = () => String(id++);
		const listings: Array<readonly ListedRecord[]> = [first.map(fields => notificationWith({...fields, id: nextId()}))];
		for (const each of changes) {
			listings.push(each(listings.findLast(records => records.length > 0) ?? [], nextId));
		}

		return listings;
	});

/** The notifications among records. */
export const notificationsIn = (records: readonly ListedRecord[]): Notification[] =>
	records.filter(record => record.kind === 'notification');
