import {expect, test} from 'vitest';
import {toCreateBody} from '../../../source/service/body.ts';
import {startKillableService, type KillMoment} from '../../helpers/killable-service.ts';
import {input} from '../../ledger/ledgers.ts';
import {inputOf, setUpBoard, settlingTime, signal} from './members.ts';

/** The requests of an edit: it lists twice, creates, lists, deletes and lists. */
const [posting, deleting] = [3, 5];

test.each<[KillMoment, string, string]>([
	[{request: posting, stage: 'lost'}, 'failed', 'Treasury'],
	[{request: posting, stage: 'late'}, 'done', 'Annas'],
	[{request: posting, stage: 'unanswered'}, 'done', 'Annas'],
	[{request: posting, stage: 'answered'}, 'done', 'Annas'],
	[{request: posting + 1, stage: 'answered'}, 'done', 'Annas'],
	[{request: deleting, stage: 'lost'}, 'done', 'Annas'],
	[{request: deleting, stage: 'late'}, 'done', 'Annas'],
	[{request: deleting, stage: 'answered'}, 'done', 'Annas'],
])(
	'the edit of a machine that is killed at %j is finished by another: %s, and one notification is left',
	async (moment, end, name) => {
		const service = await startKillableService();
		service.reset([toCreateBody(input)]);
		const {member, pass} = await setUpBoard();
		const on = (apiKey: string) => ({baseUrl: service.baseUrl, apiKey});
		const [anna, carl] = [member('anna', 'ci-7', {}, on('annas-key')), member('carl', 'laptop', {}, on('carls-key'))];
		const first = await anna.listed('1');
		const dead = service.killAt('annas-key', moment);
		void anna.session.operations.replace(first, inputOf(first, {name: 'Annas'}), {signal});
		await dead;
		service.deliver();
		await carl.list();
		const his = await carl.session.team!.open();
		await his.update();
		await pass(120_000 + settlingTime);
		carl.clock.pass(121_000 + settlingTime);
		await his.update();
		const journal = await carl.journal();
		const {profileKey} = carl.session;
		const {id} = journal.changes({profile: profileKey, limit: 1})[0]!;
		for (let attempts = 0; journal.get(id)!.endedAt === undefined && attempts < 4; attempts++) {
			await carl.session.operations.finish(id, {signal});
			carl.clock.pass(settlingTime + 1000);
		}

		expect(journal.get(id)).toMatchObject({state: end, by: {operator: 'anna', host: 'ci-7'}});
		expect(service.records()).toMatchObject([{notification_name: name}]);
		expect(service.requestsOf('carls-key')).not.toContain('POST');
	},
);
