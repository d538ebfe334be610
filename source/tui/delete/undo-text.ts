import {recreationLosses, type KnownContent} from '../../domain/recreation-losses.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {labelWidth, type TextLine} from '../detail/detail-lines.ts';

/** The reasons why an undo may not recreate a notification exactly, one sentence each, safe to show; empty if it recreates it exactly. */
export function undoProblems(source: KnownContent): string[] {
	const {isContentUnknown, undocumented} = recreationLosses(source);
	return [
		...isStoredRedacted(source) ? ['It contains the API key, which is never stored: after a restart you must enter it again.'] : [],
		...isContentUnknown ? ['Its template and topics, if it has any, would be lost: the service never returns them, and they were not sent from this machine.'] : [],
		...undocumented.length === 0 ? [] : [`It is sent as it was, but the service may refuse or ignore what it does not document: ${sanitise(undocumented.join('; '))}.`],
	];
}

/** The effect of an undo, as lines of at most `columns`. They come before the lines of the notification. */
export function undoLabelLines(problems: readonly string[], columns: number): TextLine[] {
	const texts = problems.length === 0 ? ['It can be recreated exactly, with a new ID.'] : problems;
	const lines = texts.flatMap(text => wrap(text, columns - labelWidth));
	return lines.map((text, index) => ({label: index === 0 ? `Undo (${keyOf('list', 'undo')})` : '', text}));
}
