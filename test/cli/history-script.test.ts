import {execFileSync} from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {commands} from '../../source/cli/commands.ts';
import {draftChanges} from '../../source/cli/draft-fields.ts';
import {parseCommandLine} from '../../source/cli/command-line.ts';
import {commandsFor} from '../../source/query/commands.ts';
import {withChanges} from '../../source/notification/edit.ts';
import {emptyDraft, toInput, type Draft} from '../../source/notification/fields.ts';
import type {FieldOptions} from '../../source/notification/spec.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import type {Event, NewItem} from '../../source/ledger/item.ts';
import {openLedger} from '../../source/ledger/ledger.ts';
import {stillClock, temporaryFolder} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {anyText} from '../helpers/any-text.ts';
import {created, deleted, happen, oldOne, seen, sent} from '../ledger/ledgers.ts';

const noInput = () => {
	throw new Error('read');
};

/** Texts that fields have, and some that options cannot say. */
const text = fc.oneof(
	fc.constantFrom(
		'',
		'a',
		'A b',
		'-x',
		'--user',
		'@file',
		'=',
		'"quoted"',
		"'",
		'1.50',
		'0x0',
		'true',
		' a ',
		'a\nb',
		'/a/b/',
		'a=b',
		'\u{1B}',
	),
	anyText({maxLength: 4}),
);
const filter = fc.record({
	fieldName: fc.constantFrom('value', 'asset', 'x y'),
	operator: fc.constantFrom('gt', '='),
	value: text,
	valueType: fc.constantFrom('int', 'str', ''),
});
const draft: fc.Arbitrary<Draft> = fc.record({
	userId: text,
	channel: fc.constantFrom('EMAIL', 'SLACK', 'webhook'),
	name: text,
	recipient: text,
	network: text,
	eventType: text,
	addresses: fc.tuple(text),
	template: text,
	filters: fc.array(filter, {maxLength: 2}),
	topics: fc.tuple(text, text, fc.constant(''), fc.constant('')).map(([one, two]) => [one, two, '', ''] as const),
});

const parse = async (words: readonly string[]) => {
	const parsed = await parseCommandLine(words, commands);
	return parsed.action === 'run' ? parsed : expect.fail(parsed.action);
};

test('a create by options creates what was created; what options cannot say is a body', async () => {
	let saidCount = 0;
	await fc.assert(
		fc.asyncProperty(draft, async given => {
			const input = toInput(given);
			const {
				commands: [command],
			} = commandsFor([{kind: 'create', input, snapshot: undefined}], []);
			const {
				command: {name},
				input: {options},
			} = await parse(command!.words);
			expect(name).toBe('create');
			if (command!.bodies !== undefined) {
				expect(command!.bodies).toEqual([input]);
				return;
			}

			saidCount++;
			const again = withChanges(emptyDraft, await draftChanges(options as unknown as FieldOptions, noInput));
			const {network, eventType, ...others} = toInput(again);
			expect({
				...others,
				network: input.network === '' ? '' : network,
				eventType: input.eventType === '' ? '' : eventType,
			}).toEqual(input);
		}),
		{numRuns: 150},
	);
	expect(saidCount).toBeGreaterThan(10);
});

const inputOf = (name: string): NotificationInput =>
	toInput({
		...emptyDraft,
		userId: '42',
		channel: 'EMAIL',
		name,
		recipient: 'a@example.com',
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	});
const oldOf = (id: string) => ({...oldOne(id, inputOf(id)), template: '', topics: ['', '', '', ''] as const});

test('the script has the commands of single changes, bulk operations and undoes, oldest first', async () => {
	await using folder = await temporaryFolder();
	const {ledger} = openLedger(path.join(folder.path, 'ledger.sqlite'), {now: () => Date.UTC(2026, 0, 1)});
	const given = {profile: 'https://api.example.com/ 0123456789abcdef', profileName: 'production', isRepeated: true};
	/** A change, and what happens to each of its items. */
	const change = (...made: ReadonlyArray<readonly [NewItem, ...(readonly Event[])]>) => {
		const set = ledger.changes.begin(
			given,
			made.map(([item]) => item),
		);
		return made.map(([, ...events], index) => happen(ledger, ledger.changes.itemAt(set.id, index + 1)!, ...events));
	};

	const edited = (id: string, name: string, newId: string) =>
		[{kind: 'replace', input: inputOf(name), snapshot: oldOf(id)}, ...created(newId)] as const;
	const failed = seen('failed', {reason: [{why: 'answer', text: 'Refused.\nrm -rf /'}]});
	const [first] = change([{kind: 'create', input: inputOf("it's\n# a name")}, ...created('1')]);
	change(edited('1', 'new', '2'));
	change([{kind: 'delete', snapshot: oldOf('1'), undoes: first!.id}, ...deleted('1')]);
	change([{kind: 'create', input: inputOf('bad')}, sent('POST'), failed]);
	change(
		[{kind: 'create', input: inputOf('a')}, ...created('10')],
		[{kind: 'create', input: inputOf('b')}, ...created('11')],
		edited('5', 'same', '12'),
		edited('6', 'same', '13'),
		[{kind: 'delete', snapshot: oldOf('8')}, ...deleted('8')],
		[{kind: 'delete', snapshot: oldOf('9')}, sent('DELETE', '9'), failed],
	);
	ledger.close();
	const run = async (options = '') => runCommand(`history -o sh ${options}`, {home: folder.path, clock: stillClock});
	const {exitCode, stdout} = await run();
	expect(exitCode).toBe(0);
	execFileSync('sh', ['-n'], {input: stdout});
	expect(stdout.split('\n\n').slice(1).join('\n\n')).toMatchInlineSnapshot(`
		"# 2026-01-01T00:00:00.000Z  1  Created 1 on production.
		chainbell --profile production create --user 42 --channel email --to a@example.com --name 'it'\\''s
		# a name' --network ETH_MAINNET --event ADDRESS_ACTIVITY --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045

		# 2026-01-01T00:00:00.000Z  2  Replaced 1 with 2 on production.
		chainbell --profile production edit --set name=new 1

		# 2026-01-01T00:00:00.000Z  3  Deleted 1 from production.
		chainbell --profile production undo 1

		# 2026-01-01T00:00:00.000Z  4  create on production: failed. Refused.␊rm -rf /

		# 2026-01-01T00:00:00.000Z  5  Changed 5 of 6 (1 failed) on production.
		chainbell --profile production create -f - <<'END'
		{"external_user_id":"42","channel":"EMAIL","notification_name":"a","delivery_location":"a@example.com","event_details":{"network":"ETH_MAINNET","event_type":"ADDRESS_ACTIVITY","addresses":["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]}}
		{"external_user_id":"42","channel":"EMAIL","notification_name":"b","delivery_location":"a@example.com","event_details":{"network":"ETH_MAINNET","event_type":"ADDRESS_ACTIVITY","addresses":["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]}}
		END
		chainbell --profile production edit --set name=same 5 6
		chainbell --profile production delete 8
		"
	`);
	const {stdout: last} = await run('--limit 1');
	expect(last.split('\n\n')).toHaveLength(2);
	expect(last).toContain('  5  ');
	const {stdout: none} = await run('--search nothing-like-this');
	expect(none).toMatch(/^#!\/bin\/sh\n(?:# [^\n]+\n)+$/v);
});
