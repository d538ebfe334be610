import {kindWords} from '../notification/operation-texts.ts';
import type {ChangedMember, Item, Reason} from '../ledger/item.ts';
import {joined, lowerFirst, upperFirst} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {AcceptedAnswer} from './context.ts';
import {truncateMiddle} from '../terminal/width.ts';

/** The part of an item that its sentences name. */
type Told = Pick<Item, 'kind' | 'snapshot' | 'newId' | 'former' | 'phase' | 'reason' | 'notes'>;

/** Formats milliseconds since the epoch. */
type TimeText = (at: number) => string;

/** The time of day in UTC, as the history of commands has it. */
const utcText: TimeText = at => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/** What is to be said of an item: how it ended or why it has not, and what else was found. Sentences, safe to show; empty if there is nothing. */
export const say = (item: Told, timeText = utcText): string =>
	sanitise(
		joined(
			[...item.reason, ...item.notes].map(reason => sayReason(reason, item, timeText)),
			' ',
		),
	);

/** Why a run left something, safe to show; undefined if nothing is known of it. */
export const sayLeft = (
	{left, problem}: {readonly left?: Item | undefined; readonly problem?: string | undefined},
	timeText = utcText,
): string | undefined => [left && say(left, timeText), problem].find(text => text !== undefined && text !== '');

/** The sentence for how a listing shows what it should show as it was confirmed. */
export const shownText = ({id, is}: Omit<Extract<Reason, {readonly why: 'not-as-confirmed'}>, 'why'>): string =>
	`${id} ${
		{
			missing: 'is not listed any more',
			partial: 'is not in the part of the listing that could be read',
			unreadable: 'cannot be read any more',
			changed: 'has other content now',
		}[is]
	}.`;

const list = (ids: readonly string[], conjunction = ', '): string => ids.join(conjunction);

/** The words that say that a notification still exists, where the listing at hand shows it. */
const keptText = (id: string, isListed: boolean, nothing = 'nothing'): string =>
	isListed ? `${id} was kept` : `${nothing} was deleted`;

const asId = (id: string | undefined): string => (id === undefined ? '' : ` as ID ${id}`);

const membersText = (changed: readonly ChangedMember[]): string =>
	changed.map(({path, sent, listed = 'none'}) => `${path}: ${listed} (${sent} was sent)`).join(', ');

const mayAppear = 'It may still appear: look at the list again before you create it anew.';

const twice = 'a proxy may have sent the request twice';

/** The sentence for a reason; not yet safe to show. */
function sayReason(reason: Reason, item: Told, timeText: TimeText): string {
	const {kind, snapshot, newId = '', phase} = item;
	const oldId = snapshot?.id ?? '';
	switch (reason.why) {
		case 'answer': {
			return reason.text;
		}

		case 'no-listing': {
			return `${newId} could not be verified, so nothing was deleted. ${reason.text}`;
		}

		case 'nothing-sent': {
			return 'Nothing was sent.';
		}

		case 'skipped': {
			const done = {create: 'created', recreate: 'created', replace: 'replaced', delete: 'deleted'}[kind];
			return `It was not ${done}.`;
		}

		case 'not-as-confirmed': {
			return `Not ${kind === 'replace' ? 'replaced' : 'deleted'}: ${shownText(reason)}`;
		}

		case 'protected': {
			return reason.id === undefined ? reason.text : `${reason.id} was kept. ${reason.text}`;
		}

		case 'has-key': {
			return 'It contains the API key, which is never saved: after a restart, it cannot be sent again. Roll it back, then enter it again.';
		}

		case 'made-elsewhere': {
			return `Not ${kindWords[kind].done.toLowerCase()}: an identical one was created elsewhere (${reason.id}).`;
		}

		case 'unknown': {
			const {what, id, answer = 'no response was recorded.', probable} = reason;
			const created = kind === 'replace' ? `the replacement of ${oldId}` : 'it';
			const subject = what === 'deleted' ? id! : created;
			const likely = probable === undefined ? '' : ` Probably it is ${probable}.`;
			return `Not known whether ${subject} was ${what}: ${lowerFirst(answer)}${likely}`;
		}

		case 'confirmed': {
			const {what, id, isListed = false, probable} = reason;
			if (what === 'deleted') {
				return `The service confirmed the deletion${phase === 'undoing' ? ` of ${id!}` : ''}, but ${isListed ? `${id!} is still listed` : 'no complete listing has shown it gone'}.`;
			}

			const found = probable === id ? `${probable!} may be what was there before` : `probably it is ${probable!}`;
			const seen = probable === undefined ? 'no listing shows it yet' : found;
			return `The service confirmed it${asId(id)}, but ${seen}${kind === 'replace' ? `, so ${oldId} was kept` : ''}.`;
		}

		case 'wait': {
			const {what, until, problem} = reason;
			if (what === 'second') {
				return 'A complete listing does not show it; a second one decides.';
			}

			const when =
				until === undefined
					? 'The next complete listing decides.'
					: `chainbell ${what === 'created' ? 'looks for it' : 'checks every listing'} until ${timeText(until)}.`;
			return problem === undefined ? when : `${problem} ${when}`;
		}

		case 'choose': {
			return chooseText(reason);
		}

		case 'listed-now': {
			return `${newId} is listed now: finish the edit to delete ${oldId}, or roll it back.`;
		}

		case 'new-missing': {
			return `${newId} was created, but is not listed now, so ${keptText(oldId, reason.isOldListed)}. ${reason.problem ?? ''}`.trimEnd();
		}

		case 'old-gone': {
			return oldGoneText(reason, oldId, newId);
		}

		case 'members': {
			return reason.isAsked
				? `${newId} was created, but the service lists ${membersText(reason.changed)}, so ${oldId} was kept. Finish this to delete ${oldId}, or roll it back.`
				: `The service lists ${membersText(reason.changed)}.`;
		}

		case 'delete-awaited': {
			return `${reason.kept} was kept, because the DELETE of ${reason.id} has no known outcome.`;
		}

		case 'other-content': {
			return `${reason.id} is listed, but not with the content that was sent, so it was kept.`;
		}

		case 'kept-id': {
			return reason.isAsked
				? `The service kept the ID ${oldId}, so it cannot be rolled back. Finish it instead.`
				: 'The service kept the ID, so nothing was deleted.';
		}

		case 'overwrote': {
			const old = kind === 'replace' ? ` ${keptText(oldId, reason.isOldListed !== false, 'Nothing')}.` : '';
			const undo =
				item.former?.id === reason.id ? `Undo creates what ${reason.id} was again.` : 'What it was is not known.';
			return `The service overwrote ${reason.id} instead of creating a notification.${old} ${undo}`;
		}

		case 'may-have-overwritten': {
			return `If ${reason.id} has changed, the service overwrote it.`;
		}

		case 'found': {
			const {id, named = 'no ID', wasListed = false} = reason;
			const also = wasListed ? ', which was listed before and may have been overwritten' : '';
			return `The response named ${named}${also}, but it is listed as ${id}.`;
		}

		case 'unconfirmed': {
			if (reason.is === 'gone') {
				return 'The response did not confirm it, but it is no longer listed.';
			}

			return phase === 'rolled-back' ? '' : 'The response did not confirm it, but it is listed.';
		}

		case 'unchecked': {
			return 'It was sent without a check for duplicates, so it may have existed before.';
		}

		case 'others': {
			const {ids, isUnchecked = false} = reason;
			return isUnchecked
				? `Others with this content: ${list(ids)}.`
				: `${list(ids)} ${ids.length === 1 ? 'is' : 'are'} new and identical: ${twice}. Delete what is not wanted.`;
		}

		case 'not-created': {
			return notCreatedText(reason);
		}

		case 'never-listed': {
			return `The service confirmed it${asId(reason.named)}, but no complete listing shows it.${
				kind === 'replace' ? ` ${keptText(oldId, reason.isOldListed !== false, 'Nothing')}.` : ''
			} ${mayAppear}`;
		}

		case 'named-before': {
			const {named, is, isOldListed = true} = reason;
			const text =
				is === 'same'
					? `No new ID is listed: the service named ${named}, which had this content before.`
					: `The service confirmed it as ID ${named}, but ${named} is listed with other content: it may have been overwritten.`;
			return kind === 'replace' ? `${text} ${keptText(oldId, isOldListed, 'Nothing')}.` : text;
		}

		case 'neither': {
			const {is, confirmed} = reason;
			const although =
				confirmed === undefined
					? ''
					: `, although the service confirmed it${asId(confirmed === '' ? undefined : confirmed)}`;
			return {
				'old-missing': `Neither ${oldId} nor what was sent is listed${although}. ${mayAppear}`,
				'old-changed': `Neither ${oldId} as it was nor what was sent is listed${although}: ${oldId} has other content now.`,
				'new-missing': `Neither ${oldId} nor ${newId} is listed any more. ${mayAppear}`,
				'new-changed': `Neither ${oldId} nor what was sent is listed any more: ${newId} has other content.`,
			}[is];
		}

		case 'still-listed': {
			const still = `${reason.isConfirmed ? 'the service confirmed the deletion, but ' : ''}${oldId} is still listed.`;
			return reason.is === 'both' ? `Both ${oldId} and ${newId} exist: ${still}` : upperFirst(still);
		}

		case 'delete-failed': {
			const {id, isOld = false, answer = `${id} is still listed.`} = reason;
			return isOld
				? `Both ${oldId} and ${newId} exist: deleting ${id} failed. ${answer}`
				: `Deleting ${id} failed. ${answer}`;
		}

		case 'taken-back': {
			return `${reason.id} ${reason.isConfirmed ? 'was deleted' : 'is no longer listed'}.`;
		}

		case 'stopped-following': {
			return reason.isLeft
				? `You stopped following it: ${oldId} and ${newId} were left as they are.`
				: 'You stopped following it; what was sent may still take effect.';
		}

		case 'listed-again': {
			if (kind !== 'replace') {
				return 'It counted as deleted, but is listed again.';
			}

			const again = reason.isNew === true ? `taken back, but ${newId}` : `replaced, but ${oldId}`;
			return reason.beside === undefined
				? `It counted as ${again} is listed again.`
				: `It counted as ${again} is listed again beside ${reason.beside}. Delete the one that is not wanted.`;
		}
	}
}

function chooseText({ids, as}: Extract<Reason, {readonly why: 'choose'}>): string {
	const [first] = ids;
	if (as === 'unnamed') {
		return `No response named ${first!} as the new one, so somebody else may have created it. It is deleted only if you name it.`;
	}

	if (ids.length > 1) {
		return `Several new notifications have this content${as === 'rewritten' ? ', but for rewritten text or undocumented members' : ''}: ${list(ids)}. One of them is the new one.`;
	}

	switch (as) {
		case 'unchecked': {
			return `${first!} has this content, but it may have existed before.`;
		}

		case 'unreadable': {
			return `Probably it is ${first!}: the service named it, but it cannot be read.`;
		}

		case 'rewritten':
		case 'several': {
			return `Probably it is ${first!}: it is new, and differs from what was sent only in rewritten text or undocumented members.`;
		}
	}
}

function oldGoneText({is}: Extract<Reason, {readonly why: 'old-gone'}>, oldId: string, newId: string): string {
	switch (is) {
		case 'asked': {
			return `${oldId} was deleted or edited meanwhile. Finish this to keep ${newId}; delete that afterwards if it is not wanted.`;
		}

		case 'kept-new': {
			return `${newId} was kept, because ${oldId} is no longer listed. Finish it instead.`;
		}

		case 'done': {
			return 'It was already gone when it was to be deleted.';
		}

		case 'before': {
			return 'It had already been deleted.';
		}
	}
}

function notCreatedText({unless, isQuiet = false}: Extract<Reason, {readonly why: 'not-created'}>): string {
	if (unless === undefined) {
		return isQuiet ? 'Nothing was created.' : 'Not created. It does not appear in the listing.';
	}

	const ids = list(unless.ids, ' or ');
	return {
		'of-another': `Not created, unless it is ${ids}, which counts as the new notification of another change.`,
		gone: `Not created, unless it was ${ids}, which had this content and is not listed any more.`,
		before: `Not created, unless it is ${ids}, which had this content before.`,
	}[unless.are];
}

/** The most columns of an ID that a service names: a UUID has 36. */
const idColumns = 60;

/** The answer of the service to a POST, before a listing has proved it: `Accepted as ID 7`. It does not say "created", because the ID may be wrong. Safe to show. */
export function acceptedText({id, wasListed}: AcceptedAnswer): string {
	if (id === undefined) {
		return 'Accepted without an ID';
	}

	return `Accepted as ID ${truncateMiddle(sanitise(id), idColumns)}${wasListed ? ', which was listed before' : ''}`;
}
