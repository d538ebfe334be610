import {isDeepStrictEqual} from 'node:util';
import {Box, useWindowSize} from 'ink';
import {memo, type ReactNode, useSyncExternalStore} from 'react';
import {joined, nonEmpty} from '../../platform/text.ts';
import {reasonOf} from '../../account/status.ts';
import {saidText, type Failure} from '../../service/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fittingHints, bindingsOf, type LiveKeys} from '../keys/match.ts';
import type {Role} from './theme.ts';
import {bad, cutTo, faint, gap, linesOf, type Line, Lines, Painted} from './line.tsx';
import {useNavigation, type Navigation} from './navigation.ts';
import {isRoomy} from './layout.ts';
import {useThemeChanges, useSession, useTeamState} from './session.ts';
import {accountLabel, footerText, headerParts, headerText, pendingLabel, teamLabel} from './frame-lines.ts';

type HeaderProps = {
	/** The title, empty for none; by default the screen's title in the table of scopes. */
	readonly title?: string | undefined;
	/** The text at the right, or its wordings, the longest first: the first that has room is shown. */
	readonly status?: string | readonly string[];
	readonly role?: Role | undefined;
};

type FrameProps = HeaderProps & {
	/** Whether the screen does not concern an account. */
	readonly isPlain?: boolean;
	/** The result of `useKeys`. The footer shows its hints. */
	readonly keys: LiveKeys;
	/** The text shown faintly in place of a notice, while there is none; safe to show, one line. */
	readonly idle?: string;
	/** The body. It has at most the number of lines that `useBodySize` returns. */
	readonly children: ReactNode;
};

/** The lines of the layout from which one is kept for the notice, so that nothing moves when there is one. */
const keptNoticeRows = 9;

/** The share of the terminal's lines that a warning, or a notice, takes at most. */
const noticeShare = 0.25;

/** The number of lines and columns of a screen's body, and whether there is room for lines that only separate. */
export function useBodySize() {
	const {columns, bodyRows: rows, hasSeparators} = useLayout();
	return {columns, rows, hasSeparators};
}

/** A screen: a header, a blank line if there is room, a body that fills the terminal, the warning, the notice and the footer. */
export function Frame({keys, idle = '', isPlain = false, children, ...header}: FrameProps) {
	const {columns, rows, hasSeparators, hasHeader, hasFooter, noticeLines} = useLayout();

	return (
		<Box flexDirection="column" width={columns} height={rows}>
			{hasHeader && (
				<Box height={1} flexShrink={0} marginBottom={hasSeparators ? 1 : 0}>
					{isPlain ? <PlainHeader {...header} /> : <Header {...header} />}
				</Box>
			)}
			<Box flexDirection="column" flexGrow={1} overflow="hidden">
				{children}
			</Box>
			<Lines lines={noticeLines === noNotice && idle !== '' ? [faint(idle)] : noticeLines} />
			{hasFooter && <Footer keys={keys} columns={columns} />}
		</Box>
	);
}

/** The empty line shown while there is no notice. */
const noNotice: readonly Line[] = [gap];

/** The lines above the footer: the warning, the refusal of the API key, and the notice; if there is none, an empty line, but not in a low terminal. */
function noticeLinesOf(
	{notice, warning, refusal, needsRefusalLine}: Navigation,
	columns: number,
	rows: number,
): readonly Line[] {
	const limit = Math.max(1, Math.floor(rows * noticeShare));
	const warningLines = [
		...linesOf(warning !== undefined && bad(`! ${warning}`), columns).slice(0, limit),
		...cutTo(linesOf(refusal !== undefined && needsRefusalLine && bad(refusalText(refusal)), columns), limit),
	];
	if (notice === undefined) {
		return warningLines.length === 0 && rows >= keptNoticeRows ? noNotice : warningLines;
	}

	return [...warningLines, ...cutTo(linesOf(notice, columns), limit)];
}

/** The message that the API key was refused. It begins with the most important part, for a narrow terminal. */
function refusalText(refusal: Failure): string {
	const what = refusal.kind === 'forbidden' ? 'not allowed to list the notifications' : 'refused';
	const key = bindingsOf('everywhere')
		.find(({action}) => action === 'enter-key')!
		.keys.at(-1);
	const text = `! API key ${what} (${refusal.status ?? ''}). ${key}: enter another key.`;
	return joined([text, sanitise(saidText(refusal))], ' ');
}

/** The parts of a frame, and the lines that they leave for the body, at least one. In a low terminal the footer is left out first, then the header. The layout has one row less than the terminal, because Ink repaints a frame as tall as the terminal completely each time. */
function useLayout() {
	const {columns, rows: terminalRows} = useWindowSize();
	const rows = Math.max(1, terminalRows - 1);
	const hasSeparators = isRoomy(terminalRows);
	const hasHeader = rows >= 3;
	const hasFooter = rows >= 4;
	const room = rows - Number(hasHeader) - Number(hasFooter);
	const wanted = noticeLinesOf(useNavigation(), columns, rows);
	const noticeLines = wanted === noNotice ? noNotice : cutTo(wanted, Math.max(1, room - 1));
	const bodyRows = Math.max(1, room - Number(hasSeparators) - noticeLines.length);
	return {columns, rows, hasSeparators, hasHeader, hasFooter, noticeLines, bodyRows};
}

/** The hints of the enabled keys that fit on one line. Help comes first, because it lists the others. Redrawn only when other keys are enabled. */
const Footer = memo(({keys, columns}: {readonly keys: LiveKeys; readonly columns: number}) => {
	useThemeChanges();
	return <Painted lines={[footerText(fittingHints(keys.scope, keys.guards, columns, keys))]} />;
}, isDeepStrictEqual);

/** The first line of a screen of an account: its title, the account and a status. */
const Header = memo(({title, status = '', role}: HeaderProps) => {
	useThemeChanges();
	const {columns} = useWindowSize();
	const navigation = useNavigation();
	const session = useSession();
	const {profile, services, pending} = session;
	const {retryStatus} = services;
	const activity = useSyncExternalStore(retryStatus.subscribe, retryStatus.get);
	const waiting = retryStatus.waiting();
	const {count} = useSyncExternalStore(pending.subscribe, pending.get);
	const team = teamLabel(useTeamState(session), columns);
	const account = accountLabel(profile, services.acceptsAnyCertificate, columns);
	const parts = headerParts(title ?? navigation.title, account, [...pendingLabel(count, columns), ...team]);
	const line =
		activity === undefined
			? headerText(parts, status, columns, role)
			: headerText(parts, nonEmpty([activity, waiting && reasonOf(waiting.failure), 'retrying …']), columns, 'warning');
	return <Painted lines={[line]} />;
});

/** The first line of a screen that does not concern an account. */
function PlainHeader({title, status = ''}: HeaderProps) {
	const {columns} = useWindowSize();
	const navigation = useNavigation();
	const parts = headerParts('chainbell', [{text: title ?? navigation.title}]);
	return <Painted lines={[headerText(parts, status, columns)]} />;
}
