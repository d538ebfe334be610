import type {Connection} from '../../api/connection.ts';
import {failureSentence} from '../../api/failure.ts';
import type {Listing} from '../../api/listing/list-notifications.ts';
import {planCopy, type CopyPlan} from '../../domain/copy-plan.ts';
import {accountPlace, skippedNotes} from '../../domain/copy-texts.ts';
import {toHeldInput} from '../../domain/fields.ts';
import {copyDraft} from '../../domain/draft/edit.ts';
import type {ListedRecord, Notification, NotificationInput} from '../../domain/notification.ts';
import type {FindBroken} from '../../domain/policies/broken-policies.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {inSlices} from '../../platform/time-slices.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OperationContext} from '../operation-context.ts';
import {takeSnapshot} from '../snapshot.ts';
import {fetchListing, type ListingAttempt} from '../verify.ts';
import {planItems} from './apply-set.ts';
import type {BatchContext} from './bulk-context.ts';
import {impossible, listBefore, type BatchPlan} from './plan-batch.ts';
import {surveyRecreation, type RecreationSurvey} from './recreation-survey.ts';

/** The account from which notifications are copied. It is only listed. */
export type CopySource = {
	/** The name of its profile. */
	readonly name: string;
	/** The key under which what this machine sent there is stored. */
	readonly profileKey: string;
	readonly connection: Connection;
};

/** Finds the template and topics that this machine sent for a notification of the source. */
type SentOf = (id: string) => SentContent | undefined;

/** A batch in the journal of the target, or the reason why nothing was planned. `skipped`: what is left out, in sentences that are safe to show. */
export type CopyBatchPlan =
	| Exclude<BatchPlan, {kind: 'planned'}>
	| {readonly kind: 'planned'; readonly batch: number; readonly skipped: readonly string[]};

/**
Writes the copies of notifications of another account to the journal before anything is sent. Both accounts are listed: what the source no longer has and what the target has already is left out.

@throws LedgerError when the journal cannot be written: then nothing was started.
*/
export async function planCopies(
	batchContext: BatchContext,
	source: CopySource,
	wanted: readonly Notification[],
	sentOf: SentOf,
): Promise<CopyBatchPlan> {
	const {context} = batchContext;
	const way = {from: source.name, to: context.profileName};
	const [listed, before] = await Promise.all([listSource(context, source), listBefore(context)]);
	if (before.kind !== 'listed') {
		return before;
	}

	if ('failure' in listed || !listed.listing.complete) {
		return impossible(
			sanitise(
				`Nothing was sent: ${source.name} could not be listed completely. ${'failure' in listed ? failureSentence(listed.failure) : reasonOf(listed.listing)}`,
			),
		);
	}

	const {records} = before.listing;
	const plan = await planCopy(wanted, listed.listing.records, records, context.guards?.findBroken);
	const skipped = skippedNotes(plan, way).map(note => sanitise(note));
	if (plan.copies.length === 0) {
		return impossible(['Nothing was sent: there is nothing left to copy.', ...skipped].join(' '));
	}

	const inputs: NotificationInput[] = [];
	for await (const slice of inSlices(plan.copies)) {
		inputs.push(...slice.map(record => copyInput(record, sentOf)));
		const redacted = slice.find((_record, index) => isStoredRedacted(inputs.at(index - slice.length)));
		if (redacted !== undefined) {
			return impossible(
				sanitise(
					`Nothing was sent: ${redacted.id} of ${source.name} contains an API key, which is never stored, so it cannot be copied. Unmark it.`,
				),
			);
		}
	}

	const planned = await planItems(
		batchContext,
		inputs.map((input, index) => ({kind: 'create', input, place: accountPlace(source.name, plan.copies[index]!.id)})),
		records,
	);
	return planned.kind === 'planned' ? {...planned, skipped} : planned;
}

/** The effect of copying notifications, shown before it is confirmed. */
export type CopySurvey = RecreationSurvey & {readonly plan: CopyPlan};

/** Determines what would be copied, by listings that are at hand. */
export async function surveyCopy(
	wanted: readonly Notification[],
	source: readonly ListedRecord[],
	target: readonly ListedRecord[],
	{sentOf, findBroken}: {readonly sentOf: SentOf; readonly findBroken?: FindBroken},
): Promise<CopySurvey> {
	const plan = await planCopy(wanted, source, target, findBroken);
	const survey = await surveyRecreation(
		plan.copies.values().map(record => ({snapshot: takeSnapshot(record, sentOf(record.id))})),
	);
	return {...survey, plan};
}

/** Lists the source, whose records the target's account must not be compared with. */
const listSource = async (context: OperationContext, {connection}: CopySource): Promise<ListingAttempt> =>
	fetchListing({...context, connection, listed: () => [], onListing: () => undefined});

const reasonOf = (listing: Listing): string => (listing.complete ? '' : listing.reason);

/** The input that creates a copy: everything that is listed, and the template and topics if they are known. */
const copyInput = (record: Notification, sentOf: SentOf): NotificationInput =>
	toHeldInput(copyDraft(record, sentOf(record.id)), record);
