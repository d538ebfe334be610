import {Box, Text} from 'ink';
import {useMemo} from 'react';
import {type ListedRecord, rawOf} from '../../domain/notification.ts';
import type {JsonObject} from '../../platform/json.ts';
import {commandToChange} from '../../session/change-command.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useClick} from '../keys/use-mouse.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useSession} from '../shared/session-context.ts';
import {useSettings} from '../shared/use-settings.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSelection} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {bodyItems, knownInput, recordItems, type CopyItem} from './copy-items.ts';
import {useCopy} from './use-copy.ts';

export type CopyScreenProps = {
	readonly record?: ListedRecord | undefined;
	/** The request body to copy from, in place of a record. */
	readonly body?: JsonObject;
	/** The command of chainbell that does the same as the request. */
	readonly command?: string | undefined;
};

/** The width of the labels, in columns. */
const labelColumns = 18;

/** The copy menu: each entry has its own key; the arrows and enter work as well. */
export function CopyScreen({record, body, command}: CopyScreenProps) {
	const session = useSession();
	const {connection, ledger, profileKey} = session;
	const {explorers} = useSettings();
	const {baseUrl} = connection;
	const sent = record?.kind === 'notification' ? ledger?.sent.get(profileKey, record.id) : undefined;
	const items = useMemo(
		() => [
			...(record === undefined
				? []
				: recordItems(record, sent, {
						baseUrl,
						explorers,
						command:
							record.kind === 'notification'
								? commandToChange(
										{kind: 'create', input: {...knownInput(record, sent), listed: rawOf(record)}, snapshot: undefined},
										session,
									)
								: undefined,
					})),
			...(body === undefined ? [] : bodyItems(body, {baseUrl, command})),
		],
		[record, sent, body, command, baseUrl, explorers, session],
	);
	const {columns, rows} = useBodySize();
	const {pop, announce} = useNavigation();
	const copy = useCopy();
	const {selected, top, moves, selectAt} = useSelection(
		items.map(({action}) => action),
		rows,
	);
	const box = useClick(row => {
		selectAt(top + row);
	});

	const take = (item: CopyItem | undefined) => {
		if (item === undefined) {
			announce({tone: 'plain', text: 'There is nothing of that kind to copy here.'});
			return;
		}

		void (async () => {
			pop(await copy(item.text, `the ${item.label}`));
		})();
	};

	const takeAction = (action: CopyItem['action']) => () => {
		take(items.find(item => item.action === action));
	};

	const keys = useKeys('copy', {
		actions: {
			up: moves.up,
			down: moves.down,
			accept() {
				take(items[selected]);
			},
			'copy-id': takeAction('copy-id'),
			'copy-address': takeAction('copy-address'),
			'copy-recipient': takeAction('copy-recipient'),
			'copy-user': takeAction('copy-user'),
			'copy-name': takeAction('copy-name'),
			'copy-json': takeAction('copy-json'),
			'copy-yaml': takeAction('copy-yaml'),
			'copy-curl': takeAction('copy-curl'),
			'copy-command': takeAction('copy-command'),
			'copy-link': takeAction('copy-link'),
		},
	});

	return (
		<Frame keys={keys} header={<Header />}>
			<Box ref={box} flexDirection="column" flexShrink={0}>
				{items.slice(top, top + rows).map((item, index) => (
					<ItemRow key={item.action} item={item} isSelected={top + index === selected} width={columns} />
				))}
			</Box>
		</Frame>
	);
}

type ItemRowProps = {
	readonly item: CopyItem;
	readonly isSelected: boolean;
	readonly width: number;
};

function ItemRow({item: {action, label, text, isLink}, isSelected, width}: ItemRowProps) {
	const start = `${cursorSign(isSelected)} ${keyOf('copy', action)}  ${fit(label, labelColumns)}`;
	const shown = truncate(sanitiseCell(text.replaceAll(/\s+/gv, ' ')), Math.max(1, width - start.length - 1));
	return (
		<Text {...(isSelected ? theme.selected : {})} wrap="truncate-end">
			{start}
			{isLink ? hyperlink(text, shown) : shown}
			{' '.repeat(Math.max(0, width - start.length - widthOf(shown)))}
		</Text>
	);
}

/** A text that the terminal opens a link for (OSC 8). Only for links that this program made. */
const hyperlink = (link: string, text: string): string => `\u{1B}]8;;${link}\u{1B}\\${text}\u{1B}]8;;\u{1B}\\`;
