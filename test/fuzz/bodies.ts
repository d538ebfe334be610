import assert from 'node:assert/strict';
import fc from 'fast-check';
import {toSentBody, toSentInput} from '../../source/service/body.ts';
import {BodiesError} from '../../source/files/notification-file.ts';
import {errorLines} from '../../source/cli/command-error.ts';
import {invalidFiles} from '../../source/cli/files/read-files.ts';
import {checkEntries} from '../../source/files/check-entries.ts';
import {readFile} from '../../source/files/read-file.ts';
import {parseJson} from '../../source/platform/json.ts';
import {edited, editsWith, hostileText} from './arbitraries.ts';
import {assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const json = `{"id": 12345678901234567890, "external_user_id": 42, "channel": "EMAIL", "status": "paused", "delivery_location": "a@b.example", "event_details": {"network": "N", "event_type": "E", "addresses": ["${address}"], "filters": [{"field_name": "value", "operator": "gt", "value": 1.50, "value_type": "int", "negate": true}], "graphql": {"topic_0": "0x1", "more": 1}}}`;
const yaml = `external_user_id: 007\nchannel: EMAIL\ndelivery_location: &to a@b.example\nnotification_name: *to\ntemplate: |\n  Look\n   here\nevent_details:\n  network: N\n  event_type: E\n  addresses: [${address}]\n  filters:\n    - {field_name: value, operator: gt, value: 1e3, value_type: int}\n`;
const known = [
	json,
	`[${json},\n${json}]\n`,
	`${json}\n${json}\n`,
	`{"notifications": [${json}]}`,
	yaml,
	`notifications:\n${yaml.replaceAll(/^/gmv, '    ').replace('   ', '  -')}`,
	`--- !!map\n${yaml}...\n---\n${yaml}`,
	'',
];

const words = [
	'*a',
	'&a ',
	'*to',
	'<<: ',
	'<<: *to\n',
	'!!',
	'!!binary ',
	'!!set ',
	'!!js/function ',
	'? ',
	'- ',
	'---\n',
	'...\n',
	'%YAML 1.1\n',
	'|\n',
	'>-\n',
	'  ',
	'~',
	'null',
	'{}',
	'[]',
	'{',
	'}',
	'[',
	']',
	'"id": 1,',
	'"__proto__": {"id": 1},',
	'__proto__: ',
	'graphql: ',
	'filters: ',
	'0x1F',
	'.inf',
	'.nan',
	'-0',
	'1e999',
	'0o17',
	'true',
	String.raw`"\ud800"`,
];

const texts = fc.oneof(
	{
		weight: 30,
		arbitrary: fc.tuple(fc.constantFrom(...known), editsWith(...words)).map(([file, edits]) => edited(file, edits)),
	},
	{
		weight: 1,
		arbitrary: fc
			.tuple(
				fc.constantFrom('[', '{"a":', '{a: ', '- ', '? ', '&a [*a, ', '!!seq [', '"', '> ', '[[],'),
				fc.oneof({weight: 9, arbitrary: fc.integer({min: 10, max: 200})}, {weight: 1, arbitrary: fc.constant(5000)}),
			)
			.map(([part, count]) => part.repeat(count)),
	},
	{
		weight: 1,
		arbitrary: fc
			.integer({min: 2, max: 30})
			.map(
				count =>
					`a0: &a0 [x]\n${Array.from({length: count}, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]\n`).join('')}`,
			),
	},
	{
		weight: 1,
		arbitrary: fc
			.integer({min: 90, max: 200})
			.map(count => `- &a ${yaml.replaceAll('\n', '\n  ').replace(/ +$/v, '')}${'- *a\n'.repeat(count)}`),
	},
	{
		weight: 9,
		arbitrary: fc
			.array(
				fc.oneof(
					fc.constantFrom(...words, '\n', 'a'),
					hostileText.map(found => found.slice(0, 50)),
				),
				{maxLength: 20},
			)
			.map(parts => parts.join('')),
	},
);

/** Files for `chainbell create -f`. */
export const bodies: Target = defineTarget<string>(
	'bodies',
	'Any file for create -f is read, or refused in a few lines that can be shown. What is read can be checked and sent, and is sent the same once it was listed and is read again.',
	texts,
	async text => {
		const [reading] = await Promise.allSettled([read(text)]);
		if (reading.status === 'rejected') {
			const {reason} = reading as {readonly reason: unknown};
			assert.ok(reason instanceof BodiesError, `Not a refusal: ${String(reason)}`);
			for (const line of errorLines(reason)) {
				assertShowable(line);
			}

			return;
		}

		if (reading.value.mistakes.length > 0) {
			for (const line of errorLines(
				invalidFiles(reading.value.mistakes, {options: {json: false, quiet: false}, printError: assertShowable}),
			)) {
				assertShowable(line);
			}

			return;
		}

		const {entries} = reading.value.file;
		checkEntries(entries);
		for (const {draft} of entries) {
			const body = JSON.stringify(toSentBody(toSentInput(draft)));
			// As a service lists it that keeps all that it gets.
			const again = await read(body.replace('{', body === '{}' ? '{"id":1' : '{"id":1,'));
			assert.equal(again.mistakes.length, 0);
			assert.deepEqual(
				parseJson(JSON.stringify(toSentBody(toSentInput(again.file.entries[0]!.draft)))),
				parseJson(body),
			);
		}
	},
);

const read = async (text: string) => readFile(text, 'new.yaml', {folder: undefined, env: () => undefined});
