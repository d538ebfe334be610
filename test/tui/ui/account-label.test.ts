import {expect, test} from 'vitest';
import type {TeamState} from '../../../source/account/team/team.ts';
import {accountLabel, teamLabel} from '../../../source/tui/ui/frame-lines.ts';
import {startApp} from '../../helpers/app.tsx';

test.each([
	[{}, false, ['profile:work']],
	[{isReadOnly: true}, false, ['warning:read-only ', 'profile:work']],
	[{isReadOnly: true}, true, ['warning:! TLS unverified read-only ', 'profile:work']],
	[{}, true, ['warning:! TLS unverified ', 'profile:work']],
	[{isSandbox: true}, true, ['sandbox:SANDBOX']],
	[{name: `\u{7}${'x'.repeat(30)}`}, false, [`profile:␇${'x'.repeat(11)}…${'x'.repeat(11)}`]],
])('the header of %j, with an unverified connection %s', (profile, hasWarning, parts) => {
	expect(
		accountLabel({name: 'work', isSandbox: false, isReadOnly: false, ...profile}, hasWarning, 80).map(
			({role, text}) => `${role}:${text}`,
		),
	).toEqual(parts);
});

/** The state of a board. */
const board = (state: TeamState['state'], waiting = 0): TeamState => ({
	state,
	waiting,
	claims: new Map(),
	received: {count: 0, endedAt: undefined},
});

test.each<[TeamState | undefined, number, string[]]>([
	[undefined, 80, []],
	[board('opening'), 80, []],
	[board('reached'), 80, ['label:team']],
	[board('unreachable'), 80, ['warning:team offline']],
	[board('unreachable', 1200), 80, ['warning:team offline, 1,200 to send']],
	[board('unreachable', 1200), 40, ['warning:team offline']],
	[board('refused'), 80, ['warning:! team not in use']],
	[board('refused'), 40, ['warning:! team']],
])('the board of the team in the header: %j at %i columns', (team, columns, parts) => {
	expect(teamLabel(team, columns).map(({role, text}) => `${role}:${text}`)).toEqual(parts);
});

test('the connect screen warns of it, too', async () => {
	await using app = await startApp({isNew: true, acceptsAnyCertificate: true});
	expect(await app.waitFor('Base URL')).toContain('! TLS unverified');
});
