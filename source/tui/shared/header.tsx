import {Box, Text} from 'ink';
import {memo, useSyncExternalStore} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {useNavigation} from './navigation.ts';
import {useSession} from './session-context.ts';

export type HeaderProps = {
	/** By default the screen's title in the table of screens. */
	readonly title?: string;
	/** Shown at the right, where there is room. */
	readonly status?: string;
};

/** A longer name would push the rest of the line away. */
const nameLimit = 24;

/** What the header says where NODE_TLS_REJECT_UNAUTHORIZED=0 is set. */
export const certificateWarning = 'TLS unverified';

/** The first line: the screen, the account and a status. */
export const Header = memo(({title, status = ''}: HeaderProps) => {
	const {profile, services, pending} = useSession();
	const navigation = useNavigation();
	const {count} = useSyncExternalStore(pending.subscribe, pending.get);
	const activity = useSyncExternalStore(services.retryStatus.subscribe, services.retryStatus.get);

	return (
		<Box flexGrow={1} justifyContent='space-between'>
			<Box flexShrink={0}>
				<Text> <Text {...theme.title}>{title ?? navigation.title}</Text> · {services.acceptsAnyCertificate && !profile.isSandbox && <Text {...theme.warning}>! {certificateWarning} </Text>}{profile.isReadOnly && <Text {...theme.warning}>read-only </Text>}{profile.isSandbox
					? <Text {...theme.sandbox}>SANDBOX</Text>
					: <Text {...theme.profile}>{truncate(sanitise(profile.name), nameLimit)}</Text>}
				{count > 0 && <> · <Text {...theme.warning}>! {count} pending</Text></>}
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
