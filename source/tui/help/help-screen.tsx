import {Text, useIsScreenReaderEnabled} from 'ink';
import {scopes, type Scope} from '../keys/bindings.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {SearchLine} from '../shared/search-line.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useTextInput} from '../shared/use-text-input.ts';
import {Lines} from '../ui/lines.tsx';
import {helpLines} from './help-lines.ts';

/** The help: the keys of the screen below on one page, then all keys from the table of bindings. Typing filters them. */
export function HelpScreen({scope}: {readonly scope: Scope}) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const {edit: search, keys: typed} = useTextInput();
	const lines = helpLines(scope, columns - 1, search.text, isReader);
	const height = Math.max(1, rows - 1);
	const {top, moves} = useScroll(lines.length, height);
	const {pop} = useNavigation();
	const keys = useKeys('help', {
		actions: {
			...moves,
			help() {
				pop();
			},
		},
		onKey(key) {
			typed.onKey(key);
			moves.first();
		},
		onPaste(text) {
			typed.onPaste(text);
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
			<Lines lines={lines} top={top} height={height} />
		</Frame>
	);
}
