import {Box, Text} from 'ink';
import {useMemo, useState} from 'react';
import type {Draft} from '../../notification/fields.ts';
import {fieldText, parseFilters, typedFilterText} from '../../notification/filter-line.ts';
import {tryFilters, type ActivityResult} from '../../notification/try-filters.ts';
import type {NotificationInput, Notification, Filter} from '../../notification/notification.ts';
import {namedText} from '../../notification/operation-texts.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {othersText, sentenceLines} from '../ui/sentence.ts';
import {RuleLine, cutTo, faint, good, linesOf, warning, type Line, type Said, Lines, gap} from '../ui/line.tsx';
import {readingProblem} from '../../platform/files.ts';
import {isTooDeep, parseJson} from '../../platform/json.ts';
import {deepestNesting} from '../../platform/limits.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {cursorSign} from '../ui/fit.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/list-window.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {useTextInput} from '../keys/text-edit.ts';
import {TextField} from '../ui/text-field.tsx';
import {useScroll} from '../ui/list.tsx';
import {theme} from '../ui/theme.ts';

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
	const which = isSame ? sanitise(first.id) : truncate(sanitise(namedText(first)), columns);
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

/** The height in lines below which nothing but the results stands above them. */
const fewRows = 12;

/** Tries the filters on a sample event: the built-in one, a pasted one, or one from a file. */
export function TryView({filters, sample, onSample, onBack}: TryViewProps) {
	const {services} = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const [isAsking, setIsAsking] = useState(false);
	const {edit: file, setText, keys: typed} = useTextInput();
	const isRoomy = rows >= fewRows;
	const lines = useMemo(() => linesOf(trySaid(filters, sample, isRoomy), columns), [filters, sample, columns, isRoomy]);
	const height = Math.max(1, rows - (isAsking ? 1 : 0));
	const {top, moves} = useScroll(lines.length, height);

	const refuse = (text: string) => {
		announce({tone: 'bad', text: `✗ ${text}`});
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
					: ['paste JSON to use another sample', 'paste JSON', '']
			}
		>
			{isAsking && (
				<Box flexShrink={0}>
					<Text {...theme.focus}>{` ${cursorSign(true)} File  `}</Text>
					<TextField
						text={file.text}
						cursor={file.cursor}
						width={Math.max(3, columns - 10)}
						placeholder="sample.json"
					/>
				</Box>
			)}
			<Lines lines={lines} top={top} height={height} />
		</Frame>
	);
}

/** The number of characters shown of a sample. A longer one is not indented. */
const shownLength = 10_000;

/** A sample as indented JSON, as lines of at most `columns`. */
function sampleText(event: unknown): string {
	const json = hideSecrets(JSON.stringify(event));
	return sanitiseLines(
		json.length > shownLength ? `${json.slice(0, shownLength)}…` : hideSecrets(JSON.stringify(event, undefined, 2)),
	);
}

/** Returns the result of each filter on each activity of the sample, and the sample, as lines of at most `columns`. In few lines the results are first, and no line is blank. */
export function trySaid(filters: readonly Filter[], {source, event}: SampleEvent, isRoomy: boolean): Said[] {
	const activities = tryFilters(filters, event);
	const nameOf = (index: number) => (activities.length === 1 ? 'The sample' : `Activity ${index + 1}`);
	const note = faint(`Evaluated locally on ${sanitise(source)}; the service may differ.`);

	return [
		isRoomy && note,
		activities.length === 0 && warning('! The sample contains no activity.'),
		activities.map(({results, isMatch}, index) => [
			isRoomy && gap,
			isMatch ? good(`✓ ${nameOf(index)} matches all filters.`) : warning(`✗ ${nameOf(index)} does not match.`),
			results.map(result => {
				const text = `${typedFilterText(result.filter)}: ${result.reason}`;
				return result.isMatch ? good(sanitise(`  ✓ ${text}`)) : warning(sanitise(`  ✗ ${text}`));
			}),
		]),
		isRoomy ? gap : note,
		sampleText(event),
	];
}
