import {expect, test} from 'vitest';
import {recordsById} from '../../source/domain/records-by-id.ts';
import {notificationWith} from '../helpers/notifications.ts';

test('each look-up finds the record with an ID, or none', () => {
	const records = Array.from({length: 40}, (_, index) => notificationWith({id: String(index)}));
	for (const [index, record] of records.entries()) {
		expect(recordsById(records).get(String(index))).toBe(record);
		expect(recordsById(records).has(`${index}.`)).toBe(false);
	}
});
