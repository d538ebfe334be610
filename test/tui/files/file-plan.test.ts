import {expect, test} from 'vitest';
import {planOfChanges, type FileChange} from '../../../source/files/plan.ts';
import {toDraft, toInput} from '../../../source/notification/fields.ts';
import {changeKey, leaveOut, type WholePlan} from '../../../source/tui/files/plan.ts';
import {notificationWith} from '../../helpers/notifications.ts';

test('leaving a change out uses the plan that there is, and plans nothing again', () => {
	const of = notificationWith({id: '17', channel: 'EMAIL', recipient: 'a@example.com'});
	const input = toInput(toDraft(of));
	const changes: FileChange[] = [1, 9].map(line => ({
		kind: 'create',
		place: {file: 'alerts.yaml', line, column: 5},
		input,
		existing: 0,
	}));
	const planning = {ok: true, plan: planOfChanges(changes), warnings: [], tooMany: undefined} satisfies WholePlan;
	const chosen = leaveOut([], planning, {maxDeletes: undefined, leftOut: new Set([changeKey(changes[0]!)])});
	expect(chosen.chosen.changes).toStrictEqual([changes[1]]);
	expect(chosen.plan.changes).toBe(changes);
});

test('a template is not lost by a replacement that is left out', () => {
	const changes = ['1', '2'].map((id, index): FileChange => {
		const of = notificationWith({id, channel: 'EMAIL', recipient: 'a@example.com'});
		const place = {file: 'alerts.yaml', line: index + 2, column: 5};
		return {kind: 'replace', of, place, input: toInput(toDraft(of)), changes: []};
	});
	const plan = {...planOfChanges(changes), losing: ['1', '2']};
	const planning = {ok: true, plan, warnings: [], tooMany: undefined} satisfies WholePlan;
	const {chosen} = leaveOut([], planning, {maxDeletes: undefined, leftOut: new Set([changeKey(changes[0]!)])});
	expect(chosen.losing).toStrictEqual(['2']);
});
