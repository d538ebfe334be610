import {useSyncExternalStore} from 'react';
import type {KeyCommandWait} from '../config/key-command.ts';
import type {KeyCommandStatus} from '../session/key-command-status.ts';
import {keyOf} from './keys/match.ts';
import {useKeys} from './keys/use-keys.ts';
import {Frame, useBodySize} from './shared/frame.tsx';
import {PlainHeader} from './shared/header.tsx';
import {messages, type Message} from './shared/message.ts';
import {Messages} from './shared/messages.tsx';

export type OpeningScreenProps = {
	readonly keyCommand: KeyCommandStatus;
};

/** The bottom screen while the account is being opened. It names what the program is waiting for, if that takes time. */
export function OpeningScreen({keyCommand}: OpeningScreenProps) {
	const {columns} = useBodySize();
	const wait = useSyncExternalStore(keyCommand.subscribe, keyCommand.get);
	const keys = useKeys('everywhere', {actions: {back: keyCommand.cancel}});
	return (
		<Frame keys={keys} header={<PlainHeader title="opening" />}>
			<Messages
				messages={[
					{tone: 'plain', text: ' Opening the account …'},
					...(wait === undefined ? [] : waitLines(wait, columns)),
				]}
			/>
		</Frame>
	);
}

function waitLines({command, seconds, limit, said}: KeyCommandWait, columns: number): Message[] {
	return [
		...messages(
			'plain',
			`Waiting for the API key from ${command}: ${seconds} s of at most ${limit} s. ${keyOf('everywhere', 'back')}: cancel`,
			columns,
		),
		...(said === '' ? [] : messages('warning', `${command}: ${said}`, columns)),
	];
}
