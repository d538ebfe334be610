import {heldByDraft, toSentBody} from '../../service/body.ts';
import {knownDraft, toEditable} from '../../notification/edit.ts';
import {emptyDraft, toDraft, type Draft} from '../../notification/fields.ts';
import {
	type Notification,
	type NotificationFields,
	rawOf,
	type NotificationInput,
} from '../../notification/notification.ts';
import {knownTemplate, recreationLosses} from '../../notification/losses.ts';
import type {JsonObject} from '../../platform/json.ts';
import {numberText} from '../../platform/text.ts';
import type {Item} from '../../ledger/item.ts';
import type {AccountAsk} from '../../account/account-changes.ts';
import type {DraftEntry, SentContent} from '../../ledger/small-stores.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {keyOf} from '../keys/match.ts';
import type {FormStart} from './form.ts';

/** The starting point of the form. It determines what sending does. */
export type FormOrigin =
	/** An empty form. `lostId`: the saved draft was an edit of this notification, which no longer exists. */
	| {readonly kind: 'new'; readonly lostId?: string | undefined}
	| {readonly kind: 'clone'; readonly of: Notification}
	| {readonly kind: 'edit'; readonly of: Notification}
	/** The recreation of a deleted notification, to undo its deletion. */
	| {readonly kind: 'recreate'; readonly deletion: Item};

/**
Returns the draft that the form starts with.

@param origin - The starting point of the form.
@param sent - The template and topics of the notification, if this machine sent them.
@param saved - The saved draft to resume.
*/
export function startOf(origin: FormOrigin, sent: SentContent | undefined, saved: DraftEntry | undefined): FormStart {
	switch (origin.kind) {
		case 'new': {
			return {
				draft: saved?.draft ?? emptyDraft,
				held: copiedDraft(saved?.draft),
				stored: saved && emptyDraft,
				canSplit: true,
			};
		}

		case 'clone': {
			const draft = {...knownDraft(origin.of, sent), listed: rawOf(origin.of)};
			return {draft, held: draft, focus: 'address', canSplit: true};
		}

		case 'edit': {
			const {before: held, isContentUnknown} = toEditable(origin.of, sent);
			return {
				draft:
					saved === undefined ? held : {...saved.draft, recordExtras: saved.draft.recordExtras ?? held.recordExtras},
				held,
				stored: saved && held,
				isContentUnknown,
			};
		}

		case 'recreate': {
			const snapshot = origin.deletion.snapshot!;
			const {input, topics} = snapshot;
			const draft = {
				...input,
				template: knownTemplate(snapshot) ?? '',
				topics: topics ?? emptyDraft.topics,
			};
			return {
				draft,
				held: draft,
				isContentUnknown: recreationLosses(snapshot).isContentUnknown,
			};
		}
	}
}

/** The notification to edit or recreate, as the service held it. */
export function heldBy(origin: FormOrigin): NotificationFields | undefined {
	const edited = origin.kind === 'edit' ? origin.of : undefined;
	return origin.kind === 'recreate' ? origin.deletion.snapshot!.input : edited;
}

/** The ID of the notification that the form begins with, safe to show; empty for a new one. */
function idOf(origin: FormOrigin): string {
	if (origin.kind === 'new') {
		return '';
	}

	return sanitise(origin.kind === 'recreate' ? origin.deletion.snapshot!.id : origin.of.id);
}

/** The title of the form: `edit notification 12`. */
export const formTitle = (origin: FormOrigin): string => `${origin.kind} notification ${idOf(origin)}`.trim();

/** The introduction of the form; `isShort`: for a terminal with few lines. */
export function formIntro(origin: FormOrigin, isShort = false): string | undefined {
	const id = idOf(origin);
	switch (origin.kind) {
		case 'new': {
			const {lostId} = origin;
			return lostId === undefined
				? undefined
				: `${sanitise(lostId)}, which this draft was to replace, no longer exists. Sending creates a new notification.`;
		}

		case 'clone': {
			return undefined;
		}

		case 'edit': {
			return isShort
				? `Replaces ${id}: the ID changes.`
				: `Saving creates a new notification, then deletes ${id}: the ID changes.`;
		}

		case 'recreate': {
			const isRedacted = origin.deletion.isRedacted === true;
			const key = ' [API key] stands for the API key, which is never stored: enter it again.';
			return `Sending recreates ${id} with a new ID.${isRedacted ? key : ''}`;
		}
	}
}

/** Returns the message that the form continues an unsent draft. */
export function resumedText(savedAt: number): string {
	return `This is your unsent draft from ${formatTime(savedAt)}. ${keyOf('form', 'use-stored')} discards it.`;
}

/** The change that the form makes. */
export function askOf(origin: FormOrigin, input: NotificationInput): AccountAsk {
	if (origin.kind === 'recreate') {
		const {snapshot, id} = origin.deletion;
		return {kind: 'recreate', of: snapshot!, input, undoes: id};
	}

	return origin.kind === 'edit' ? {kind: 'replace', of: origin.of, input} : {kind: 'create', input};
}

/** The question of the review: the effect of sending `count` notifications, and the account it applies to. */
export function reviewQuestion(origin: FormOrigin, place: string, count: number): string {
	if (origin.kind === 'recreate') {
		return `Recreate ${idOf(origin)} on ${place}, with a new ID?`;
	}

	const created = count === 1 ? '' : ` ${numberText(count)} notifications`;
	return origin.kind === 'edit' ? `Replace ${idOf(origin)} on ${place}?` : `Create${created} on ${place}?`;
}

/** The copied fields of a saved clone. */
function copiedDraft(draft: Draft | undefined): Draft | undefined {
	const held = draft === undefined ? undefined : heldByDraft(draft);
	return held && toDraft(held);
}

/** The listed record that the form was filled in from. */
export function listedRecordOf(origin: FormOrigin, input: NotificationInput): unknown {
	if (origin.kind === 'recreate') {
		return origin.deletion.snapshot!.raw;
	}

	return origin.kind === 'edit' ? rawOf(origin.of) : input.listed;
}

/** The request body of a form. */
export const requestBody = (origin: FormOrigin, input: NotificationInput): JsonObject =>
	toSentBody(input, listedRecordOf(origin, input));
