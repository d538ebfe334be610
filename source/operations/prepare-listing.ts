import {prepareCandidates} from '../domain/equivalence.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {indexRecords} from '../domain/records-by-id.ts';
import type {Operation} from '../storage/journal/operation.ts';
import type {Sighting} from './operation-context.ts';

/** The number of candidates that are looked up by ID without an index. */
const fewCandidates = 4;

/** Searches and indexes the records of a listing, and of the one before it, between keys, for all that a verdict on an operation looks up: otherwise a large account would stand still for it. A verdict on a deletion looks up all of them. */
export async function prepareListing(
	{listing, before = []}: Pick<Sighting, 'listing' | 'before'>,
	{input, state}: Pick<Operation, 'input' | 'state'>,
): Promise<void> {
	const sought = state === 'creating' ? input : undefined;
	await prepareRecords(before, sought);
	await prepareRecords(listing.records, sought, before);
}

/** The same for records. `input`: what is to be created; without it all are indexed. `before`: the records of the listing before, which were prepared. */
export async function prepareRecords(
	records: readonly ListedRecord[],
	input: Operation['input'],
	before?: readonly ListedRecord[],
): Promise<void> {
	const count = input === undefined ? Infinity : await prepareCandidates(input, records, before);
	if (count > fewCandidates) {
		await indexRecords(records);
	}
}
