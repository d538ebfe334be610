import {Text} from 'ink';
import {useReducer} from 'react';
import type {Notification} from '../../source/notification/notification.ts';
import {DeleteScreen} from '../../source/tui/changes/delete.tsx';
import {createServices} from '../../source/account/services.ts';
import {createLastEdits, type SessionValue} from '../../source/tui/ui/session.ts';
import {createNoticeLog, reduceNavigation, type NavigationState} from '../../source/tui/ui/navigation.ts';
import {Layer} from '../../source/tui/app/app.tsx';
import type {Clock} from '../../source/platform/clock.ts';
import type {AwaitedLedger} from '../../source/ledger/awaited-ledger.ts';
import {list} from '../changes/harness.ts';
import {stillClock, temporaryFolder} from './app.tsx';
import {renderScreen, type Screen} from './screen.tsx';

export type BulkAppOptions = {
	readonly service: {readonly baseUrl: string; readonly apiKey: string};
	/** What is to be deleted. */
	readonly ids: readonly string[];
	readonly hiddenIds?: readonly string[];
	readonly isReadOnly?: boolean;
	readonly size?: string;
	readonly clock?: Clock;
};

/** The screen of a bulk delete as a list pushes it, on a real server, with a home of its own. What it leaves behind is shown as `left: …`. */
export async function startBulkDelete({
	service,
	ids,
	hiddenIds = [],
	isReadOnly = false,
	size = '80x24',
	clock = stillClock,
}: BulkAppOptions): Promise<Screen & {readonly ledger: AwaitedLedger}> {
	const folder = await temporaryFolder();
	const configFile = `${folder.path}/config.yaml`;
	const {services, close} = createServices({
		clock,
		profile: {
			environment: {...service, profile: undefined, noColour: true, editor: undefined, get: () => undefined},
			configFile,
			isReadOnly,
		},
		isReadOnly,
		configFile,
		sandboxFile: `${folder.path}/sandbox.sqlite`,
		ledgerFile: `${folder.path}/ledger.sqlite`,
		editor: 'false',
		timeout: 10_000,
		settlingTime: 5000,
	});
	const [opening, {ledger}, listed] = await Promise.all([services.open(), services.openLedger(), list(service)]);
	if (opening.state !== 'open') {
		throw new Error('There is no session.');
	}

	const targets = listed.filter(({id}) => ids.includes(id));
	const session: SessionValue = {
		...opening.session,
		services,
		ledger,
		notices: createNoticeLog(clock.now),
		lastEdits: createLastEdits(),
		replaceSession: () => undefined,
	};
	const screen = renderScreen(<Bulk session={session} targets={targets} hiddenIds={new Set(hiddenIds)} />, size);
	// The first frame is of another size; a frame leaves the terminal's last line free.
	await screen.waitFor(new RegExp(String.raw`^(?:[^\n]*\n){${Number(size.split('x', 2)[1]) - 2}}[^\n]*$`, 'v'));
	return {
		...screen,
		ledger,
		async [Symbol.asyncDispose]() {
			await screen[Symbol.asyncDispose]();
			await close();
			await folder[Symbol.asyncDispose]();
		},
	};
}

type BulkProps = {
	readonly session: SessionValue;
	readonly targets: readonly Notification[];
	readonly hiddenIds: ReadonlySet<string>;
};

function Bulk({session, targets, hiddenIds}: BulkProps) {
	const pushed: NavigationState = {
		stack: [{name: 'home'}, {name: 'delete', targets, hiddenIds}],
		notice: undefined,
	};
	const [navigation, dispatch] = useReducer(reduceNavigation, pushed);
	const {stack, notice} = navigation;
	const app = {...session, onReplace: session.replaceSession, navigation, dispatch};

	return (
		<Layer isTop app={app} session={session} isBeside={false} index={1} title="bulk delete" showsRefusal={false}>
			{stack.length === 1 ? (
				<Text>left: {notice?.text ?? 'no notice'}</Text>
			) : (
				<DeleteScreen targets={targets} hiddenIds={hiddenIds} />
			)}
		</Layer>
	);
}
