import {expect, test} from 'vitest';
import {account, address, body} from '../helpers/command-account.ts';
import {startRawService} from '../changes/raw-service.ts';

const topic = `0x${'ab'.repeat(32)}`;
test('those of a file are sent, and kept in an edit of something else', async () => {
	const service = await startRawService();
	await using place = await account(0, 5000, service);
	const graphql = {topic_1: topic, topic_3: topic};
	const details = {network: 'ETH_MAINNET', event_type: 'graphql', addresses: [address], graphql};
	await place.run('create -f -', {
		input: JSON.stringify(body('u-1', {channel: 'SLACK', delivery_location: '#a', event_details: details})),
	});
	expect(service.records).toMatchObject([{event_details: {graphql}}]);
	await place.ends(0, 'edit 1 --set name=x --yes');
	expect(service.records).toMatchObject([{id: 2, notification_name: 'x', event_details: {graphql}}]);
});
