import {useMemo} from 'react';
import {mistakeText, type Mistake} from '../../files/notification-file.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {numberText} from '../../system/number-text.ts';
import {useKeys} from '../keys/use-keys.ts';
import {baseName} from '../shared/base-name.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {cutTo, messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {Rows} from '../shared/rows.tsx';
import {useRowSelection} from '../shared/use-list-window.ts';

export type MistakesViewProps = {
	readonly path: string;
	readonly mistakes: readonly Mistake[];
	/** Called with the place to open in the editor. */
	readonly onEditor: (place: Pick<Mistake, 'file' | 'line'>) => void;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

/** The share of the lines that the whole text of a mistake takes at most, unless the mistakes leave more. */
const wholeShare = 0.4;

/** All mistakes of a file, each with its line, and the whole text of the one under the cursor. */
export function MistakesView({path, mistakes, onEditor, onRefresh, onBack}: MistakesViewProps) {
	const {columns, rows} = useBodySize();
	const keyed = useMemo(() => ({length: mistakes.length, keyAt: (index: number) => index < mistakes.length ? String(index) : undefined, indexOf: Number}), [mistakes]);
	const count = mistakes.length === 1 ? '1 mistake' : `${numberText(mistakes.length)} mistakes`;
	const asked = messages('bad', `✗ ${count}. Nothing was sent.`, columns).slice(0, Math.max(0, rows - 1));
	const wholeHeight = Math.max(0, Math.min(Math.max(Math.floor(rows * wholeShare), rows - asked.length - mistakes.length), rows - asked.length - 1));
	const height = Math.max(1, rows - asked.length - wholeHeight);
	const {selected, top, moves, selectAt} = useRowSelection(keyed, height);
	const mistake = mistakes[selected]!;
	// One file is named in the header.
	const hasFiles = mistakes.some(({file}) => file !== mistakes[0]!.file);
	const textOf = (each: Mistake) => sanitise(hasFiles ? mistakeText(each) : mistakeText(each).slice(each.file.length + 1));

	const keys = useKeys('file-mistakes', {
		actions: {
			...moves,
			editor() {
				onEditor(mistake);
			},
			refresh: onRefresh,
			back: onBack,
		},
	});

	return (
		<Frame keys={keys} header={<Header title={`mistakes of ${baseName(path)}`} status={scrollStatus(top, height, mistakes.length)}/>}>
			<Messages messages={asked}/>
			<Rows lines={mistakes.map(each => truncate(textOf(each), columns - 3))} selected={selected} top={top} height={height} width={columns} onPoint={selectAt}/>
			<Messages messages={wholeHeight < 2 ? [] : [{tone: 'plain', text: ' '}, ...cutTo(messages('plain', textOf(mistake), columns), wholeHeight - 1)]}/>
		</Frame>
	);
}
