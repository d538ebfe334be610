import {Frame, useBodySize} from '../shared/frame.tsx';
import {PlainHeader} from '../shared/header.tsx';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import type {Scope} from '../keys/scopes.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {helpLines} from './help-lines.ts';

export type HelpScreenProps = {
	/** The scope that help was opened from. Its keys come first. */
	readonly scope: Scope;
};

/** All keys, from the table of bindings. */
export function HelpScreen({scope}: HelpScreenProps) {
	const {columns, rows} = useBodySize();
	const lines = helpLines(scope, columns - 1);
	const {top, moves} = useScroll(lines.length, rows);
	const {pop} = useNavigation();
	const keys = useKeys('help', {
		actions: {up: moves.up, down: moves.down, 'page-up': moves['page-up'], 'page-down': moves['page-down'], help: pop},
	});

	return (
		<Frame keys={keys} header={<PlainHeader status={scrollStatus(top, rows, lines.length)}/>}>
			<TextLines lines={lines} top={top} height={rows}/>
		</Frame>
	);
}
