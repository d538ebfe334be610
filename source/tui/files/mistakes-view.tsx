import {useMemo} from 'react';
import {mistakeText, type Mistake} from '../../files/notification-file.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {bad, cutTo, gap, linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';

export type MistakesViewProps = {
	/** The title of the header, safe to show. */
	readonly title: string;
	readonly mistakes: readonly Mistake[];
	/** Called with the place to open in the editor; undefined if it is in no file. */
	readonly onEditor: ((place: Pick<Mistake, 'file' | 'line'>) => void) | undefined;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

/** The share of the lines that the whole text of a mistake takes at most, unless the mistakes leave more. */
const wholeShare = 0.4;

/** The number of lines below the mistakes: what the longest one needs, with a blank line above it if there is room; none if every one fits its row. `above`: the lines above the mistakes. */
export function wholeLines(
	texts: readonly string[],
	{columns, rows, above}: {readonly columns: number; readonly rows: number; readonly above: number},
): number {
	const longest = Math.max(0, ...texts.map(text => widthOf(text)));
	if (longest <= columns - rowMargin || rows - above < 3) {
		return 0;
	}

	// Words leave room at the ends of lines.
	const needed = Math.ceil(longest / Math.max(1, columns - rowMargin)) + 1;
	return Math.min(
		needed + (rows < blankFrom ? 0 : 1),
		Math.max(2, Math.floor(rows * wholeShare), rows - above - texts.length),
	);
}

/** The columns beside the text of a row. */
const rowMargin = 3;

/** The height of a body from which a blank line is above the whole text. */
const blankFrom = 10;

/** All mistakes of a file, each with its line, and the whole text of the one under the cursor. */
export function MistakesView({title, mistakes, onEditor, onRefresh, onBack}: MistakesViewProps) {
	const {columns, rows} = useBodySize();
	const count = mistakes.length === 1 ? '1 mistake' : `${numberText(mistakes.length)} mistakes`;
	const asked = linesOf(bad(`✗ ${count}. Nothing was sent.`), columns).slice(0, Math.max(0, rows - 1));
	const texts = useMemo(() => textsOf(mistakes), [mistakes]);
	const wholeHeight = useMemo(
		() => wholeLines(texts, {columns, rows, above: asked.length}),
		[texts, columns, rows, asked.length],
	);
	const height = Math.max(1, rows - asked.length - wholeHeight);
	const list = useList(mistakes.length, height);
	const mistake = mistakes[list.selected]!;
	const blank = rows < blankFrom ? [] : [gap];

	const keys = useKeys('file-mistakes', {
		guards: {hasFile: onEditor !== undefined},
		actions: {
			...list.moves,
			editor() {
				onEditor?.(mistake);
			},
			refresh: onRefresh,
			back: onBack,
		},
	});

	return (
		<Frame keys={keys} header={<Header title={title} status={scrollStatus(list.top, height, mistakes.length)} />}>
			<Lines lines={asked} />
			<List of={list} textAt={index => truncate(texts[index]!, columns - rowMargin)} />
			<Lines
				lines={
					wholeHeight === 0
						? []
						: [...blank, ...cutTo(linesOf(texts[list.selected], columns), wholeHeight - blank.length)]
				}
			/>
		</Frame>
	);
}

/** The mistakes in words, safe to show. One file is named in the header. */
function textsOf(mistakes: readonly Mistake[]): readonly string[] {
	const hasFiles = mistakes.some(({file}) => file !== mistakes[0]!.file);
	return mistakes.map(each => sanitise(hasFiles ? mistakeText(each) : mistakeText(each).slice(each.file.length + 1)));
}
