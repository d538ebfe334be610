import {Box, Text} from 'ink';
import {useMemo, useState} from 'react';
import {typedFilterText} from '../../notification/filter-line.ts';
import {tryFilters} from '../../notification/try-filters.ts';
import type {Filter} from '../../notification/notification.ts';
import {readingProblem} from '../../platform/files.ts';
import {isTooDeep, parseJson} from '../../platform/json.ts';
import {deepestNesting} from '../../platform/limits.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {cursorSign} from '../ui/fit.ts';
import {Frame, Header, useBodySize} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/list-window.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {useTextInput} from '../keys/text-edit.ts';
import {TextField} from '../ui/text-field.tsx';
import {useScroll} from '../ui/list.tsx';
import {theme} from '../ui/theme.ts';
import {faint, good, linesOf, warning, type Said, gap, Lines} from '../ui/line.tsx';

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
			header={
				<Header
					title="try filters"
					status={
						lines.length > height
							? scrollStatus(top, height, lines.length)
							: ['paste JSON to use another sample', 'paste JSON', '']
					}
				/>
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
