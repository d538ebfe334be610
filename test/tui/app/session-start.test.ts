import {expect, test} from 'vitest';
import type {Session} from '../../../source/account/session.ts';
import type {NavigationAction} from '../../../source/tui/ui/navigation.ts';
import {createStart} from '../../../source/tui/app/session-start.ts';
import {awaited, input, openNew} from '../../ledger/ledgers.ts';

const settings = {
	get: () => ({settings: {}, problems: []}),
	subscribe: () => () => undefined,
	save: async () => undefined,
};

/** What the start of an account says. */
function toldFor(profileKey: string, ...drafts: readonly string[]): NavigationAction[] {
	const ledger = openNew(() => 0);
	for (const profile of drafts) {
		ledger.drafts.save(profile, {draft: input, purpose: 'create'});
	}

	const actions: NavigationAction[] = [];
	const start = createStart({settings} as never, action => {
		actions.push(action);
	});
	const session = {profileKey, pending: {update: () => undefined}} as unknown as Session;
	const opened = {ledger: awaited(ledger), notice: undefined} as never;
	start.tellLedger(opened, session);
	// Once an account.
	start.tellLedger(opened, session);
	return actions;
}

test.each([
	['none', [], []],
	['its own', ['https://a/ alpha'], ['1 unsent draft. n, then alt+d, continues it.']],
	['several', ['https://a/ alpha', 'https://a/ alpha'], ['2 unsent drafts. n, then alt+d, continues one.']],
	['of another profile', ['https://b/ beta'], ['An unsent draft waits in profile beta: P opens it.']],
	[
		'of both',
		['https://a/ alpha', 'https://b/ beta', 'https://c/ gamma k'],
		['1 unsent draft. n, then alt+d, continues it. An unsent draft waits in profile beta, gamma: P opens it.'],
	],
])('the start of an account tells its drafts, and those that wait in other profiles: %s', (_name, drafts, texts) => {
	const notices = toldFor('https://a/ alpha', ...drafts).map(action => action.type === 'notice' && action.notice?.text);
	expect(notices).toEqual(texts);
});
