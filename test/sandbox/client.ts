import {subscribe} from 'node:diagnostics_channel';
import {mkdtempSync, rmSync} from 'node:fs';
import type {IncomingMessage} from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import type {CreateBody} from '../../source/sandbox/body.ts';
import {notificationsPath} from '../../source/service/connection.ts';
import type {SandboxOptions} from '../../source/sandbox/server.ts';
import {startHoldableSandbox, type HoldableSandbox} from '../helpers/holdable-sandbox.ts';

/** A record as the sandbox lists it. */
export type Listed = {id: number; notification_name: string | null; event_details: Record<string, unknown>} & Record<
	string,
	unknown
>;

/** A file in a new directory, both gone after the test. */
export function temporaryFile(): string {
	const directory = mkdtempSync(path.join(os.tmpdir(), 'chainbell-sandbox-'));
	onTestFinished(() => {
		rmSync(directory, {recursive: true});
	});
	return path.join(directory, 'state', 'sandbox.sqlite');
}

/** A sandbox that is closed after the test; without samples unless told otherwise. */
export async function start(options: Partial<SandboxOptions> = {}): Promise<HoldableSandbox> {
	const sandbox = await startHoldableSandbox({file: options.file ?? temporaryFile(), samples: 0, ...options});
	onTestFinished(sandbox.close);
	return sandbox;
}

/** Something that answers requests: a sandbox here, or one in another process. */
export type Service = Pick<HoldableSandbox, 'baseUrl' | 'apiKey'>;

export async function send(service: Service, method: string, at: string, init: RequestInit = {}): Promise<Response> {
	return fetch(new URL(at, service.baseUrl), {
		method,
		...init,
		headers: {Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json', ...init.headers},
	});
}

export const post = async (service: Service, body: unknown): Promise<Response> =>
	send(service, 'POST', notificationsPath, {body: JSON.stringify(body)});

export async function create(service: Service, body: CreateBody): Promise<Listed> {
	const response = await post(service, body);
	return (await response.json()) as Listed;
}

export async function list(service: Service): Promise<Listed[]> {
	const response = await send(service, 'GET', notificationsPath);
	return (await response.json()) as Listed[];
}

export async function listIds(service: Service): Promise<number[]> {
	const records = await list(service);
	return records.map(record => record.id);
}

export const sendDelete = async (service: Service, id: number | string): Promise<Response> =>
	send(service, 'DELETE', `${notificationsPath}${id}/`);

/** Deletes, and says with what status. */
export async function remove(service: Service, id: number | string): Promise<number> {
	const {status} = await sendDelete(service, id);
	return status;
}

/** The writes by port. */
const watched = new Map<number, string[]>();

/** Records the POSTs and DELETEs that arrive from now on at a service of this process. */
export function watchWrites({baseUrl}: Service): readonly string[] {
	if (watched.size === 0) {
		subscribe('http.server.request.start', noteWrite);
	}

	const writes: string[] = [];
	watched.set(Number(new URL(baseUrl).port), writes);
	return writes;
}

function noteWrite(message: unknown): void {
	const {
		request: {method, url, socket},
	} = message as {request: IncomingMessage};
	if (method === 'GET') {
		return;
	}

	const id = url!.slice(notificationsPath.length + 1, -1);
	watched.get(socket.localPort!)?.push(id === '' ? method! : `${method!} ${id}`);
}

/** The least that a create needs. */
export const minimal: CreateBody = {
	external_user_id: 'user-1',
	channel: 'EMAIL',
	delivery_location: 'someone@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	},
};

/** All that a create can say. */
export const full: CreateBody = {
	external_user_id: 'ユーザー 7',
	channel: 'SLACK',
	notification_name: ' 大口送金 👩‍🚀 ',
	template: 'the template',
	delivery_location: '#alerts',
	event_details: {
		network: 'BASE_MAINNET',
		event_type: 'GRAPHQL',
		addresses: ['0x00000000219ab540356cbb839cbe05303d7705fa'],
		filters: [
			{
				field_name: 'value',
				operator: 'gt',
				value: '10',
				value_type: 'int',
			},
			{
				field_name: 'asset',
				operator: 'eq',
				value: '',
				value_type: 'str',
			},
		],
		graphql: {topic_0: 'the topic'},
	},
};
