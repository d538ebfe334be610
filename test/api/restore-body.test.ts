import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sentBodySchema, type CreateBody} from '../../source/api/create-schema.ts';
import {undocumentedMembers} from '../../source/api/restore-body.ts';

const text = fc.constantFrom('', 'a', '0x', '0x1f', '0xzz', 'EMAIL', 'SMS');
const filter = fc.record({field_name: text, operator: text, value: text, value_type: text});

test('the members that interface.md does not allow are those that the schema complains about', () => {
	fc.assert(fc.property(fc.record({
		external_user_id: text,
		channel: text,
		delivery_location: text,
		event_details: fc.record({network: text, event_type: text, addresses: fc.tuple(text), filters: fc.array(filter, {maxLength: 2})}),
	}), body => {
		const issues = sentBodySchema.safeParse(body).error?.issues ?? [];
		expect(undocumentedMembers(body as CreateBody)).toEqual(new Set(issues.map(({path}) => path.slice(0, path[0] === 'event_details' ? 2 : 1).join('.'))));
	}), {numRuns: 300, seed: 1});
});
