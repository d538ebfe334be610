import {expect, test} from 'vitest';
import {indexRecords, recordsById} from '../../source/domain/records-by-id.ts';
import {notificationWith} from '../helpers/notifications.ts';

test.each([false, true])('each look-up finds the record with an ID, or none; indexed: %s', async isIndexed => {
	const records = Array.from({length: 40}, (_, index) => notificationWith({id: String(index)}));
	if (isIndexed) {
		await indexRecords(records);
	}

	for (const [index, record] of records.entries()) {
		expect(recordsById(records).get(String(index))).toBe(record);
		expect(recordsById(records).has(`${index}.`)).toBe(false);
	}
});
