import {Box} from 'ink';
import {memo, useMemo, useEffect, useState} from 'react';
import {isRequired} from '../../notification/check.ts';
import {findDuplicates} from '../../notification/equivalence.ts';
import {type Draft, fieldsOf, readField} from '../../notification/fields.ts';
import {filterText, parseFilters} from '../../notification/filter-line.ts';
import {tryFilters, type ActivityResult} from '../../notification/try-filters.ts';
import type {NotificationInput, Notification} from '../../notification/notification.ts';
import {createYielder, itemsPerSlice} from '../../platform/time-slices.ts';
import {completeRecordsOf, recordsOf} from '../../account/listing-state.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {notificationName, othersText} from '../shared/notification-name.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {sentenceLines} from '../shared/sentence-lines.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {cutTo, faint, good, linesOf, warning, type Line, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
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

/** The duplicates that a search found for a notification of this name. `isComplete`: the listing was complete. */
export function duplicatesSaid(
	found: readonly Notification[],
	isComplete: boolean,
	name: string,
	columns: number,
): Said {
	const [first] = found;
	if (first === undefined) {
		return isComplete
			? good('✓ No duplicate in the listing.')
			: faint('No duplicate so far; the listing is not complete.');
	}

	const how = first.name === name ? 'identical' : 'the same but for its name';
	const which = `${notificationName(first, columns)}${othersText(found.length)}`;
	return warning(`! Duplicate: ${which} ${found.length === 1 ? 'is' : 'are'} ${how}.`);
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
	const why = failed === undefined ? ': it contains no activity' : `. ${filterText(failed.filter)}: ${failed.reason}`;
	return faint(sanitise(`No match in ${sample}${why}.`));
}

/** The pause in typing after which the search starts, in milliseconds. */
const pause = 300;

/** Searches the listing for duplicates of a form when the operator pauses, in slices. `ownId`: the ID of the edited notification, which is not a duplicate. */
function useDuplicateSearch(draft: Draft, input: NotificationInput, ownId: string | undefined, columns: number): Said {
	const {
		services: {clock},
	} = useSession();
	const {listing} = useListing();
	const records = recordsOf(listing);
	const isFilledIn = fieldsOf(draft).every(field => !isRequired(field) || readField(draft, field).trim() !== '');
	const [searched, setSearched] = useState<
		{readonly input: NotificationInput; readonly found: readonly Notification[]} | undefined
	>(undefined);

	useEffect(() => {
		if (!isFilledIn) {
			return undefined;
		}

		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			try {
				await clock.sleep(pause, signal);
			} catch {
				return;
			}

			const yieldIfDue = createYielder();
			const found: Notification[] = [];
			for (let from = 0; from < records.length && !signal.aborted; from += itemsPerSlice) {
				const slice = records.slice(from, from + itemsPerSlice);
				found.push(...findDuplicates(input, slice).filter(({id}) => id !== ownId));
				await yieldIfDue();
			}

			if (!signal.aborted) {
				setSearched({input, found});
			}
		})();

		return () => {
			controller.abort();
		};
	}, [clock, input, isFilledIn, ownId, records]);

	if (!isFilledIn) {
		return undefined;
	}

	return searched?.input === input
		? duplicatesSaid(searched.found, completeRecordsOf(listing) !== undefined, input.name, columns)
		: faint('Looking for duplicates …');
}
