import {useMemo, useState} from 'react';
import {fieldText, typedFilterText} from '../../notification/filter-line.ts';
import {tryFilters, type ActivityResult} from '../../notification/try-filters.ts';
import type {Notification, NotificationFields, Filter} from '../../notification/notification.ts';
import {namedText} from '../../notification/operation-texts.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {othersText, sentenceLines} from '../ui/sentence.ts';
import {bad, cutTo, faint, good, linesOf, warning, type Line, type Said, Lines, gap} from '../ui/line.tsx';
import {readingProblem} from '../../platform/files.ts';
import {joined} from '../../platform/text.ts';
import {isTooDeep, parseJson} from '../../platform/json.ts';
import {deepestNesting} from '../../platform/limits.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {cursorSign, scrollStatus} from '../ui/layout.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {useTextInput} from '../keys/text-edit.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {useScroll} from '../ui/list.tsx';

/** The height of the preview in lines, with the rule above it: the sentence has two lines, each verdict one. */
export const previewRows = 5;

/** The preview of a form, as lines of at most `columns`: what it does, in the lines that the verdicts on it leave. Safe to show. */
export function previewLines(input: NotificationFields, verdicts: Said, columns: number): Line[] {
	const lines = linesOf(verdicts, columns);
	const room = Math.max(1, previewRows - 1 - lines.length);
	return cutTo([...linesOf(sentenceLines(input, columns - 2, room), columns), ...lines], previewRows - 1);
}

/** What is listed already with the content of a notification of this name: `1 is identical as listed.` `isAsked`: also what the key that sends does in spite of it. */
export function duplicatesSaid(
	{found, isComplete}: DuplicateSearch,
	{name, columns, isAsked = false}: {readonly name: string; readonly columns: number; readonly isAsked?: boolean},
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
	const which = isSame ? sanitise(first.id) : truncate(sanitise(namedText(first)), columns);
	const same = `${isOne ? 'is' : 'are'} identical as listed${isSame ? '' : ', but for the name'}`;
	const advice = isAsked && `${keyOf('question', 'confirm')} creates ${isOne ? 'a second' : 'another'} one.`;
	return warning(joined([`! ${which}${othersText(found.length)} ${same}.`, advice], ' '));
}

/** What is known of the duplicates of a form. */
type DuplicateSearch = {
	/** Undefined while they are looked for. */
	readonly found: readonly Notification[] | undefined;
	/** Whether all that is listed could be searched. */
	readonly isComplete: boolean;
};

/**
What the filters of a form do with a sample event.

@param source - The source of the event in a sentence, such as `the built-in sample`.
@param activities - The results of the filters on it; undefined if the form has no filters.
@param mistake - The first mistake in the line of the filters, which are not tried then.
*/
export function sampleSaid(
	source: string,
	activities: readonly ActivityResult[] | undefined,
	mistake: string | undefined,
): Said {
	if (mistake !== undefined) {
		return faint(mistake);
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

	return faint(missText('The sample', activities.find(({isMatch}) => isMatch === undefined) ?? activities[0]));
}

/** Says why an activity of a sample does not match, or whether it does cannot be said. */
function missText(name: string, activity: ActivityResult | undefined): string {
	const failed = activity?.results.find(({isMatch}) => isMatch === activity.isMatch);
	const {filter, actual, reason = 'it contains no activity'} = failed ?? {};
	const why = filter === undefined || actual === undefined ? reason : `its ${fieldText(filter.fieldName)} is ${actual}`;
	const verdict = activity !== undefined && activity.isMatch === undefined ? 'is not fully checked' : 'does not match';
	return sanitise(`${name} ${verdict}: ${why}.`);
}

/** An event to try the filters on. */
export type SampleEvent = {
	/** The source of the event in a sentence, such as `the pasted sample`. */
	readonly source: string;
	readonly event: unknown;
};

type TryViewProps = {
	readonly filters: readonly Filter[];
	readonly sample: SampleEvent;
	readonly onSample: (sample: SampleEvent) => void;
	readonly onBack: () => void;
};

/** Tries the filters on a sample event: the built-in one, a pasted one, or one from a file. */
export function TryView({filters, sample, onSample, onBack}: TryViewProps) {
	const {services} = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const [isAsking, setIsAsking] = useState(false);
	const {edit: file, setText, keys: typed} = useTextInput();
	const lines = useMemo(() => linesOf(trySaid(filters, sample), columns), [filters, sample, columns]);
	const height = Math.max(1, rows - (isAsking ? 1 : 0));
	const {top, moves} = useScroll(lines.length, height);

	const refuse = (text: string) => {
		announce(bad(`✗ ${text}`));
	};

	const readSample = (text: string, source: string) => {
		const kept = `${sanitise(source)}. The sample is unchanged.`;
		if (isTooDeep(text)) {
			refuse(`Nested deeper than ${deepestNesting} levels: ${kept}`);
			return;
		}

		try {
			onSample({source, event: parseJson(text)});
			setIsAsking(false);
		} catch {
			refuse(`Not valid JSON: ${kept}`);
		}
	};

	const readFile = async (path: string) => {
		try {
			readSample(await services.readSample(path), path);
		} catch (error) {
			refuse(`${sanitise(path)} cannot be read: ${sanitise(readingProblem(error))}`);
		}
	};

	const keys = useModalKeys(isAsking ? 'file' : 'try', {
		try: {
			actions: {
				...moves,
				file() {
					setText('');
					setIsAsking(true);
				},
				back: onBack,
			},
			onPaste(text) {
				readSample(text, 'the pasted sample');
			},
		},
		file: {
			actions: {
				accept() {
					void readFile(file.text);
				},
				back() {
					setIsAsking(false);
				},
			},
			...typed,
		},
	});

	return (
		<Frame
			keys={keys}
			title="try filters"
			status={
				lines.length > height
					? scrollStatus(top, height, lines.length)
					: ['paste JSON to use another sample', 'paste JSON']
			}
		>
			{isAsking && (
				<PromptLine
					prompt={`${cursorSign(true)} File  `}
					role="focus"
					columns={columns}
					placeholder="sample.json"
					{...file}
				/>
			)}
			<Lines lines={lines} top={top} height={height} />
		</Frame>
	);
}

/** The number of characters shown of a sample. */
const shownLength = 10_000;

/** A sample as indented JSON. */
function sampleText(event: unknown): string {
	const json = hideSecrets(JSON.stringify(event, undefined, 2));
	return sanitiseLines(json.length > shownLength ? `${json.slice(0, shownLength)}…` : json);
}

/** Says whether a filter or an activity matches; `isMatch` is undefined if that cannot be checked. */
function resultSaid(isMatch: boolean | undefined, indent: string, text: string): Said {
	const said = sanitise(text);
	if (isMatch === undefined) {
		return faint(`${indent}? ${said}`);
	}

	return isMatch ? good(`${indent}✓ ${said}`) : warning(`${indent}✗ ${said}`);
}

/** Says the result of each filter on each activity of the sample, and the sample. */
export function trySaid(filters: readonly Filter[], {source, event}: SampleEvent): Said[] {
	const activities = tryFilters(filters, event);
	const nameOf = (index: number) => (activities.length === 1 ? 'The sample' : `Activity ${index + 1}`);
	return [
		activities.length === 0 && warning('! The sample contains no activity.'),
		activities.map((activity, index) => [
			resultSaid(
				activity.isMatch,
				'',
				activity.isMatch === true ? `${nameOf(index)} matches all filters.` : missText(nameOf(index), activity),
			),
			activity.results.map(({isMatch, filter, reason}) =>
				resultSaid(isMatch, '  ', `${typedFilterText(filter)}: ${reason}`),
			),
		]),
		faint(`Evaluated locally on ${sanitise(source)}; the service may differ.`),
		gap,
		sampleText(event),
	];
}
