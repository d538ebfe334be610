import {Text} from 'ink';
import {type ListedRecord, rawOf} from '../../notification/notification.ts';
import type {JsonObject} from '../../platform/json.ts';
import {commandToChange} from '../../account/change-command.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate} from '../../terminal/width.ts';
import {bindingsOf, keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useSettings} from '../shared/use-settings.ts';
import {theme} from '../theme.ts';
import {List, useList} from '../ui/list.tsx';
import {bodyItems, knownInput, recordItems, type CopyItem} from './copy-items.ts';
import {useCopy} from './use-copy.ts';

type CopyScreenProps = {
	readonly record?: ListedRecord | undefined;
	/** The request bodies to copy from, in place of a record. */
	readonly bodies?: readonly JsonObject[];
	/** The command of chainbell that does the same as the requests. */
	readonly command?: string | undefined;
};

/** The width of the labels, in columns. */
const labelColumns = 18;

/** The width of what stands before the text: the sign of the cursor, the key and the label. */
const startColumns = labelColumns + 5;

/** The copy menu: each entry has its own key; the arrows and enter work as well. */
export function CopyScreen({record, bodies = [], command}: CopyScreenProps) {
	const session = useSession();
	const {connection, ledger, profileKey} = session;
	const {explorers} = useSettings();
	const {baseUrl} = connection;
	const sent = record?.kind === 'notification' ? ledger?.sent.get(profileKey, record.id) : undefined;
	let items: readonly CopyItem[] = bodyItems(bodies, {baseUrl, command});
	if (record !== undefined) {
		const input = record.kind === 'notification' && {...knownInput(record, sent), listed: rawOf(record)};
		const create = input === false ? undefined : commandToChange({kind: 'create', input, snapshot: undefined}, session);
		items = recordItems(record, sent, {baseUrl, explorers, command: create});
	}

	const {columns, rows} = useBodySize();
	const {pop, announce} = useNavigation();
	const copy = useCopy();
	const list = useList(
		items.map(({action}) => action),
		rows,
	);
	const take = (item: CopyItem | undefined) => {
		if (item === undefined) {
			announce({text: 'There is nothing of that kind to copy here.'});
			return;
		}

		void (async () => {
			pop(await copy(item.text, `the ${item.label}`));
		})();
	};

	const own = bindingsOf('copy').map(({action}) => [
		action,
		() => {
			take(items.find(item => item.action === action));
		},
	]);
	const keys = useKeys('copy', {
		actions: {
			...(Object.fromEntries(own) as Record<CopyItem['action'], () => void>),
			...list.moves,
			accept() {
				take(items[list.selected]);
			},
			back() {
				pop();
			},
		},
	});
	const shownAt = (index: number) =>
		truncate(sanitiseCell(items[index]!.text.replaceAll(/\s+/gv, ' ')), Math.max(1, columns - startColumns - 1));
	const textAt = (index: number) =>
		`${keyOf('copy', items[index]!.action)}  ${fit(items[index]!.label, labelColumns)}${shownAt(index)}`;
	return (
		<Frame keys={keys} header={<Header />}>
			<List
				of={list}
				textAt={textAt}
				drawAt={(index, isSelected) => {
					const line = fit(`${cursorSign(isSelected)} ${textAt(index)}`, columns);
					const {isLink, text} = items[index]!;
					return (
						<Text key={index} {...(isSelected ? theme.selected : {})} wrap="truncate-end">
							{isLink ? line.replace(shownAt(index), shown => hyperlink(text, shown)) : line}
						</Text>
					);
				}}
			/>
		</Frame>
	);
}

/** A text that the terminal opens a link for (OSC 8). Only for links that this program made. */
const hyperlink = (link: string, text: string): string => `\u{1B}]8;;${link}\u{1B}\\${text}\u{1B}]8;;\u{1B}\\`;
