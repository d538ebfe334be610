import assert from 'node:assert/strict';
import fc from 'fast-check';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {fields, recordText} from '../../source/notification/spec.ts';
import {parseJson} from '../../source/platform/json.ts';
import {sanitiseCell} from '../../source/terminal/sanitise.ts';
import {fit, widthOf} from '../../source/terminal/width.ts';
import {detailLines, rawLines} from '../../source/tui/list/detail-lines.ts';
import {hostileJson, hostileText} from './arbitraries.ts';
import {assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	/** A record as the service sends it. */
	readonly json: string;
	/** Terminal columns. */
	readonly columns: number;
};

const scalar = fc.oneof({weight: 3, arbitrary: hostileText}, {weight: 1, arbitrary: hostileJson});

const filter = fc.oneof(
	fc.record({field_name: scalar, operator: scalar, value: hostileJson, value_type: scalar}, {requiredKeys: []}),
	hostileJson,
);

const record = fc.record(
	{
		id: fc.oneof(fc.nat(), hostileText, hostileJson),
		external_user_id: scalar,
		channel: fc.oneof(fc.constantFrom('EMAIL', 'WEBHOOK'), scalar),
		notification_name: scalar,
		delivery_location: scalar,
		event_details: fc.oneof(
			{
				weight: 4,
				arbitrary: fc.record(
					{
						network: scalar,
						event_type: scalar,
						addresses: fc.oneof(fc.array(scalar, {maxLength: 3}), hostileJson),
						filters: fc.oneof(fc.array(filter, {maxLength: 3}), hostileJson),
						extra: hostileJson,
					},
					{requiredKeys: []},
				),
			},
			{weight: 1, arbitrary: hostileJson},
		),
		extra: hostileJson,
	},
	{requiredKeys: ['id']},
);

const inputs: fc.Arbitrary<Input> = fc.record({
	json: fc
		.oneof({weight: 4, arbitrary: record}, {weight: 1, arbitrary: hostileJson})
		.map(value => JSON.stringify(value)),
	columns: fc.oneof(fc.constantFrom(14, 20, 40, 80), fc.integer({min: 14, max: 200})),
});

/** A record of a listing, as the list and the details show it. */
export const shownRecord: Target = defineTarget<Input>(
	'record',
	'Any record can be read, or says why not. Its cells and its details have no control character, and a cell is exactly as wide as its column.',
	inputs,
	({json, columns}) => {
		const listed = readRecord(parseJson(json), 0);
		for (const field of fields) {
			const cell = fit(sanitiseCell(recordText(listed, field)), columns);
			assertShowable(cell);
			assert.equal(widthOf(cell), columns, 'A cell has another width than its column.');
		}

		for (const {label = '', text} of [...detailLines(listed, columns), ...rawLines(listed, columns)]) {
			assertShowable(label);
			assertShowable(text);
		}
	},
);
