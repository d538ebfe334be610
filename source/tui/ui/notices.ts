import {counted, joined, upperFirst} from '../../platform/text.ts';
import {
	type BatchKind,
	countTexts,
	doneText,
	kindWords,
	nounOfChange,
	resultText,
	revisedText,
	stateTexts,
} from '../../notification/operation-texts.ts';
import {say, sayLeft} from '../../changes/say.ts';
import type {Ended, Outcome} from '../../account/account-changes.ts';
import type {SettledChange} from '../../account/settle-pending.ts';
import {type Item, type Phase, isAccepted, numberOf, totalOf} from '../../ledger/item.ts';
import {type Failure, failureText, isKeyRefusal} from '../../service/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {keyOf} from '../keys/match.ts';
import type {Notice} from './navigation.ts';
import {type Said, bad, failureSaid, good, warning} from './line.tsx';
import {sizeText} from '../../platform/limits.ts';
import type {CopyResult} from '../../account/desktop.ts';
import {useSession} from './session.ts';
import {explorerLink} from '../../notification/address.ts';
import type {Notification} from '../../notification/notification.ts';
import type {Services} from '../../account/services.ts';

type NoticeOptions = {
	/** The account, if it is named. */
	readonly place?: string | undefined;
	/** What is added while it is pending. */
	readonly more?: string | undefined;
	/** One of several that are done. */
	readonly first?: Item | undefined;
};

/** The notice of what became of a change, of one notification or many: done, with the key that takes it back, failed, rolled back, pending, or why nothing was sent. */
export function resultNotice(
	outcome: Exclude<Outcome, {readonly kind: 'duplicates'}>,
	{place, more, first}: NoticeOptions = {},
): Notice {
	const failure = failureOf(outcome);
	const refusal = isKeyRefusal(failure) ? failure : undefined;
	if (outcome.kind !== 'ended') {
		const reason = 'reason' in outcome ? outcome.reason : failureText(outcome.failure);
		return {tone: 'bad', text: sanitise(`✗ ${reason}`), refusal};
	}

	const {only} = outcome;
	const {isUndo, park, kind} = only ?? first ?? {};
	const by = isUndo === true ? 'redo' : 'undo';
	const reverse = `${keyOf('list', by)}: ${park !== undefined && kind === 'recreate' ? 'park again' : by}`;
	const told =
		only === undefined
			? severalNotice(outcome, reverse, place, undoneText(first))
			: oneNotice(only, reverse, pendingReason(only, outcome.problem), {place, more});
	return {...told, refusal};
}

/** The notice for the list where the screen of an attempt is left that did not succeed. */
export function leftNotice(kind: BatchKind, outcome: Outcome): Notice {
	if (outcome.kind === 'ended') {
		return resultNotice(outcome);
	}

	const failure = 'failure' in outcome ? outcome.failure : undefined;
	const why = failure?.kind !== 'cancelled' && failure?.summary;
	return {text: sanitise(joined([`Nothing was ${kindWords[kind].done.toLowerCase()}.`, why], ' '))};
}

function oneNotice(item: Item, reverse: string, why: string, {place, more}: NoticeOptions): Notice {
	const {phase, endedAt, newId} = item;
	if (endedAt !== undefined) {
		const isDone = phase === 'done';
		const tones: Partial<Record<Phase, Notice['tone']>> = {failed: 'bad', unfollowed: 'warning'};
		return {
			// A notification that had been created has changed the account.
			tone: tones[phase] ?? 'good',
			text: endText(item, place),
			inList: isDone && joined([othersHint([item]), reverse], ' · '),
			follows: isDone ? newId : undefined,
		};
	}

	const inList = `${keyOf('list', 'pending')} shows the change.`;
	return isAccepted(item)
		? {text: joined(['Pending.', why, more], ' '), inList, follows: newId}
		: {tone: 'warning', text: joined(['?', why, more], ' '), inList};
}

function severalNotice(ended: Ended, reverse: string, place: string | undefined, undone: string): Notice {
	const {
		set: {kind, counts},
		failure,
	} = ended;
	const {planned, created, unknown, failed, unfollowed, done, rolledBack, skipped} = counts;
	const {done: verb, preposition} = kindWords[kind];
	if (planned + created + unknown + failed + unfollowed > 0) {
		const isBad = created + failed > 0;
		const result = `${isBad ? '✗' : '?'} ${resultText(verb, counts, totalOf(counts))}`;
		return {
			tone: isBad ? 'bad' : 'warning',
			text: joined([result, sayLeft(ended, timeOfDay) ?? failure?.summary], ' '),
		};
	}

	const at = place === undefined ? '' : ` ${preposition} ${place}`;
	const isTakenBack = done === 0 && rolledBack > 0;
	const effect = `${isTakenBack ? 'Rolled back' : verb} ${counted(isTakenBack ? rolledBack : done, 'notification')}`;
	const rest = countTexts({rolledBack: isTakenBack ? 0 : rolledBack, skipped}).join(', ');
	return {
		tone: 'good',
		text: joined([`✓ ${undone}${effect}${at}.`, rest !== '' && `${rest}.`], ' '),
		inList: done > 0 && reverse,
	};
}

/** The end of the minute of a moment, in the local time zone as all times of the screens: `23:50`. */
export const timeOfDay = (at: number): string => formatTime(at + 59_999).slice(-5);

/** What is to be said of an item on a screen. */
export const sayItem = (item: Parameters<typeof say>[0]): string => say(item, timeOfDay);

/** Why an item is pending. `reason`: what the run that left it said, if the item says nothing. */
export function pendingReason(item: Item, reason = `It is pending: ${stateTexts[item.phase]}.`): string {
	const said = sayItem(item);
	return said === '' ? reason : said;
}

/** The message that there is nothing to undo or redo; `pending`: the number of changes that may be undone once they have ended. */
export function nothingToUndo(pending: number, isRedo: boolean): string {
	const nothing = `Nothing to ${isRedo ? 'redo' : 'undo'}`;
	return pending > 0
		? `${nothing} yet. Press ${keyOf('list', 'pending')} in the list for the pending changes.`
		: `${nothing}.`;
}

/** Says before its effect that a change undoes another one: `Undone. `; empty if it does not. */
const undoneText = ({isUndo, undoes, park}: Partial<Pick<Item, 'isUndo' | 'undoes' | 'park'>> = {}): string =>
	undoes === undefined || park !== undefined ? '' : `${isUndo === true ? 'Undone' : 'Redone'}. `;

/** What became of an item: `✓ Replaced 7 with 8.`, `✗ 7 was not deleted. It is still listed.`, `✓ Rolled back 8. 8 was deleted.` `detail`: what is said of it. */
function endText(item: Item, place?: string, detail = sayItem(item)): string {
	const {kind, phase, snapshot, newId} = item;
	const ids = joined([snapshot?.id, newId], ' → ');
	if (phase === 'done') {
		return sanitise(`✓ ${undoneText(item)}${doneText({...item, detail}, place)}`);
	}

	if (phase === 'unfollowed') {
		return sanitise(`? ${detail}`);
	}

	if (phase === 'failed') {
		const failed = newId === undefined ? 'Failed: nothing was changed' : `Failed ${ids}`;
		return sanitise(joined([`✗ ${kind === 'delete' ? `${ids} was not deleted` : failed}.`, detail], ' '));
	}

	return phase === 'rolled-back'
		? sanitise(joined([`✓ ${`Rolled back ${ids}`.trimEnd()}.`, detail], ' '))
		: `! ${detail} Press ${keyOf('list', 'pending')} in the list to continue.`;
}

const othersHint = (items: readonly Item[]) =>
	items.some(({notes}) => notes.some(({why}) => why === 'others')) && `${keyOf('list', 'duplicates')}: duplicates`;

/** The notice about the pending changes that a listing has settled. */
export function settledNotice(changes: readonly SettledChange[]): Notice {
	const {length} = changes;
	const texts = changes.slice(0, 2).map(change => settledText(change));
	const all = length > 2 ? [`${length} pending changes are settled.`, ...texts, '…'] : texts;
	const sets = changes.filter(change => change.kind === 'set');
	const hasFailed = sets.some(({only, failed}) => only === undefined && failed > 0);
	return {
		tone: changes.every(change => change.kind === 'set' && change.only?.phase === 'done') ? 'good' : undefined,
		text: all.join(' '),
		inList: joined(
			[
				othersHint(sets.flatMap(({only}) => only ?? [])),
				(length > 2 || hasFailed) && `${keyOf('list', 'history')}: history`,
			],
			' · ',
		),
	};
}

const confirmed = 'A listing has confirmed it.';

function settledText(change: SettledChange): string {
	if (change.kind === 'revised') {
		const {item} = change;
		return sanitise(`! ${revisedText({...item, number: numberOf(item), detail: sayItem(item)})}`);
	}

	const {set, only, done, failed} = change;
	if (only !== undefined) {
		const notes = only.notes.filter(({why}) => why !== 'unconfirmed');
		const detail = joined([confirmed, sayItem({...only, reason: [], notes})], ' ');
		return only.phase === 'done' ? endText(only, undefined, detail) : endText(only);
	}

	const noun = upperFirst(nounOfChange(set.kind, true));
	const verb = kindWords[set.kind].done.toLowerCase();
	return joined(
		[done > 0 && `✓ ${noun}: ${done} ${verb}. ${confirmed}`, failed > 0 && `✗ ${noun}: ${failed} not ${verb}.`],
		' ',
	);
}

type Reason = {readonly reason: string; /** A pending change is why. */ readonly isPending?: true | undefined};

/** The reason why nothing was sent, safe to show. Includes the key of the pending changes if one of them is the reason. */
export const reasonText = ({reason, isPending}: Reason): string =>
	joined([sanitise(reason), isPending && `Press ${keyOf('list', 'pending')} in the list to see it.`], ' ');

/** The failure of a request that an outcome is due to. */
export function failureOf(outcome: Outcome | undefined): Failure | undefined {
	if (outcome?.kind !== 'ended') {
		return outcome !== undefined && 'failure' in outcome ? outcome.failure : undefined;
	}

	const {failure, refusal, failures, only} = outcome;
	const own = only && failures.get(only.id);
	// What a listing has decided by now, the item says.
	return failure ?? refusal ?? (own?.outcome === 'unknown' ? undefined : own);
}

/** Why an attempt sent nothing, or had no effect; nothing for another outcome. */
export function refusalSaid(outcome: Outcome | undefined): Said {
	if (outcome?.kind === 'impossible') {
		return bad(`✗ ${reasonText(outcome)}`);
	}

	if (outcome?.kind === 'unchecked') {
		const check = outcome.isPending === true ? '' : 'Could not check for duplicates. ';
		return warning(`! Nothing was sent. ${check}${reasonText(outcome)} ${keyOf('question', 'confirm')} sends anyway.`);
	}

	const failed = outcome?.kind === 'ended' ? outcome.only : undefined;
	const isFailed = failed?.phase === 'failed' || failed?.phase === 'rolled-back';
	if (outcome?.kind !== 'refused' && !isFailed) {
		return undefined;
	}

	const failure = failureOf(outcome);
	return failure === undefined ? bad(`✗ ${sayItem(failed!)}`) : failureSaid(failure);
}

/** Returns a function that copies a text and returns a notice with the result. `what`: the name of the text, such as `the ID`. */
export function useCopy(): (text: string, what: string) => Promise<Notice> {
	const {services} = useSession();
	return async (text, what) => {
		const added = /[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}]/v.test(text) ? ' It contains control characters.' : '';
		const notice = copyNotice(await services.copy(text), what);
		return {...notice, text: `${notice.text}${added}`};
	};
}

/** The notice with the result of copying a text. */
export function copyNotice(result: CopyResult, what: string): Notice {
	switch (result.kind) {
		case 'copied': {
			return good(`✓ Copied ${what} with ${result.by}.`);
		}

		case 'in-tmux': {
			return good(
				`✓ Copied ${what} to a buffer of tmux, which sends it to the clipboard of your terminal if that allows it.`,
			);
		}

		case 'sent': {
			return good(`Sent ${what} to the terminal's clipboard.`);
		}

		case 'too-long': {
			return bad(
				`✗ Not copied: ${what} takes ${sizeText(result.size)}, and the terminal's clipboard at most ${sizeText(result.limit)}.`,
			);
		}
	}
}

/** Opens the page of a notification's address in the block explorer of its network. If the browser cannot be opened, as over SSH, the link is shown and copied. */
export async function openInExplorer(
	{network, addresses}: Pick<Notification, 'network' | 'addresses'>,
	{settings, openLink, copy}: Pick<Services, 'settings' | 'openLink' | 'copy'>,
): Promise<Notice> {
	const link = explorerLink(network, addresses[0] ?? '', settings.get().settings.explorers);
	if (link === undefined) {
		return {
			text:
				addresses.length === 0
					? 'It has no address.'
					: `No block explorer is known for ${sanitise(network)}. Add one to explorers in config.yaml.`,
		};
	}

	if (await openLink(link)) {
		return good(`✓ Opened ${link}`);
	}

	const {text} = copyNotice(await copy(link), 'the link');
	return {text: `${text} ${link}`};
}
