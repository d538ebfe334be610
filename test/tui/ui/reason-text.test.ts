import {afterEach, expect, test} from 'vitest';
import {bindings} from '../../../source/tui/keys/bindings.ts';
import {setBindings} from '../../../source/tui/keys/match.ts';
import {reasonText} from '../../../source/tui/ui/notices.ts';

afterEach(() => {
	setBindings(undefined);
});

test('a pending change in the way is named with its key, as config.yaml has it', () => {
	expect(reasonText({reason: 'It has ended.'})).toBe('It has ended.');
	expect(reasonText({reason: 'It is pending.', isPending: true})).toBe('It is pending. Press ! in the list to see it.');
	setBindings(
		bindings.map(binding =>
			binding.scope === 'list' && binding.action === 'pending' ? {...binding, keys: ['ctrl+x']} : binding,
		),
	);
	expect(reasonText({reason: 'It is pending.', isPending: true})).toBe(
		'It is pending. Press ctrl+x in the list to see it.',
	);
});
