import {Box, Text, useWindowSize} from 'ink';
import {Fragment, memo, useSyncExternalStore} from 'react';
import {theme} from '../theme.ts';
import {useThemeChanges} from './theme-context.ts';
import {accountLabel, pendingLabel} from './account-label.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';

export type HeaderProps = {
	/** The title; by default the screen's title in the table of scopes. */
	readonly title?: string;
	/** The text at the right, shown if there is room. */
	readonly status?: string;
	/** Whether to show the number of pending changes; true by default. */
	readonly hasPending?: boolean;
};

/** The first line: the title of the screen, the account and a status. */
export const Header = memo(({title, status = '', hasPending = true}: HeaderProps) => {
	useThemeChanges();
	const {columns} = useWindowSize();
	const {profile, services, pending} = useSession();
	const navigation = useNavigation();
	const {count} = useSyncExternalStore(pending.subscribe, pending.get);
	const activity = useSyncExternalStore(services.retryStatus.subscribe, services.retryStatus.get);

	return (
		<Box flexGrow={1} justifyContent='space-between'>
			<Box flexShrink={0} maxWidth={columns}>
				<Text wrap='truncate-end'> <Text {...theme.title}>{title ?? navigation.title}</Text> · {accountLabel(profile, services.acceptsAnyCertificate).map(({role, text}) => <Text key={role} {...theme[role]}>{text}</Text>)}
					{hasPending && pendingLabel(count, columns).map(({role, text}) => <Fragment key={role}> · <Text {...theme[role]}>{text}</Text></Fragment>)}
				</Text>
			</Box>
			<Box marginLeft={2}><Text {...(activity === undefined ? theme.label : theme.warning)} wrap='truncate-end'>{activity ?? status} </Text></Box>
		</Box>
	);
});

/** The first line of a screen that does not concern an account. */
export function PlainHeader({title, status = ''}: HeaderProps) {
	const navigation = useNavigation();
	return (
		<Box flexGrow={1} justifyContent='space-between'>
			<Text wrap='truncate-end'> <Text {...theme.title}>chainbell</Text> · {title ?? navigation.title}</Text>
			<Box marginLeft={2}><Text {...theme.label} wrap='truncate-end'>{status} </Text></Box>
		</Box>
	);
}
