import {useCallback, useEffect, useEffectEvent, useRef, useState} from 'react';
import type {KeyCommandWait} from '../../config/key-command.ts';
import {removalNote, type ShownProfile, type Profile} from '../../config/profile.ts';
import {sentence, joined} from '../../platform/text.ts';
import type {Profiles} from '../../account/services.ts';
import {isOpenProfile, placeOf, type Session} from '../../account/session.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {ConnectScreen, keyWaitSaid} from './connect.tsx';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {good, bad, cutTo, faint, linesOf, type Said, Lines} from '../ui/line.tsx';
import {ToldList, useToldList} from '../changes/rows.tsx';
import {useAsync, useTask} from '../ui/use-task.ts';
import {fit, share, truncate, widthOf} from '../../terminal/width.ts';
import {sum} from '../ui/layout.ts';

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
	const [opening, setOpening] = useState<Opening>();
	const {isRunning, start, cancel} = useTask();
	const openAccount = useOpenAccount();
	/** Whether the profile `opens` was opened or failed to open. */
	const hasChosen = useRef(false);

	const all = read?.ok === true ? read.profiles : [];
	const table = profileLines(all, open, columns - 2);
	const top = linesOf(topSaid(read), columns);
	const waiting = linesOf(opening && [`Opening ${sanitise(opening.name)} …`, keyWaitSaid(opening.wait)], columns);
	const list = useToldList(
		all.map(({name}) => name),
		rows - top.length - waiting.length,
		(index, most) => (table.isCut ? cutTo(linesOf(faint(profileDetails(all[index]!, open)), columns), most) : []),
		table.title,
	);
	const profile = all[list.selected];

	const change = (how: 'setDefault' | 'remove', name: string, done: string) => {
		start(
			async () => (await services.profiles())[how](name),
			changed => {
				setChanges(changes + 1);
				announce(changed.ok ? good(`✓ ${done}`) : bad(sentence(`✗ Nothing was changed: ${sanitise(changed.problem)}`)));
			},
		);
	};

	/** Opens the account of a profile, which may run a command that prints its API key. */
	const openThen = (how: 'open' | 'openBeside', name: string, act: (opened: Session) => void) => {
		start(
			async ({signal}) => {
				setOpening({name});
				return (await services.profiles())[how](name, {signal, onWait: wait => setOpening({name, wait})});
			},
			opened => {
				setOpening(undefined);
				if (opened.ok) {
					act(opened.session);
				} else {
					announce(bad(sentence(`✗ Not opened: ${sanitise(opened.problem)}`)));
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

		openThen('open', name, openAccount);
	};

	const openChosen = useEffectEvent(() => {
		const chosen = all.find(({name}) => name === opens);
		if (chosen !== undefined && !hasChosen.current) {
			hasChosen.current = true;
			list.select(chosen.name);
			openProfile(chosen);
		}
	});
	useEffect(() => {
		openChosen();
	}, [read]);

	const keys = useKeys('profiles', {
		guards: {
			hasRow: profile !== undefined,
			canBeChanged: profile?.readOnly !== true && open.isReadOnlyRun !== true,
			isOther: profile !== undefined && !isOpenProfile(profile, open),
		},
		actions: {
			...list.moves,
			open() {
				openProfile(profile!);
			},
			add() {
				push({name: 'add-profile'});
			},
			'copy-to'() {
				const from = {kind: 'account', session, ids: marked.size === 0 ? undefined : marked} as const;
				openThen('openBeside', profile!.name, account => {
					push({name: 'plan-file', account, from});
				});
			},
			'make-default'() {
				const {name} = profile!;
				change('setDefault', name, `${sanitise(name)} is the default: it is opened when no profile is named.`);
			},
			remove() {
				const {name, isKeySaved} = profile!;
				const saved = isKeySaved ? ' with the API key that is saved there' : '';
				const question = `Remove the profile ${sanitise(name)} from config.yaml${saved}?${removalNote(profile!, all)}`;
				push({name: 'ask', question, hint: 'remove'}, () => {
					change(
						'remove',
						name,
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

	return (
		<Frame keys={keys}>
			<Lines lines={top} />
			<ToldList of={list} textAt={index => ({text: table.lines[index]!})} />
			<Lines lines={waiting} />
		</Frame>
	);
}

/** Why there are no profiles. */
function topSaid(read: Read | undefined): Said {
	if (read?.ok === false) {
		return bad(sentence(`✗ ${sanitise(read.problem)}`));
	}

	return read?.profiles.length === 0 && `No saved profiles. ${keyOf('profiles', 'add')} adds one.`;
}

/** The profile whose account is being opened, and the command that is waited for. */
type Opening = {readonly name: string; readonly wait?: KeyCommandWait | undefined};

/** Returns a function that closes the open account and shows another one in the list. */
function useOpenAccount(): (session: Session) => void {
	const present = useSession();
	const {pop} = useNavigation();
	return session => {
		present.replaceSession(session);
		void present.services.leave(present);
		pop(good(`✓ Opened ${placeOf(session)}.`), ['profiles']);
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
					announce(bad(`✗ ${sanitise(opened.state === 'asking' ? (opened.problem ?? '') : '')}`));
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

/** What stands between two cells. */
const gap = '  ';

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
	const wholes = titles.map((_, column) => Math.max(...rows.map(cells => widthOf(cells[column]!))));
	const [name = 0, state = 0] = wholes;
	// A long name leaves room for the state.
	const widths = share(width - 3 * gap.length, [Math.min(name, Math.floor(width / 3)), state, 0, 0], wholes);
	const [title, ...lines] = rows.map(cells =>
		truncate(
			cells
				.map((cell, column) => fit(cell, widths[column]!))
				.join(gap)
				.trimEnd(),
			width,
		),
	);
	return {title: title!, lines, isCut: sum(widths) < sum(wholes)};
}

/** The details of a profile besides its name, on one line, safe to show. */
export function profileDetails(profile: ShownProfile, open: Profile): string {
	return sanitiseCell(joined([profile.baseUrl, `API key from ${profile.apiKeyFrom}`, stateText(profile, open)], ' · '));
}

function stateText(profile: ShownProfile, open: Profile): string {
	return joined(
		[isOpenProfile(profile, open) && 'open', profile.isDefault && 'default', profile.readOnly && 'read-only'],
		', ',
	);
}
