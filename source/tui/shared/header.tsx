import {Box, Text, useWindowSize} from 'ink';
import {Fragment, memo, useSyncExternalStore} from 'react';
import {firstFitting, widthOf} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {useThemeChanges} from './theme-context.ts';
import {accountLabel, pendingLabel, statusRoom, teamLabel} from './account-label.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';
import {useTeamState} from './use-team.ts';

export type HeaderProps = {
	/** The title, empty for none; by default the screen's title in the table of scopes. */
	readonly title?: string;
	/** The text at the right, or its wordings, the longest first: the first that has room is shown. */
	readonly status?: string | readonly string[];
	/** Whether to show the number of pending changes; true by default. */
	readonly hasPending?: boolean;
};

/** The first line: the title of the screen, the account and a status. */
export const Header = memo(({title: given, status = '', hasPending = true}: HeaderProps) => {
	useThemeChanges();
	const {columns} = useWindowSize();
	const session = useSession();
	const {profile, services, pending} = session;
	const navigation = useNavigation();
	const title = given ?? navigation.title;
	const {count} = useSyncExternalStore(pending.subscribe, pending.get);
	const activity = useSyncExternalStore(services.retryStatus.subscribe, services.retryStatus.get);
	const account = accountLabel(profile, services.acceptsAnyCertificate, columns);
	const team = useTeamState(session);
	const others = [...(hasPending ? pendingLabel(count, columns) : []), ...teamLabel(team, columns)];
	const room = statusRoom(title, [...account, ...others.map(({role, text}) => ({role, text: ` · ${text}`}))], columns);

	return (
		<Box flexGrow={1} justifyContent="space-between">
			<Box flexShrink={0} maxWidth={columns}>
				<Text wrap="truncate-end">
					{' '}
					{title !== '' && (
						<>
							<Text {...theme.title}>{title}</Text> ·{' '}
						</>
					)}
					{account.map(({role, text}) => (
						<Text key={role} {...theme[role]}>
							{text}
						</Text>
					))}
					{others.map(({role, text}) => (
						<Fragment key={text}>
							{' '}
							· <Text {...theme[role]}>{text}</Text>
						</Fragment>
					))}
				</Text>
			</Box>
			<Box marginLeft={2}>
				<Text {...(activity === undefined ? theme.label : theme.warning)} wrap="truncate-end">
					{activity === undefined ? statusText(status, room) : firstFitting(wordingsOf(activity), room)}{' '}
				</Text>
			</Box>
		</Box>
	);
});

/** The wordings of what the program waits for, the longest first. */
const wordingsOf = (activity: string): string[] => [activity, ...activity.split(' · ').slice(0, 1), 'retrying …'];

/** One wording is cut if it must be; of several, which are counts, none is. */
const statusText = (status: string | readonly string[], room: number): string =>
	firstFitting(typeof status === 'string' ? [status] : [...status, ''], room);

/** The first line of a screen that does not concern an account. */
export function PlainHeader({title, status = ''}: HeaderProps) {
	const {columns} = useWindowSize();
	const navigation = useNavigation();
	const room = columns - widthOf(` chainbell · ${title ?? navigation.title}   `);
	return (
		<Box flexGrow={1} justifyContent="space-between">
			<Text wrap="truncate-end">
				{' '}
				<Text {...theme.title}>chainbell</Text> · {title ?? navigation.title}
			</Text>
			<Box marginLeft={2}>
				<Text {...theme.label} wrap="truncate-end">
					{statusText(status, room)}{' '}
				</Text>
			</Box>
		</Box>
	);
}
