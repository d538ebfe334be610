import {expect, test} from 'vitest';
import {account, address, body} from '../helpers/command-account.ts';
import {startRawService} from '../changes/raw-service.ts';

const topic = `0x${'ab'.repeat(32)}`;
const options = (channel: string, to: string, event: string) => [
	'create',
	'--user',
	'u-1',
	'--channel',
	channel,
	'--to',
	to,
	'--event',
	event,
	'--address',
	address,
	'--topic',
	topic,
];

test.each([
	['webhook', 'https://a.example/', 'CUSTOM_GRAPHQL', false],
	['webhook', 'https://a.example/', 'graphql', false],
	['webhook', 'https://a.example/', 'LOGS', true],
	['email', 'a@example.com', 'GRAPHQL', true],
])('the topics that are given are sent: %s, %s, %s', async (channel, to, event, isWarned) => {
	const service = await startRawService();
	await using place = await account(0, 5000, service);
	const {exitCode, stderr} = await place.run(options(channel, to, event));
	expect(exitCode).toBe(0);
	expect(stderr.includes('--topic 1 is sent, but topics are only for a GraphQL-type webhook')).toBe(isWarned);
	expect(service.records).toMatchObject([{event_details: {event_type: event, graphql: {topic_0: topic}}}]);
});

test('those of a file are sent, and kept in an edit of something else', async () => {
	const service = await startRawService();
	await using place = await account(0, 5000, service);
	const graphql = {topic_1: topic, topic_3: topic};
	const details = {network: 'ETH_MAINNET', event_type: 'graphql', addresses: [address], graphql};
	await place.run(['create', '-f', '-'], {
		input: JSON.stringify(body('u-1', {channel: 'SLACK', delivery_location: '#a', event_details: details})),
	});
	expect(service.records).toMatchObject([{event_details: {graphql}}]);
	expect(await place.run(['edit', '1', '--set', 'name=x', '--yes'])).toMatchObject({exitCode: 0});
	expect(service.records).toMatchObject([{id: 2, notification_name: 'x', event_details: {graphql}}]);
});
