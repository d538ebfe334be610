import fc from 'fast-check';
import {expect, test} from 'vitest';
import {range} from '../../../source/system/range.ts';
import {createRecordSample} from '../../../source/tui/list/record-sample.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const all = range(40).map(index => notificationWith({id: String(index)}));

test('a sample depends on what is in it, and not on what was; or it is known that too many were removed', () => {
	fc.assert(fc.property(fc.array(fc.nat(39), {maxLength: 120}), toggled => {
		const sample = createRecordSample(3);
		const present = new Set<(typeof all)[number]>();
		for (const index of toggled) {
			const record = all[index]!;
			if (present.delete(record)) {
				sample.remove(record);
			} else {
				present.add(record);
				sample.add(record);
			}

			const fresh = createRecordSample(3);
			for (const each of present) {
				fresh.add(each);
			}

			expect([undefined, fresh.get()]).toContainEqual(sample.get());
			expect(fresh.get()).toHaveLength(Math.min(3, present.size));
		}
	}));
});

test('IDs that follow each other are sampled evenly', () => {
	const sample = createRecordSample(1000);
	for (const index of range(20_000)) {
		sample.add(notificationWith({id: String(index)}));
	}

	const inFirstHalf = sample.get()!.filter(({id}) => Number(id) < 10_000).length;
	expect(Math.abs(inFirstHalf - 500)).toBeLessThan(100);
});
