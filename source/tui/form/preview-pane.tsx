import {Box} from 'ink';
import {memo, useMemo} from 'react';
import {isRequired} from '../../notification/check.ts';
import {findDuplicates} from '../../notification/equivalence.ts';
import {type Draft, fieldsOf, readField} from '../../notification/fields.ts';
import {fieldText, parseFilters} from '../../notification/filter-line.ts';
import {tryFilters, type ActivityResult} from '../../notification/try-filters.ts';
import type {ListedRecord, NotificationInput, Notification} from '../../notification/notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {completeRecordsOf, recordsOf} from '../../account/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {notificationName, othersText, sentenceLines} from '../ui/sentence.ts';
import {RuleLine, cutTo, faint, good, linesOf, warning, type Line, type Said, Lines} from '../ui/line.tsx';
import {useListing, useThemeChanges} from '../ui/session.ts';
import {useSliced} from '../ui/use-task.ts';
import type {SampleEvent} from './try-view.tsx';

export type PreviewPaneProps = {
	readonly draft: Draft;
	/** The ID of the edited notification, which is not a duplicate. */
	readonly ownId: string | undefined;
	/** The request fields of the draft. */
	readonly input: NotificationInput;
	readonly sample: SampleEvent;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The height of the preview in lines, with the rule above it: the sentence has two lines, each verdict one. */
export const previewRows = 5;

/** Shows below the fields of a form what it does. Redrawn only when the draft changes. */
export const PreviewPane = memo(({draft, ownId, input, sample, width}: PreviewPaneProps) => {
	useThemeChanges();
	const {filters, filtersText = ''} = draft;
	// The draft's filters, because those of the input are new objects after every key press.
	const activities = useMemo(
		() => (filters.length === 0 ? undefined : tryFilters(filters, sample.event)),
		[filters, sample],
	);
	const duplicates = useDuplicateSearch(draft, input, ownId, width);
	const sentence = sentenceLines(input, width - 2, 2).join(' ');
	const mistake = parseFilters(filtersText).mistakes[0]?.message;

	return (
		<Box flexDirection="column" width={width} height={previewRows} flexShrink={0}>
			<RuleLine width={width} />
			<Lines lines={previewLines({sentence, duplicates, source: sample.source, activities, mistake}, width)} />
		</Box>
	);
});

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

/** What is listed already with the content of a notification of this name: `1 is identical.` */
export function duplicatesSaid(found: readonly Notification[], name: string, columns: number, then = ''): Said {
	const [first] = found;
	if (first === undefined) {
		return undefined;
	}

	const isOne = found.length === 1;
	const isSame = first.name === name;
	const which = isSame ? sanitise(first.id) : notificationName(first, columns);
	const differs = isOne ? 'differs only in its name' : 'differ only in their names';
	const same = isOne ? 'is identical' : 'are identical';
	return warning(`! ${which}${othersText(found.length)} ${isSame ? same : differs}.${then}`);
}

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

/** Searches the listing for duplicates of a form that is filled in, in slices. `ownId`: the ID of the edited notification, which is not a duplicate. */
function useDuplicateSearch(draft: Draft, input: NotificationInput, ownId: string | undefined, columns: number): Said {
	const {listing} = useListing();
	const records = recordsOf(listing);
	const isFilledIn = fieldsOf(draft).every(field => !isRequired(field) || readField(draft, field).trim() !== '');
	const search = useMemo(
		() => (isFilledIn ? () => duplicatesIn(records, input, ownId) : undefined),
		[isFilledIn, records, input, ownId],
	);
	const {value: found = [], isCurrent} = useSliced(search);
	if (!isFilledIn) {
		return undefined;
	}

	if (!isCurrent) {
		return faint('Looking for duplicates …');
	}

	const none =
		completeRecordsOf(listing) === undefined
			? faint('No duplicate so far; the listing is not complete.')
			: good('✓ No duplicate in the listing.');
	return duplicatesSaid(found, input.name, columns) ?? none;
}

/**
Finds the duplicates among the listed records.

@yields Nothing; the search can pause there.
*/
function* duplicatesIn(
	records: readonly ListedRecord[],
	input: NotificationInput,
	ownId: string | undefined,
): Sliced<Notification[]> {
	const found: Notification[] = [];
	for (let from = 0; from < records.length; from += itemsPerSlice) {
		found.push(...findDuplicates(input, records.slice(from, from + itemsPerSlice)).filter(({id}) => id !== ownId));
		yield;
	}

	return found;
}
