import type {DraftEntry} from '../../storage/drafts.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import {emptyDraft, toDraft, type Draft} from '../../domain/draft/draft.ts';
import type {Notification} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {FormStart} from './form.ts';

/** What a form starts from. */
export type FormOrigin =
	/** `lostId`: what it was an edit of, and is gone. */
	| {readonly kind: 'new'; readonly lostId?: string | undefined}
	| {readonly kind: 'clone'; readonly of: Notification}
	| {readonly kind: 'edit'; readonly of: Notification}
	/** A deletion to be undone. */
	| {readonly kind: 'restore'; readonly deletion: Operation};

/** What the form begins with. `sent`: what this machine sent of the notification, where it did. */
export function formStart(origin: FormOrigin, sent: SentContent | undefined, saved: DraftEntry | undefined): FormStart {
	switch (origin.kind) {
		case 'new': {
			return {draft: saved?.draft ?? emptyDraft};
		}

		case 'clone': {
			return {draft: withContent(toDraft(origin.of), sent), focus: 'address'};
		}

		case 'edit': {
			return {draft: saved?.draft ?? withContent(toDraft(origin.of), sent), isContentUnknown: sent === undefined};
		}

		case 'restore': {
			const {input, template, topics} = origin.deletion.snapshot!;
			const {addresses, ...fields} = input;
			return {
				draft: {...fields, address: addresses.join(' '), template: template ?? '', topics: topics ?? emptyDraft.topics},
				isContentUnknown: template === undefined || topics === undefined,
			};
		}
	}
}

/** What the form is for, in a few words. */
export function titleOf(origin: FormOrigin): string {
	switch (origin.kind) {
		case 'new': {
			return 'new notification';
		}

		case 'clone': {
			return `clone of ${sanitise(origin.of.id)}`;
		}

		case 'edit': {
			return `editing ${sanitise(origin.of.id)}`;
		}

		case 'restore': {
			return `restoring ${sanitise(origin.deletion.snapshot!.id)}`;
		}
	}
}

/** What there is to know before one begins. */
export function introOf(origin: FormOrigin): string | undefined {
	switch (origin.kind) {
		case 'new': {
			return origin.lostId === undefined ? undefined : `${sanitise(origin.lostId)}, which this was to replace, is gone: sending it creates a new one.`;
		}

		case 'clone': {
			return undefined;
		}

		case 'edit': {
			return `The service has no update: saving creates a new one, sees it listed, and only then deletes ${sanitise(origin.of.id)}. The ID changes.`;
		}

		case 'restore': {
			const again = `It will be created again, under another ID than ${sanitise(origin.deletion.snapshot!.id)}.`;
			return origin.deletion.isRedacted === true ? `${again} Where it says [API key], the key stood, which is never kept.` : again;
		}
	}
}

/** What sending will do, and where. */
export function reviewIntro(origin: FormOrigin, place: string): string {
	switch (origin.kind) {
		case 'new':
		case 'clone': {
			return `To be created on ${place}:`;
		}

		case 'edit': {
			const id = sanitise(origin.of.id);
			return `To replace ${id} on ${place}: this is created, seen in a listing, and then ${id} is deleted:`;
		}

		case 'restore': {
			return `To be created again on ${place}, in place of ${sanitise(origin.deletion.snapshot!.id)}:`;
		}
	}
}

function withContent(draft: Draft, sent: SentContent | undefined): Draft {
	return sent === undefined ? draft : {...draft, template: sent.template, topics: sent.topics};
}
