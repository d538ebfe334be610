import {Box, Text} from 'ink';
import {useMemo, useState} from 'react';
import type {Filter} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {TextField} from '../shared/text-field.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useModalKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {editAtEnd, editText, insertText, onOneLine} from '../shared/text-edit.ts';
import {theme} from '../theme.ts';
import {readSample, tryLines, type SampleEvent} from './try-lines.ts';

export type TryViewProps = {
	readonly filters: readonly Filter[];
	readonly sample: SampleEvent;
	readonly onSample: (sample: SampleEvent) => void;
	readonly onBack: () => void;
};

/** Tries the filters on a sample event: the built-in one, a pasted one, or one from a file. */
export function TryView({filters, sample, onSample, onBack}: TryViewProps) {
	const {services} = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	/** The path being typed; undefined while none is asked for. */
	const [file, setFile] = useState<ReturnType<typeof editAtEnd> | undefined>(undefined);
	const lines = useMemo(() => tryLines(filters, sample, columns), [filters, sample, columns]);
	const {top, moves} = useScroll(lines.length, rows - 2);

	const take = (text: string, origin: string) => {
		const read = readSample(text, origin);
		if (read.ok) {
			onSample(read.sample);
			setFile(undefined);
		} else {
			announce({tone: 'bad', text: `✗ ${sanitise(read.problem)}.`});
		}
	};

	const readFile = async (path: string) => {
		try {
			take(await services.readSample(path), path);
		} catch (error) {
			announce({tone: 'bad', text: `✗ ${sanitise(path)} cannot be read: ${sanitise(String(error))}`});
		}
	};

	const keys = useModalKeys(file === undefined ? 'try' : 'file', {
		try: {
			actions: {
				...moves,
				file() {
					setFile(editAtEnd(''));
				},
				back: onBack,
			},
			onPaste(text) {
				take(text, 'the pasted sample');
			},
		},
		file: {
			actions: {
				accept() {
					void readFile(file!.text);
				},
				back() {
					setFile(undefined);
				},
			},
			onKey(key) {
				setFile(current => current && (editText(current, key) ?? current));
			},
			onPaste(text) {
				setFile(current => current && insertText(current, onOneLine(text)));
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header title='trying the filters' status={lines.length > rows - 2 ? scrollStatus(top, rows - 2, lines.length) : 'paste JSON for another sample'}/>}>
			{file !== undefined && (
				<Box flexShrink={0}>
					<Text {...theme.focus}> &gt; File  </Text>
					<TextField text={file.text} cursor={file.cursor} width={Math.max(3, columns - 10)} placeholder='sample.json'/>
				</Box>
			)}
			<Messages messages={lines.slice(top, top + Math.max(1, rows - 2))}/>
		</Frame>
	);
}
