import {exactFilterText} from '../source/domain/filters/sentence.ts';
import type {ListedRecord} from '../source/domain/notification.ts';

/** What the program searches of a record, on one line, as a haystack for others. */
export function searchText(record: ListedRecord): string {
	if (record.kind === 'unreadable') {
		return JSON.stringify(record.raw);
	}

	const {id, name, channel, userId, recipient, network, eventType, addresses, filters} = record;
	return [
		id,
		name,
		channel,
		userId,
		recipient,
		network,
		eventType,
		...addresses,
		...filters.map(filter => exactFilterText(filter)),
	].join(' ');
}

/**
Chooses something to search for, ten letters long: the end of a Slack channel's name, which every letter narrows or leaves as it is, down to one or a few.

@param lines - The haystack.
@param share - Where in the haystack it comes from: 0 is the beginning, 1 the end.
*/
export function chooseQuery(lines: readonly string[], share: number): string {
	const channels = lines.flatMap(line => /#alerts-\d{2,}/v.exec(line)?.[0] ?? []);
	return channels[Math.floor(share * (channels.length - 1))]!.slice(-10);
}

/** How many lines hold the first letter of a query, the first two, and so on, in any case. */
export function countPrefixes(lines: readonly string[], query: string): number[] {
	const lower = lines.map(line => line.toLowerCase());
	return Array.from(query, (_, index) => {
		const prefix = query.slice(0, index + 1).toLowerCase();
		return lower.filter(line => line.includes(prefix)).length;
	});
}
