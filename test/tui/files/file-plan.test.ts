import {expect, test} from 'vitest';
import {toDraft, toInput} from '../../../source/domain/draft/draft.ts';
import type {WholePlan} from '../../../source/tui/files/file-plan.ts';
import {changeKey, leaveOut} from '../../../source/tui/files/file-plan.ts';
import {notificationWith} from '../../helpers/notifications.ts';

test('leaving a change out uses the plan that there is, and plans nothing again', () => {
	const of = notificationWith({id: '17', channel: 'EMAIL', recipient: 'a@example.com'});
	const input = toInput(toDraft(of));
	const changes: WholePlan['changes'] = [1, 9].map(line => ({kind: 'create', place: {file: 'alerts.yaml', line, column: 5}, input, existing: 0}));
	const plan = {items: changes.map(() => ({kind: 'create'})), scope: []} as unknown as WholePlan['plan'];
	const planning = {ok: true, changes, plan} as WholePlan;
	const chosen = leaveOut([], planning, {maxDeletes: undefined, leftOut: new Set([changeKey(changes[0]!)])});
	expect(chosen.chosen).toStrictEqual([changes[1]]);
	expect(chosen.changes).toBe(changes);
	expect(chosen.isLeftOut(changes[0]!)).toBe(true);
});
