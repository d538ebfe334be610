import {Box, Text, useWindowSize} from 'ink';
import {memo, useSyncExternalStore} from 'react';
import {firstFitting} from '../../terminal/width.ts';
import type {Role} from '../role-styles.ts';
import {theme} from '../theme.ts';
import {useThemeChanges} from './theme-context.ts';
import {accountLabel, headerParts, pendingLabel, statusRoom, teamLabel, type LabelPart} from './account-label.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';
import {useTeamState} from './use-team.ts';

type HeaderProps = {
	/** The title, empty for none; by default the screen's title in the table of scopes. */
	readonly title?: string;
	/** The text at the right, or its wordings, the longest first: the first that has room is shown. */
	readonly status?: string | readonly string[];
	readonly role?: Role;
	/** Whether to show the number of pending changes; true by default. */
	readonly hasPending?: boolean;
};

/** What stands before the status of the header, and the room for the status. */
export function useHeaderParts(title: string, hasPending = true) {
	const {columns} = useWindowSize();
	const session = useSession();
	const {profile, services, pending} = session;
	const {count} = useSyncExternalStore(pending.subscribe, pending.get);
	const account = accountLabel(profile, services.acceptsAnyCertificate, columns);
	const team = teamLabel(useTeamState(session), columns);
	const parts = headerParts(title, account, [...(hasPending ? pendingLabel(count, columns) : []), ...team]);
	return {parts, room: statusRoom(parts, columns)};
}

/** The first line: the title of the screen, the account and a status. */
export const Header = memo(({title, status = '', role = 'label', hasPending}: HeaderProps) => {
	useThemeChanges();
	const {
		services: {retryStatus},
	} = useSession();
	const navigation = useNavigation();
	const activity = useSyncExternalStore(retryStatus.subscribe, retryStatus.get);
	const {parts, room} = useHeaderParts(title ?? navigation.title, hasPending);
	return activity === undefined ? (
		<HeaderLine parts={parts} status={statusText(status, room)} role={role} />
	) : (
		<HeaderLine
			parts={parts}
			status={firstFitting([activity, ...activity.split(' · ').slice(0, 1), 'retrying …'], room)}
			role="warning"
		/>
	);
});

type HeaderLineProps = {readonly parts: readonly LabelPart[]; readonly status: string; readonly role?: Role};

function HeaderLine({parts, status, role = 'label'}: HeaderLineProps) {
	const {columns} = useWindowSize();
	return (
		<Box flexGrow={1} justifyContent="space-between">
			<Box flexShrink={0} maxWidth={columns}>
				<Text wrap="truncate-end">
					{parts.map((part, index) => (
						<Text key={index} {...(part.role === undefined ? {} : theme[part.role])}>
							{part.text}
						</Text>
					))}
				</Text>
			</Box>
			<Box marginLeft={2}>
				<Text {...theme[role]} wrap="truncate-end">
					{status}{' '}
				</Text>
			</Box>
		</Box>
	);
}

/** One wording is cut if it must be; of several, which are counts, none is. */
const statusText = (status: string | readonly string[], room: number): string =>
	firstFitting(typeof status === 'string' ? [status] : [...status, ''], room);

/** The first line of a screen that does not concern an account. */
export function PlainHeader({title, status = ''}: HeaderProps) {
	const {columns} = useWindowSize();
	const navigation = useNavigation();
	const parts = headerParts('chainbell', [{text: title ?? navigation.title}]);
	return <HeaderLine parts={parts} status={statusText(status, statusRoom(parts, columns))} />;
}
