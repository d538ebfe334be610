import {expect, test} from 'vitest';
import type {Fault} from '../../source/sandbox/faults.ts';
import {account, body, inScope, lines, pass} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

const existing = lines(body('a'), body('b'), body('c'), body('d'));
const wanted = [
	body('a', {notification_name: 'New'}),
	body('b', {delivery_location: 'Ops@Example.com', notification_name: ' Zoe\u0308 '}),
	body('c'),
	body('n'),
];

/** A file that renames a, moves b, leaves c, creates n and prunes d. */
async function place() {
	const at = await account();
	await at.ends(0, 'create -f -', {input: existing});
	at.write(inScope(...wanted));
	return {
		...at,
		apply: async () => at.run(`apply ${at.file} --prune --all --max-deletes 9 --yes -j 1`),
		async contents() {
			const listed = await at.list();
			return listed
				.map(({user, name, to}) => [user, name.trim().normalize('NFC'), to.toLowerCase()].join(' '))
				.toSorted();
		},
	};
}

const after = ['a New a@example.com', 'b Zoë ops@example.com', 'c  c@example.com', 'n  n@example.com'];
const notCreated =
	/alerts\.yaml, line \d+: [\s\S]*\n {0,2}Nothing is deleted until everything else is done[\s\S]*recover 2 --roll-back to skip the rest\.$/v;

// One of each outcome; test/changes/ and test/service/ have the other faults.
test.each<[Fault, exitCode: number, words: RegExp, recover?: '--finish' | '--retry' | '--roll-back']>([
	[
		{name: 'create-drop-before'},
		3,
		/line \d+: .*: The connection to \S+ was lost \(ECONNRESET\)\. Not created\./v,
		'--roll-back',
	],
	[{name: 'create-rewrites', count: 9}, 0, /^Changed 4 of 4\. This is change 2\.$/mv],
	[{name: 'create-no-effect'}, 3, notCreated, '--roll-back'],
	[{name: 'create-delayed'}, 3, notCreated, '--retry'],
	[{name: 'delete-404'}, 8, /1 was deleted or edited meanwhile\./v, '--finish'],
	[{name: 'any-429'}, 0, /^Rate limited \(429\): waiting 1 s …\nChanged 4 of 4\. This is change 2\.$/v],
	[
		{name: 'list-empty'},
		1,
		/^Nothing was sent: the account was changed since the plan: \S+, line \d+ \(it exists now\)\. Plan again\.$/v,
	],
])(
	'apply on a service with the fault %j ends with %i, and applied again with the content of the file',
	async (fault, exitCode, words, recover) => {
		await using at = await place();
		at.sandbox.faults.add({count: 1, ...fault});
		const run = await at.apply();
		expect(run).toMatchObject({exitCode});
		expect(run.stderr.trimEnd()).toMatch(words);
		at.sandbox.faults.settle();
		if (fault.name !== 'create-rewrites') {
			at.sandbox.faults.clear();
		}

		pass(60_000);
		if (recover !== undefined) {
			await at.run(`recover 2 ${recover}`);
		}

		await at.apply();
		expect(await at.apply()).toMatchObject({
			exitCode: 0,
			stderr: containing('No changes: 4 unchanged.'),
		});
		expect(await at.contents()).toStrictEqual(after);
		await at.says(0, 'recover', {stdout: ''});
	},
);

test('what a service refuses as equal to another (409) is named with its line, nothing is deleted, and what is corrected is applied', async () => {
	await using at = await place();
	at.write(inScope(...wanted, body('c', {notification_name: 'Twin'})));
	at.sandbox.faults.add({name: 'create-409'});
	const run = await at.apply();
	expect(run).toMatchObject({
		exitCode: 3,
		errors: [
			'Changed 2 of 5 (2 failed, 1 not started).',
			matching(
				/^ {2}✗ \S+, line 42: Twin · c: The request conflicts with existing data \(409\)\. The service said: "An equal notification exists"\. Not created\. It does not appear in the listing\.$/v,
			),
			matching(
				/^ {2}✗ \S+, line 4: 1 {2}a: The request conflicts with existing data \(409\)\. The service said: "An equal notification exists"\. Not created\. It does not appear in the listing\.$/v,
			),
			'Nothing is deleted until everything else is done: retry what failed, or skip the rest.',
			'2 were sent, so --retry only looks for them. Create anew what is missing.',
			containing('chainbell recover 2 --roll-back to skip the rest.'),
		],
	});
	at.write(inScope(body('a'), ...wanted.slice(1)));
	expect(await at.apply()).toMatchObject({
		exitCode: 8,
		errors: ['Bulk change 2 is pending, so 4 is not touched: run chainbell recover 2.', 'No changes: 4 unchanged.'],
	});
	await at.says(3, 'recover 2 --roll-back', {stdout: containing('rest skipped')});
	expect(await at.apply()).toMatchObject({exitCode: 0, errors: ['Changed 1 of 1. This is change 3.']});
	expect(await at.contents()).toStrictEqual(['a  a@example.com', ...after.slice(1)]);
});
