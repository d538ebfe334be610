import {findAsSent} from '../notification/equivalence.ts';
import {recordsById} from '../query/changes.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {keptText} from './contested.ts';
import {isListedIn, type Sighting} from './operation-context.ts';
import {asId} from './post-texts.ts';
import type {Facts, Transition} from './transitions.ts';

/** Returns the transition when the service confirmed the POST but the notification is still not listed after the settling time. The POST is not sent again. */
export function neverListed(
	operation: Operation,
	named: string | undefined,
	{intent, sighting, isOldMissing, settlingTime}: Facts,
): Transition {
	if (isUnchanged(operation, named, sighting)) {
		return keptId(named!);
	}

	const end = intent === 'roll-back' || intent === 'skip' ? 'rolled-back' : 'failed';
	if (
		named !== undefined &&
		sighting !== undefined &&
		operation.knownIds.includes(named) &&
		isListedIn(sighting, named, operation.input)
	) {
		const text = `No new ID is listed: the service named ${named}, which had this content before.`;
		return operation.kind === 'replace'
			? {state: 'failed', detail: `${text} ${keptText(operation.snapshot!.id, isOldMissing, 'Nothing')}.`}
			: {state: end, detail: text};
	}

	if (
		named !== undefined &&
		operation.overwritten === undefined &&
		!operation.knownIds.includes(named) &&
		recordsById(sighting?.listing.records ?? []).has(named)
	) {
		return {
			state: 'failed',
			detail: `The service confirmed it as ID ${named}, but ${named} is listed with other content: it may have been overwritten.`,
		};
	}

	const seen = `The service confirmed it${asId(named)}, but`;
	if (operation.kind === 'replace') {
		const {id} = operation.snapshot!;
		const confirmation = `, although the service confirmed it${asId(named)}`;
		if (isOldGone(operation, sighting)) {
			return {state: 'failed', detail: `Neither ${id} nor what was sent is listed${confirmation}.`};
		}

		if (isOldChanged(operation, sighting)) {
			return {state: 'failed', detail: oldChangedText(operation, confirmation)};
		}

		return {
			state: 'failed',
			detail: `${seen} two complete listings after the settling time (${settlingTime / 1000} s) do not show it. ${keptText(operation.snapshot!.id, isOldMissing, 'Nothing')}.`,
		};
	}

	return {
		state: end,
		detail: `${seen} two complete listings after the settling time (${settlingTime / 1000} s) do not show it.`,
	};
}

/** Whether a complete listing does not show the old notification of a replacement: the service may have put there what was sent, and somebody else deleted it. */
export const isOldGone = ({kind, snapshot}: Operation, sighting: Sighting | undefined): boolean =>
	kind === 'replace' && sighting?.listing.complete === true && !isListedIn(sighting, snapshot!.id);

/** Whether the old notification of a replacement is listed with another content: the service may have put there what was sent, and something else since. */
export const isOldChanged = ({kind, snapshot}: Operation, sighting: Sighting | undefined): boolean =>
	kind === 'replace' &&
	sighting !== undefined &&
	isListedIn(sighting, snapshot!.id) &&
	!isListedIn(sighting, snapshot!.id, snapshot!.input);

/** The sentence for an old notification that has changed. `confirmation`: what the service said of the POST. */
export const oldChangedText = ({snapshot}: Operation, confirmation = ''): string =>
	`Neither ${snapshot!.id} as it was nor what was sent is listed${confirmation}: ${snapshot!.id} has other content now.`;

/** Returns the final transition of a replacement on a service that overwrites. */
export const keptId = (newId: string): Transition => ({
	state: 'done',
	newId,
	detail: 'The service kept the ID, so nothing was deleted.',
});

/** Whether the service named the replaced notification as the new one, and it has the content that was sent. */
export function isUnchanged(
	{kind, input, snapshot}: Pick<Operation, 'kind' | 'input' | 'snapshot'>,
	named: string | undefined,
	sighting: Sighting | undefined,
): boolean {
	return (
		kind === 'replace' &&
		named === snapshot!.id &&
		findAsSent(input!, sighting?.listing.records ?? []).some(({id}) => id === named)
	);
}
