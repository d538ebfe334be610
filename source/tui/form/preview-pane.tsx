import {Box} from 'ink';
import {useMemo} from 'react';
import type {Draft} from '../../notification/fields.ts';
import {fieldText, parseFilters} from '../../notification/filter-line.ts';
import {tryFilters, type ActivityResult} from '../../notification/try-filters.ts';
import type {NotificationInput, Notification} from '../../notification/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {notificationName, othersText, sentenceLines} from '../ui/sentence.ts';
import {RuleLine, cutTo, faint, good, linesOf, warning, type Line, type Said, Lines} from '../ui/line.tsx';
import type {SampleEvent} from './try-view.tsx';

type PreviewPaneProps = Pick<FormPreview, 'duplicates'> & {
	readonly draft: Draft;
	/** The request fields of the draft. */
	readonly input: NotificationInput;
	readonly sample: SampleEvent;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The height of the preview in lines, with the rule above it: the sentence has two lines, each verdict one. */
export const previewRows = 5;

/** Shows below the fields of a form what it does. */
export function PreviewPane({draft: {filters, filtersText = ''}, input, duplicates, sample, width}: PreviewPaneProps) {
	// The draft's filters, because those of the input are new objects after every key press.
	const activities = useMemo(
		() => (filters.length === 0 ? undefined : tryFilters(filters, sample.event)),
		[filters, sample],
	);
	const sentence = sentenceLines(input, width - 2, 2).join(' ');
	const mistake = parseFilters(filtersText).mistakes[0]?.message;

	return (
		<Box flexDirection="column" width={width} height={previewRows} flexShrink={0}>
			<RuleLine width={width} />
			<Lines lines={previewLines({sentence, duplicates, source: sample.source, activities, mistake}, width)} />
		</Box>
	);
}

export type FormPreview = {
	readonly sentence: string;
	/** What is known of duplicates. */
	readonly duplicates: Said;
	/** The source of the sample event in a sentence, such as `the built-in sample`. */
	readonly source: string;
	/** The results of the filters on the sample; undefined if the form has no filters. */
	readonly activities: readonly ActivityResult[] | undefined;
	/** The first mistake in the line of the filters, which are not tried then. */
	readonly mistake?: string | undefined;
};

/** The preview of a form, as lines of at most `columns`: what it does, in the lines that duplicates and the sample leave. Safe to show. */
export function previewLines(
	{sentence, duplicates, source, activities, mistake}: FormPreview,
	columns: number,
): Line[] {
	const verdicts = linesOf([duplicates, sampleSaid(source, activities, mistake)], columns);
	const room = Math.max(1, previewRows - 1 - verdicts.length);
	return cutTo([...cutTo(linesOf(sanitise(sentence), columns), room), ...verdicts], previewRows - 1);
}

/** What is listed already with the content of a notification of this name: `1 is identical.` `advice`: what follows on those that are found. */
export function duplicatesSaid(
	{found, isComplete}: DuplicateSearch,
	{name, columns, advice = ''}: {readonly name: string; readonly columns: number; readonly advice?: string},
): Said {
	if (found === undefined) {
		return faint('Looking for duplicates …');
	}

	const [first] = found;
	if (first === undefined) {
		return isComplete
			? good('✓ No duplicate in the listing.')
			: faint('No duplicate so far; the listing is not complete.');
	}

	const isOne = found.length === 1;
	const isSame = first.name === name;
	const which = isSame ? sanitise(first.id) : notificationName(first, columns);
	const differs = isOne ? 'differs only in its name' : 'differ only in their names';
	const same = isOne ? 'is identical' : 'are identical';
	return warning(`! ${which}${othersText(found.length)} ${isSame ? same : differs}.${advice}`);
}

/** What the key that sends does in spite of duplicates: ` y creates a second one.` */
export const secondAdvice = (count: number): string =>
	` ${keyOf('question', 'confirm')} creates ${count === 1 ? 'a second' : 'another'} one.`;

/** Several duplicates, each for itself, in a question whose key sends anyway. */
export const secondSaid = (found: readonly Notification[], name: string, columns: number): Said =>
	found.map((each, index) => {
		const advice = index === found.length - 1 ? secondAdvice(found.length) : '';
		return duplicatesSaid({found: [each], isComplete: true}, {name, columns, advice});
	});

/** What is known of the duplicates of a form. */
export type DuplicateSearch = {
	/** Undefined while they are looked for. */
	readonly found: readonly Notification[] | undefined;
	/** Whether all that is listed could be searched. */
	readonly isComplete: boolean;
};

function sampleSaid(
	source: string,
	activities: readonly ActivityResult[] | undefined,
	mistake: string | undefined,
): Said {
	if (mistake !== undefined) {
		return faint(`Sample: not tried. ${mistake}`);
	}

	if (activities === undefined) {
		return faint('No filters: every event matches.');
	}

	const matching = activities.filter(({isMatch}) => isMatch).length;
	const sample = sanitise(source);
	if (matching > 0) {
		return good(
			activities.length === 1
				? `✓ Matches ${sample}.`
				: `✓ Matches ${matching} of ${activities.length} activities of ${sample}.`,
		);
	}

	const failed = activities[0]?.results.find(({isMatch}) => !isMatch);
	const {filter, actual, reason = 'it contains no activity'} = failed ?? {};
	const why = filter === undefined || actual === undefined ? reason : `its ${fieldText(filter.fieldName)} is ${actual}`;
	return faint(sanitise(`Sample event would not fire: ${why}.`));
}
