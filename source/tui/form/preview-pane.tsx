import {Box, Text} from 'ink';
import {memo, useMemo, useEffect, useState} from 'react';
import {isRequired} from '../../notification/check.ts';
import {findDuplicates} from '../../notification/equivalence.ts';
import {type Draft, fieldsOf, readField} from '../../notification/fields.ts';
import {filterText, parseFilters} from '../../notification/filter-line.ts';
import {tryFilters, type ActivityResult} from '../../notification/try-filters.ts';
import type {NotificationInput, Notification} from '../../notification/notification.ts';
import {createYielder, itemsPerSlice} from '../../platform/time-slices.ts';
import {completeRecordsOf, recordsOf} from '../../session/listing-state.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {notificationName, othersText} from '../shared/notification-name.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {sentenceLines} from '../shared/sentence-lines.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {theme} from '../theme.ts';
import {cutTo, faint, gap, good, linesOf, warning, type Line, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {type FormOrigin, requestBody} from './origin.ts';
import type {SampleEvent} from './try-view.tsx';

export type PreviewPaneProps = {
	readonly draft: Draft;
	readonly origin: FormOrigin;
	/** The request fields of the draft. */
	readonly input: NotificationInput;
	readonly sample: SampleEvent;
	/** Whether it stands beside the fields, with the body; otherwise below them. */
	readonly isBeside: boolean;
	/** The width in terminal columns and the height in lines, including the rule at its left or above it. */
	readonly width: number;
	readonly height: number;
};

/** The width of the rule and the space beside it, in columns. */
const ruleWidth = 2;

/** The lines of the sentence below the fields, and its share of the lines beside them: it is shorter where it would need more. */
const sentenceRows = 2;
const sentenceShare = 1 / 3;

/** Shows the request of a form beside its fields, or what it does below them. Redrawn only when the draft changes. */
export const PreviewPane = memo(({draft, origin, input, sample, isBeside, width, height}: PreviewPaneProps) => {
	useThemeChanges();
	const {filters, filtersText = ''} = draft;
	// The draft's filters, because those of the input are new objects after every key press.
	const activities = useMemo(
		() => (filters.length === 0 ? undefined : tryFilters(filters, sample.event)),
		[filters, sample],
	);
	const json = useMemo(
		() => (isBeside ? JSON.stringify(requestBody(origin, input), undefined, 2) : undefined),
		[isBeside, origin, input],
	);
	const mistake = parseFilters(filtersText).mistakes[0]?.message;
	const rows = Math.max(1, height - 1);
	const columns = isBeside ? width - ruleWidth : width;
	const duplicates = useDuplicateSearch(draft, input, origin.kind === 'edit' ? origin.of.id : undefined, columns);
	const sentence = sentenceLines(
		input,
		columns - 2,
		isBeside ? Math.max(1, Math.floor(rows * sentenceShare)) : sentenceRows,
	).join(' ');
	const lines = previewLines({sentence, duplicates, source: sample.source, activities, mistake, json}, columns, rows);

	if (!isBeside) {
		return (
			<Box flexDirection="column" width={width} height={height} flexShrink={0}>
				<RuleLine width={width} />
				<Lines lines={lines} />
			</Box>
		);
	}

	return (
		<Box
			flexDirection="column"
			width={width}
			height={height}
			flexShrink={0}
			overflow="hidden"
			borderStyle="single"
			borderTop={false}
			borderBottom={false}
			borderRight={false}
			borderColor={theme.rule.color}
			borderDimColor={theme.rule.dimColor}
		>
			<Text>
				{' '}
				<Text {...theme.title}>preview</Text>
			</Text>
			<Lines lines={lines} />
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
	/** The body; undefined where there is no room for it. */
	readonly json: string | undefined;
};

/** The number of characters used of a line of the body: more than any screen is wide. */
const bodyLength = 500;

/** The preview of a form, as at most `rows` lines of at most `columns`: what it does, duplicates, the sample, and as much of the body as fits. Safe to show. */
export function previewLines(
	{sentence, duplicates, source, activities, mistake, json}: FormPreview,
	columns: number,
	rows: number,
): Line[] {
	const verdicts = linesOf([duplicates, sampleSaid(source, activities, mistake)], columns);
	const mostRows = json === undefined ? rows - verdicts.length : Math.floor(rows / 3);
	const head = [...cutTo(linesOf(sanitise(sentence), columns), Math.max(1, mostRows)), ...verdicts];
	if (json === undefined) {
		return cutTo(head, rows);
	}

	// Secrets are hidden before lines are cut, because half a secret would not be recognised. The rest would not be shown, and would delay every key press.
	const body = sanitiseLines(hideSecrets(json).slice(0, rows * bodyLength));
	return cutTo([...head, gap, ...linesOf(faint(body), columns)], rows);
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
