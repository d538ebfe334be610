import {Text, useIsScreenReaderEnabled} from 'ink';
import {useMemo, useState} from 'react';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {SearchLine} from '../shared/search-line.tsx';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {scopes, type Scope} from '../keys/bindings.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {helpLines} from './help-lines.ts';

export type HelpScreenProps = {
	/** The scope that the help was opened from. Its keys come first. */
	readonly scope: Scope;
};

/** The help: the keys of the screen below on one page, then all keys from the table of bindings. Typing filters them. */
export function HelpScreen({scope}: HelpScreenProps) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const [search, setSearch] = useState(editAtEnd(''));
	const lines = useMemo(
		() => helpLines(scope, columns - 1, search.text, isReader),
		[scope, columns, search.text, isReader],
	);
	const height = Math.max(1, rows - 1);
	const {top, moves} = useScroll(lines.length, height);
	const {pop} = useNavigation();
	const keys = useKeys('help', {
		actions: {
			up: moves.up,
			down: moves.down,
			'page-up': moves['page-up'],
			'page-down': moves['page-down'],
			help() {
				pop();
			},
		},
		onKey(key) {
			setSearch(current => editText(current, key) ?? current);
			moves.first();
		},
		onPaste(text) {
			setSearch(current => insertText(current, onOneLine(text)));
			moves.first();
		},
	});

	return (
		<Frame
			keys={keys}
			header={<PlainHeader title={`help · ${scopes[scope].title}`} status={scrollStatus(top, height, lines.length)} />}
		>
			<SearchLine search={{query: search, isTyping: true}} width={columns} />
			{lines.length === 0 && <Text> No key matches.</Text>}
			<TextLines lines={lines} top={top} height={height} />
		</Frame>
	);
}
