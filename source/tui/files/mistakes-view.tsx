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
import {detailHeight} from './plan-view.tsx';

type MistakesViewProps = {
	/** The title of the header, safe to show. */
	readonly title: string;
	readonly mistakes: readonly Mistake[];
	/** Called with the place to open in the editor; undefined if it is in no file. */
	readonly onEditor: ((place: Pick<Mistake, 'file' | 'line'>) => void) | undefined;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

/** The columns beside the text of a row. */
const rowMargin = 3;

/** All mistakes of a file, each with its line, and, where not all fit their rows, the whole text of the one under the cursor. */
export function MistakesView({title, mistakes, onEditor, onRefresh, onBack}: MistakesViewProps) {
	const {columns, rows} = useBodySize();
	const count = mistakes.length === 1 ? '1 mistake' : `${numberText(mistakes.length)} mistakes`;
	const asked = linesOf(bad(`✗ ${count}. Nothing was sent.`), columns).slice(0, Math.max(0, rows - 1));
	const texts = useMemo(() => textsOf(mistakes), [mistakes]);
	const isCut = texts.some(text => widthOf(text) > columns - rowMargin);
	const below = isCut ? detailHeight(rows, asked.length, texts.length) : 0;
	const height = Math.max(1, rows - asked.length - below);
	const list = useList(mistakes.length, height);
	const mistake = mistakes[list.selected]!;

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
			<Lines lines={cutTo(linesOf([below > 2 && gap, texts[list.selected]], columns), below)} />
		</Frame>
	);
}

/** The mistakes in words, safe to show. One file is named in the header. */
function textsOf(mistakes: readonly Mistake[]): readonly string[] {
	const hasFiles = mistakes.some(({file}) => file !== mistakes[0]!.file);
	return mistakes.map(each => sanitise(hasFiles ? mistakeText(each) : mistakeText(each).slice(each.file.length + 1)));
}
