import {numberText} from '../platform/text.ts';
import {recreationLosses, type KnownContent} from './recreation-losses.ts';
import {canHaveTopics} from './topics.ts';

/** The number of notifications that an undo cannot recreate exactly, by reason. */
export type LossCounts = {
	/** The number recreated without a template or topics, because this machine does not know them. */
	readonly contentUnknown: number;
	/** Whether some of these can have topics. */
	readonly losesTopics?: boolean;
	/** The number that the service may refuse to recreate, or change, because they differ from its documented fields. */
	readonly undocumented: number;
	/** The differences, if it is one notification. */
	readonly differences?: readonly string[];
	/** The number that cannot be recreated because they contain the API key, which is never stored. */
	readonly incomplete: number;
};

/** The effect that undoing a bulk operation would have. */
type UndoCounts = LossCounts & {
	readonly count: number;
	readonly impossible: number;
	readonly reason: string | undefined;
	readonly duplicates: number;
};

/** The losses if one notification is deleted and recreated. `isRedacted`: the ledger has it without the API key. */
export function lossesOf(source: KnownContent, isRedacted: boolean): LossCounts {
	const {isContentUnknown, undocumented} = recreationLosses(source);
	return {
		contentUnknown: Number(isContentUnknown),
		losesTopics: isContentUnknown && canHaveTopics(source.input),
		undocumented: Number(undocumented.length > 0),
		differences: undocumented,
		incomplete: Number(isRedacted),
	};
}

/** Describes what an undo cannot recreate exactly, in a sentence for each reason; not yet safe to show. `total`: the number of deleted notifications. `undo`: the subject of the sentences, such as `chainbell undo`. */
export function lossNotes(
	{contentUnknown, losesTopics = false, undocumented, differences = [], incomplete}: LossCounts,
	total: number,
	undo: string,
): string[] {
	const isOne = total === 1;
	const content = `template${isOne ? '' : 's'}${losesTopics ? ' and topics' : ''}`;
	const notes = [
		[
			contentUnknown,
			isOne
				? `${undo} recreates it without its ${content}, which ${losesTopics ? 'are' : 'is'} unknown here.`
				: `The ${content} of ${contentUnknown === total ? 'all ' : ''}${numberText(contentUnknown)} are unknown here. ${undo} recreates them without.`,
		],
		[
			undocumented,
			`${isOne ? 'It has' : `${numberText(undocumented)} ${undocumented === 1 ? 'has' : 'have'}`} undocumented fields or values${differences.length === 0 ? '' : ` (${differences.join('; ')})`}. They are sent again, but the service may refuse or ignore them.`,
		],
		[
			incomplete,
			`${undo} cannot recreate ${isOne ? 'it' : numberText(incomplete)}: ${incomplete === 1 ? 'it contains' : 'they contain'} the API key, which is never stored and must be entered again.`,
		],
	] as const;
	return notes.filter(([affected]) => affected > 0).map(([, note]) => note);
}

/** Says for how long a deletion can be undone, if the journal does not keep changes forever; not yet safe to show. `days`: the setting `storage.history`. `undo`: as for `lossNotes`. */
export const historyNotes = (days: number | undefined, undo: string): string[] =>
	days === undefined
		? []
		: [`${undo} works for ${numberText(days)} ${days === 1 ? 'day' : 'days'}: storage.history deletes older changes.`];

/** Describes what undoing a bulk operation cannot do, or does besides, in a sentence each; not yet safe to show. */
export function batchUndoNotes(survey: UndoCounts): string[] {
	const {count, incomplete, impossible, reason = '', duplicates} = survey;
	const many = numberText(duplicates);
	return [
		...(impossible === 0
			? []
			: [`${numberText(impossible)} cannot be undone${impossible === 1 ? ':' : '. The first:'} ${reason}`]),
		...lossNotes(survey, count + incomplete, 'This undo'),
		...(duplicates === 0
			? []
			: [
					duplicates === 1
						? '1 is identical to a listed notification: recreating it creates a duplicate.'
						: `${many} are identical to listed notifications: recreating them creates duplicates.`,
				]),
	];
}
