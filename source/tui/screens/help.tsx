import {Frame, useBodySize} from '../components/frame.tsx';
import {PlainHeader} from '../components/header.tsx';
import {TextLines} from '../components/text-lines.tsx';
import {useScroll} from '../hooks/use-list-window.ts';
import type {Scope} from '../keys/bindings.ts';
import {useKeys} from '../keys/use-keys.ts';
import {helpLines} from '../state/help-lines.ts';
import {scrollStatus} from '../state/list-window.ts';
import {useNavigation} from '../state/navigation.ts';

export type HelpScreenProps = {
	/** Where help was asked for: its keys come first. */
	readonly scope: Scope;
};

/** Every key, from the table that also matches them. */
export function HelpScreen({scope}: HelpScreenProps) {
	const {columns, rows} = useBodySize();
	const lines = helpLines(scope, columns - 1);
	const {top, moves} = useScroll(lines.length, rows);
	const {pop} = useNavigation();
	useKeys('help', {actions: {...moves, help: pop}});

	return (
		<Frame scope='help' header={<PlainHeader title='keys' status={scrollStatus(top, rows, lines.length)}/>}>
			<TextLines lines={lines} top={top} height={rows}/>
		</Frame>
	);
}
