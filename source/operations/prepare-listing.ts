import {prepareCandidates} from '../domain/equivalence.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {indexRecords} from '../domain/records-by-id.ts';
import type {Operation} from '../storage/journal/operation.ts';
import type {Sighting} from './evidence.ts';

/** Indexes and searches the records of a listing, and of the one before it, between keys, for all that a verdict on an operation looks up: otherwise a large account would stand still for it. */
export async function prepareListing({listing, before = []}: Pick<Sighting, 'listing' | 'before'>, {input}: Pick<Operation, 'input'>): Promise<void> {
	await prepareRecords(listing.records, input);
	await prepareRecords(before, input);
}

/** The same for records. `input`: what is to be created, if anything is. */
export async function prepareRecords(records: readonly ListedRecord[], input: Operation['input']): Promise<void> {
	await indexRecords(records);
	if (input !== undefined) {
		await prepareCandidates(input, records);
	}
}
