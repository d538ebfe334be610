import {expect, test} from 'vitest';
import {waitingText} from '../../source/operations/transitions.ts';
import {openNew} from '../ledger/ledgers.ts';
import {createContext} from './context.ts';

const context = () => createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: ''}, ledger: openNew()});

test.each([
	[{wait: 0}, 'The next complete listing decides.'],
	[{wait: 1}, 'chainbell checks every listing until 00:00:00.'],
	[{wait: 61_000}, 'chainbell checks every listing until 00:01:01.'],
	[{wait: 0, problem: 'No listing.'}, 'No listing. The next complete listing decides.'],
])('%j is said as %j', (given, text) => {
	expect(waitingText(context(), given)).toBe(text);
});
