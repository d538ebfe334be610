import {Box, Text} from 'ink';
import {useState} from 'react';
import {numberText} from '../../platform/text.ts';
import {commonStart} from '../../account/account-files.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {truncateStart, widthOf} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {fitWindow} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {editAtEnd, editText, emptied, insertText, onOneLine, textToEdit, type TextState} from '../shared/text-edit.ts';
import {TextField} from '../shared/text-field.tsx';
import {theme} from '../theme.ts';
import {faint, linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List} from '../ui/list.tsx';

/** A path being typed, and the paths offered below it. */
type PathField = {
	readonly edit: TextState;
	readonly offered: readonly string[];
	/** The offered path that the field has, which typing replaces; -1 if it was typed. */
	readonly chosen: number;
};

/** The field when it is opened, with the paths that were used last. */
export const openPathField = (recent: readonly string[]): PathField => ({
	edit: editAtEnd(recent[0] ?? ''),
	offered: recent,
	chosen: recent.length > 0 ? 0 : -1,
});

/** The field after a key was typed in it. `recent`: what is offered while it is empty. */
export const typedInto = (edit: TextState, recent: readonly string[]): PathField => ({
	edit,
	offered: edit.text === '' ? recent : [],
	chosen: -1,
});

/** The field with the previous or the next of the offered paths. */
export function movedBy(field: PathField, by: 1 | -1): PathField {
	const chosen = Math.max(0, Math.min(field.offered.length - 1, field.chosen + by));
	const text = field.offered[chosen];
	return text === undefined ? field : {...field, edit: editAtEnd(text), chosen};
}

/** The field completed by the paths that begin with its text: the only one, or what all of them begin with and the paths to choose from. */
export function completedBy(field: PathField, paths: readonly string[]): PathField {
	const text = commonStart(paths);
	return {
		edit: text.length > field.edit.text.length ? editAtEnd(text) : field.edit,
		offered: paths.length === 1 ? [] : paths,
		chosen: -1,
	};
}

type PathViewProps = {
	/** The path to begin with; by default the one that was planned last. */
	readonly path: string | undefined;
	/** Called with the path as an absolute one. */
	readonly onAccept: (path: string) => void;
};

const prompt = ' File or folder: ';

/** Asks for the path of a file or a folder, and completes it. */
export function PathView({path, onAccept}: PathViewProps) {
	const {services, ledger, profileKey} = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const [recent] = useState(() => recentPaths(ledger, profileKey, path));
	const [field, setField] = useState(() => openPathField(recent));
	const {edit, offered, chosen} = field;

	const keys = useKeys('plan-file', {
		actions: {
			accept() {
				void (async () => {
					const files = await services.files();
					if (edit.text.trim() === '') {
						announce({text: 'Type the path of a file.'});
					} else {
						onAccept(files.resolve(edit.text));
					}
				})();
			},
			complete() {
				void (async () => {
					const files = await services.files();
					const found = await files.complete(edit.text);
					if (found.length === 0) {
						announce({
							text: `No folder and no .yaml, .yml, .json or .jsonl file begins with ${sanitise(edit.text)}`,
						});
					} else {
						setField(current => (current.edit.text === edit.text ? completedBy(current, found) : current));
					}
				})();
			},
			up() {
				setField(current => movedBy(current, -1));
			},
			down() {
				setField(current => movedBy(current, 1));
			},
		},
		onKey(key) {
			setField(current => {
				const next = editText(textToEdit(current.edit, current.chosen !== -1, key), key);
				return next === undefined ? current : typedInto(next, recent);
			});
		},
		onPaste(text) {
			setField(current =>
				typedInto(insertText(current.chosen === -1 ? current.edit : emptied(current.edit), onOneLine(text)), recent),
			);
		},
	});

	const intro = linesOf(faint(hintText(field, recent)), columns).slice(
		0,
		Math.max(0, rows - 1 - Math.min(1, offered.length)),
	);
	const height = Math.max(0, rows - 1 - intro.length);
	const {top} = fitWindow({selected: Math.max(0, chosen), top: 0}, offered.length, height);

	return (
		<Frame keys={keys} header={<Header />}>
			<Box height={1} flexShrink={0}>
				<Text {...theme.label}>{prompt}</Text>
				<TextField
					text={edit.text}
					cursor={edit.cursor}
					isSelected={chosen !== -1}
					width={Math.max(3, columns - widthOf(prompt) - 1)}
				/>
			</Box>
			<Lines lines={intro} />
			<List
				of={{
					selected: chosen,
					top,
					count: offered.length,
					height,
					selectAt(index) {
						setField(current => movedBy({...current, chosen: index - 1}, 1));
					},
				}}
				textAt={index => truncateStart(sanitiseCell(offered[index]!), columns - 3)}
			/>
		</Frame>
	);
}

/** What stands above the offered paths. */
function hintText({offered}: PathField, recent: readonly string[]): string {
	if (recent.length > 0 && offered === recent) {
		return 'Planned here before:';
	}

	return offered.length > 0
		? `${keyOf('plan-file', 'down')} chooses one of ${numberText(offered.length)}:`
		: 'A YAML or JSON file of notifications, or a folder with such files. Nothing is sent before you confirm.';
}

/** The paths that were planned last, the one to begin with first. */
function recentPaths(
	ledger: Pick<AwaitedLedger, 'planned'> | undefined,
	profileKey: string,
	path: string | undefined,
): readonly string[] {
	let known: readonly string[] = [];
	void bestEffort(() => {
		known = ledger?.planned.paths(profileKey) ?? [];
	});
	return [...new Set([...(path === undefined ? [] : [path]), ...known])];
}
