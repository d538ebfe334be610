import {useCallback, useEffect, useEffectEvent, useRef, useState} from 'react';
import type {KeyCommandPolicy, KeyCommandWait} from '../../config/key-command.ts';
import type {ShownProfile, Profile} from '../../config/profile.ts';
import {sentence, joined} from '../../platform/text.ts';
import {isOpenProfile, placeOf, type OpenedProfile, type Profiles, type Session} from '../../account/session.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {ConnectScreen} from './connect.tsx';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {bad, cutTo, faint, linesOf, type Said, Lines} from '../ui/line.tsx';
import {List, useList} from '../ui/list.tsx';
import {useAsync, useTask} from '../ui/use-task.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';

type Read = Awaited<ReturnType<Profiles['list']>>;

type ProfilesScreenProps = {
	/** The name of a profile to open immediately. */
	readonly opens?: string | undefined;
	/** The IDs of the notifications that are marked in the open account, to copy only these. */
	readonly marked?: ReadonlySet<string> | undefined;
};

/** The profiles of config.yaml: open, copy to, add, remove, and choose the default. */
export function ProfilesScreen({opens, marked = new Set()}: ProfilesScreenProps) {
	const session = useSession();
	const {services, profile: open} = session;
	const {push, pop, announce, isTop} = useNavigation();
	const {columns, rows} = useBodySize();
	const [changes, setChanges] = useState(0);
	const load = useCallback(async () => (await services.profiles()).list(), [services]);
	const read = useAsync(isTop ? load : undefined, changes);
	const [opening, setOpening] = useState<string>();
	const [wait, setWait] = useState<KeyCommandWait>();
	const {isRunning, start, cancel} = useTask();
	const openAccount = useOpenAccount();
	/** Whether the profile `opens` was opened or failed to open. */
	const hasChosen = useRef(false);

	const all = read?.ok === true ? read.profiles : [];
	const table = profileLines(all, open, columns - 2);
	const top = linesOf(topSaid(read, table.title), columns);
	// As many lines as the longest details need, so that the rows do not move with the cursor.
	const detailsOf = (one: ShownProfile) => linesOf(faint(profileDetails(one, open)), columns);
	const longest = Math.max(0, ...all.map(one => detailsOf(one).length));
	const detailsHeight = table.isCut ? Math.max(0, Math.min(rows - top.length - 1, longest)) : 0;
	const list = useList(
		all.map(({name}) => name),
		Math.max(1, rows - top.length - detailsHeight - (isRunning ? 1 : 0)),
	);
	const profile = all[list.selected];

	const change = (run: (profiles: Profiles) => ReturnType<Profiles['remove']>, done: string) => {
		start(
			async () => {
				const profiles = await services.profiles();
				return run(profiles);
			},
			changed => {
				setChanges(changes + 1);
				announce(
					changed.ok
						? {tone: 'good', text: `✓ ${done}`}
						: {tone: 'bad', text: sentence(`✗ Nothing was changed: ${sanitise(changed.problem)}`)},
				);
			},
		);
	};

	/** Opens the account of a profile, which may run a command that prints its API key. */
	const openThen = (
		openBy: (profiles: Profiles, policy: KeyCommandPolicy) => Promise<OpenedProfile>,
		name: string,
		act: (opened: Session) => void,
	) => {
		start(
			async ({signal}) => {
				setOpening(name);
				return openBy(await services.profiles(), {signal, onWait: setWait});
			},
			opened => {
				setOpening(undefined);
				if (opened.ok) {
					act(opened.session);
				} else {
					announce({tone: 'bad', text: sentence(`✗ Not opened: ${sanitise(opened.problem)}`)});
				}
			},
		);
	};

	const openProfile = (chosen: ShownProfile) => {
		const {name} = chosen;
		if (isOpenProfile(chosen, open)) {
			pop({text: `${sanitise(name)} is open already.`});
			return;
		}

		openThen(async (profiles, policy) => profiles.open(name, policy), name, openAccount);
	};

	const openChosen = useEffectEvent((profiles: readonly ShownProfile[]) => {
		if (opens === undefined || hasChosen.current) {
			return;
		}

		hasChosen.current = true;
		const chosen = profiles.find(({name}) => name === opens);
		if (chosen === undefined) {
			announce({text: `There is no profile ${sanitise(opens)} in config.yaml any more.`});
		} else {
			list.select(opens);
			openProfile(chosen);
		}
	});

	useEffect(() => {
		if (read !== undefined) {
			openChosen(read.ok ? read.profiles : []);
		}
	}, [read]);

	const keys = useKeys('profiles', {
		guards: {hasRow: profile !== undefined},
		actions: {
			...list.moves,
			open() {
				openProfile(profile!);
			},
			add() {
				push({name: 'add-profile'});
			},
			'copy-to'() {
				const {name} = profile!;
				if (isOpenProfile(profile!, open)) {
					announce({
						text: `${sanitise(name)} is open. Go to the profile to copy to, and press ${keyOf('profiles', 'copy-to')}.`,
					});
					return;
				}

				const from = {kind: 'account', session, ids: marked.size === 0 ? undefined : marked} as const;
				openThen(
					async (profiles, policy) => profiles.openBeside(name, policy),
					name,
					account => {
						push({name: 'plan-file', account, from});
					},
				);
			},
			'make-default'() {
				const {name} = profile!;
				change(
					async profiles => profiles.setDefault(name),
					`${sanitise(name)} is the default: it is opened when no profile is named.`,
				);
			},
			remove() {
				const {name, isKeySaved} = profile!;
				const saved = isKeySaved ? ' with the API key that is saved there' : '';
				const question = `Remove the profile ${sanitise(name)} from config.yaml${saved}?`;
				push({name: 'ask', question, hint: 'remove'}, () => {
					change(
						async profiles => profiles.remove(name),
						`Removed the profile ${sanitise(name)} from config.yaml. Its account was not changed.`,
					);
				});
			},
			back() {
				if (isRunning) {
					cancel();
				} else {
					pop();
				}
			},
		},
	});

	const details = profile === undefined ? [] : cutTo(detailsOf(profile), detailsHeight);
	return (
		<Frame keys={keys}>
			<Lines lines={top} />
			<List of={list} textAt={index => table.lines[index]!} />
			<Lines lines={details} />
			{opening !== undefined && <Lines lines={cutTo(linesOf(openingText(opening, wait), columns), 1)} />}
		</Frame>
	);
}

/** The lines above the profiles: the titles of the columns, or why there are none. */
function topSaid(read: Read | undefined, columnTitles: string): Said {
	if (read?.ok === false) {
		return bad(sentence(`✗ ${sanitise(read.problem)}`));
	}

	return read?.profiles.length === 0
		? `No saved profiles. ${keyOf('profiles', 'add')} adds one.`
		: faint(read === undefined ? ' ' : ` ${columnTitles}`);
}

function openingText(name: string, wait: KeyCommandWait | undefined): string {
	if (wait === undefined) {
		return `Opening ${sanitise(name)} …`;
	}

	const {command, seconds, limit, said} = wait;
	return `Opening ${sanitise(name)} … ${command} is running (${seconds} s of ${limit} s; ${keyOf('profiles', 'back')} to cancel). ${said}`.trimEnd();
}

/** Returns a function that closes the open account and shows another one in the list. */
function useOpenAccount(): (session: Session) => void {
	const present = useSession();
	const {pop} = useNavigation();
	return session => {
		present.replaceSession(session);
		void present.services.leave(present);
		pop({tone: 'good', text: `✓ Opened ${placeOf(session)}.`}, ['profiles']);
	};
}

/** Connects to another account while one is open. Saves it as a profile if the operator enters a name. */
export function AddProfileScreen() {
	const {services} = useSession();
	const {pop, announce} = useNavigation();
	const {start} = useTask();
	const openAccount = useOpenAccount();

	const openSandbox = () => {
		start(
			async () => services.openSandbox(),
			opened => {
				if (opened.state === 'open') {
					openAccount(opened.session);
				} else {
					announce({tone: 'bad', text: `✗ ${sanitise(opened.state === 'asking' ? (opened.problem ?? '') : '')}`});
				}
			},
		);
	};

	return (
		<ConnectScreen
			services={services}
			onConnected={openAccount}
			onSandbox={openSandbox}
			onBack={() => {
				pop();
			}}
		/>
	);
}

/** The gap between two cells, in terminal columns. */
const gap = 2;

/** The width in terminal columns below which a cell is left out, not cut. */
const narrowest = 16;

const titles = ['PROFILE', 'STATE', 'BASE URL', 'API KEY FROM'] as const;

/**
The table of the profiles, safe to show.

@param profiles - The profiles of config.yaml.
@param open - The profile that is open.
@param width - The width in terminal columns.
@returns The titles, the lines, and whether anything is cut or left out.
*/
export function profileLines(
	profiles: readonly ShownProfile[],
	open: Profile,
	width: number,
): {readonly title: string; readonly lines: readonly string[]; readonly isCut: boolean} {
	const rows = [
		titles,
		...profiles.map(profile => [
			sanitiseCell(profile.name),
			stateText(profile, open),
			sanitiseCell(profile.baseUrl),
			sanitiseCell(profile.apiKeyFrom),
		]),
	];
	const widths: number[] = [];
	let room = width;
	let isCut = false;
	for (const index of titles.keys()) {
		const fullWidth = Math.max(...rows.map(cells => widthOf(cells[index]!)));
		// A long name leaves room for the state.
		const given = Math.max(0, Math.min(fullWidth, index === 0 ? Math.floor(width / 2) : room));
		const shown = given < Math.min(fullWidth, narrowest) ? 0 : given;
		isCut ||= shown < fullWidth;
		widths.push(shown);
		room -= shown + gap;
	}

	const [title, ...lines] = rows.map(cells =>
		cells
			.map((cell, index) => fit(truncate(cell, widths[index]!), widths[index]!))
			.filter(cell => cell !== '')
			.join(' '.repeat(gap))
			.trimEnd(),
	);
	return {title: title!, lines, isCut};
}

/** The details of a profile besides its name, on one line, safe to show. */
export function profileDetails(profile: ShownProfile, open: Profile): string {
	return [profile.baseUrl, `API key from ${profile.apiKeyFrom}`, stateText(profile, open)]
		.filter(text => text !== '')
		.map(text => sanitiseCell(text))
		.join(' · ');
}

function stateText(profile: ShownProfile, open: Profile): string {
	return joined(
		[
			isOpenProfile(profile, open) ? 'open' : '',
			profile.isDefault ? 'default' : '',
			profile.readOnly ? 'read-only' : '',
		],
		', ',
	);
}
