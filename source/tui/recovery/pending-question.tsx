import {kindWords, nounOfChange} from '../../notification/operation-texts.ts';
import {joined, numberText, upperFirst} from '../../platform/text.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberOfTold, toldFields, type Told} from '../history/history-lines.ts';
import {pendingReason} from '../shared/change-notices.ts';
import {useNavigation} from '../shared/navigation.ts';
import {othersText} from '../shared/notification-name.ts';
import {useSession} from '../shared/session-context.ts';
import {warning} from '../ui/line.ts';
import {Ask, asks} from '../ui/question.tsx';

/** How a pending change is ended. */
export type Ending = 'finish' | 'rollBack' | 'stop';

type PendingQuestionProps = {
	readonly how: Ending;
	readonly told: Told;
	/** The one that is shown of a change of several. */
	readonly next?: Told['item'];
	readonly onConfirm: () => void;
};

/** What ends a change, as the footer says it. */
const hints: Readonly<Record<Ending, string>> = {finish: 'finish', rollBack: 'roll back', stop: 'stop following'};

/** Asks before a pending change is ended, for the screen below, which then ends it. Where that deletes several notifications, their number is typed. */
export function PendingQuestionScreen({how, told, next, onConfirm}: PendingQuestionProps) {
	const session = useSession();
	const {pop} = useNavigation();
	const {asked, consequences, deletes} = pendingQuestion(how, told, placeOf(session));
	const shown = told.item ?? (how === 'stop' ? undefined : next);
	const question = {
		title: `${hints[how]}: change ${numberOfTold(told)}`,
		asked: asks(asked),
		object: shown && toldFields(shown),
		consequences: consequences !== '' && warning(consequences),
		hint: hints[how],
	};
	const confirm = () => {
		pop();
		onConfirm();
	};

	return deletes > 1 ? (
		<Ask {...question} scope="bulk" answer={{text: String(deletes), nothing: 'sent', onConfirm: confirm}} />
	) : (
		<Ask {...question} scope="pending-question" isHarmless={deletes === 0} actions={{confirm}} />
	);
}

type PendingQuestion = {
	readonly asked: string;
	readonly consequences: string;
	/** The number of notifications that it can delete. */
	readonly deletes: number;
};

/** The number of notifications that finishing a change can delete: what was sent of a replacement may still have to be found. */
export function deletesOfFinish({set, item}: Told): number {
	const kind = item?.kind ?? set.kind;
	if (kind === 'create' || kind === 'recreate') {
		return 0;
	}

	const {planned, created, unknown} = set.counts;
	const several = planned + created + (kind === 'delete' ? 0 : unknown);
	return item === undefined ? several : 1;
}

/** The question before a pending change is ended, and the effect of the answer; safe to show. */
export function pendingQuestion(how: Ending, told: Told, place: string): PendingQuestion {
	if (told.item === undefined) {
		return questionOfSeveral(how, told, place);
	}

	const {item} = told;
	const {kind, phase, snapshot, newId, probable} = item;
	const {noun} = kindWords[kind];
	const old = snapshot === undefined ? '' : sanitise(snapshot.id);
	if (how === 'stop') {
		return {
			asked: `Stop following the ${noun}${old === '' ? '' : ` of ${old}`}?`,
			consequences: 'What was sent may still take effect, and nothing will tell you.',
			deletes: 0,
		};
	}

	const consequences = pendingReason(item);
	if (how === 'finish') {
		return {asked: `Finish the ${noun}: delete ${old} from ${place}?`, consequences, deletes: 1};
	}

	if (kind === 'delete' || phase === 'planned') {
		return {asked: `Roll back the ${noun}? Nothing is deleted.`, consequences, deletes: 0};
	}

	const made = sanitise(newId ?? probable ?? 'what it created');
	return {asked: `Roll back the ${noun}: delete ${made} from ${place}?`, consequences, deletes: 1};
}

function questionOfSeveral(how: Ending, told: Told, place: string): PendingQuestion {
	const {
		kind,
		counts: {planned, created, unknown},
	} = told.set;
	const {verb, preposition} = kindWords[kind];
	const noun = nounOfChange(kind, true);
	const open = created + unknown;
	if (how === 'stop') {
		return {
			asked: `Stop following the ${open} open ${open === 1 ? 'item' : 'items'} of the ${noun}?`,
			consequences: 'What was sent may still take effect, and what was not sent is skipped.',
			deletes: 0,
		};
	}

	if (how === 'finish') {
		const remaining = deletesOfFinish(told);
		const others = othersText(remaining);
		const effects = [
			others !== '' && `This one${others}.`,
			kind === 'replace' && 'Each old one is deleted once its new one is listed.',
			kind === 'mixed' && 'This can delete notifications.',
		];
		return {
			asked: `${upperFirst(verb)} the remaining ${numberText(remaining)} ${preposition} ${place}?`,
			consequences: joined(effects, ' '),
			deletes: remaining,
		};
	}

	// What is looked for first may turn out to be created.
	const deletes = kind === 'replace' || kind === 'mixed' ? open : created;
	const upTo = deletes > created ? 'up to ' : '';
	const ones = deletes === 1 ? 'new one' : 'new ones';
	const skips =
		planned > 0 &&
		`The ${numberText(planned)} that ${planned === 1 ? 'was' : 'were'} not sent ${planned === 1 ? 'is' : 'are'} skipped.`;
	const looked = upTo !== '' && `Each of the ${numberText(unknown)} with an unknown outcome is looked for first.`;
	return {
		asked:
			deletes === 0
				? `Skip the rest of the ${noun}? Nothing is deleted.`
				: `Roll back the ${noun}: delete ${upTo}${numberText(deletes)} ${ones} from ${place}?`,
		consequences: joined([skips, looked], ' '),
		deletes,
	};
}
