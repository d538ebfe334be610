import {useSyncExternalStore} from 'react';
import type {KeyCommandStatus} from '../account/status.ts';
import {keyOf} from './keys/match.ts';
import {useKeys} from './keys/use-keys.ts';
import {Frame, useBodySize} from './shared/frame.tsx';
import {PlainHeader} from './shared/header.tsx';
import {linesOf, warning} from './ui/line.ts';
import {Lines} from './ui/lines.tsx';

/** The bottom screen while the account is being opened. It names what the program is waiting for, if that takes time. */
export function OpeningScreen({keyCommand}: {readonly keyCommand: KeyCommandStatus}) {
	const {columns} = useBodySize();
	const wait = useSyncExternalStore(keyCommand.subscribe, keyCommand.get);
	const keys = useKeys('everywhere', {actions: {back: keyCommand.cancel}});
	const waiting =
		wait &&
		`Waiting for the API key from ${wait.command}: ${wait.seconds} s of at most ${wait.limit} s. ${keyOf('everywhere', 'back')}: cancel`;
	const complaint = wait !== undefined && wait.said !== '' && warning(`${wait.command}: ${wait.said}`);
	return (
		<Frame keys={keys} header={<PlainHeader title="opening" />}>
			<Lines lines={linesOf(['Opening the account …', waiting, complaint], columns)} />
		</Frame>
	);
}
