import {expect, test} from 'vitest';
import {copyTitle} from '../../../source/tui/profiles/copy-to-lines.ts';

test('the title names the account that is read only beside that which is written to', () => {
	expect(copyTitle('staging', 'production', 80)).toBe('copy from staging');
	expect(copyTitle('staging-of-payments', 'production-of-payments', 40)).toBe('copy');
	expect(copyTitle('staging', 'p'.repeat(80), 80)).toBe('copy');
});
