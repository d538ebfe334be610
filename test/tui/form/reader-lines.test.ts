import {describe, expect, test} from 'vitest';
import {emptyDraft, type Draft} from '../../../source/notification/fields.ts';
import {type FieldId} from '../../../source/notification/spec.ts';
import {reduceForm} from '../../../source/tui/form/form-reducer.ts';
import {focusOn, openForm} from '../../../source/tui/form/form.ts';
import {readerLines} from '../../../source/tui/form/write-view.tsx';

const good: Draft = {
	...emptyDraft,
	userId: 'ops-1',
	channel: 'EMAIL',
	recipient: 'ops@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}],
};

const lines = (change: Partial<Draft>, focus: FieldId) => readerLines(openForm({draft: {...good, ...change}, focus}));

describe('what a screen reader says of the form', () => {
	test('the focused field: its name, whether it is required, and its value', () => {
		expect(lines({}, 'recipient')[0]).toMatch(/^Recipient, required: ops@example\.com/v);
		expect(lines({name: ''}, 'name')[0]).toBe('Name: empty');
	});

	test('what to enter as recipient, while there is none', () => {
		expect(lines({recipient: ''}, 'recipient').some(line => line.startsWith('Enter the recipient: '))).toBe(true);
		expect(lines({}, 'recipient').some(line => line.startsWith('Enter the recipient: '))).toBe(false);
		expect(lines({name: ''}, 'name').some(line => line.startsWith('Enter the recipient: '))).toBe(false);
	});

	test('how to choose a channel, only there', () => {
		expect(lines({}, 'channel').some(line => line.startsWith('Type e for EMAIL, '))).toBe(true);
		expect(lines({}, 'recipient').some(line => line.startsWith('Type e for EMAIL, '))).toBe(false);
	});

	test('an address that has no checksum is told with it', () => {
		const checksummed = `With EIP-55 checksum: ${good.addresses[0]!}`;
		expect(lines({addresses: [good.addresses[0]!.toLowerCase()]}, 'address')).toContain(checksummed);
		expect(lines({addresses: [good.addresses[0]!.toLowerCase()]}, 'name')).not.toContain(checksummed);
	});

	test('an issue of the focused field, and after it those of others with their names', () => {
		const refused = reduceForm(openForm({draft: good, focus: 'name'}), {
			type: 'send-failed',
			issues: [
				{path: ['delivery_location'], message: 'is bad'},
				{path: ['channel'], message: 'is odd'},
			],
		});
		const said = (focus: FieldId) => readerLines(focusOn(refused, focus)).filter(line => line.startsWith('Error'));
		expect(said('recipient')).toEqual(['Error: is bad', 'Error in Channel: is odd']);
		expect(said('name').toSorted()).toEqual(['Error in Channel: is odd', 'Error in Recipient: is bad']);
	});

	test('the filter that is focused', () => {
		expect(lines({}, 'filter.0.value').filter(line => line.startsWith('Filter: '))).toHaveLength(1);
		expect(lines({}, 'name').filter(line => line.startsWith('Filter: '))).toEqual([]);
	});
});
