import type {ServerResponse} from 'node:http';
import {onTestFinished} from 'vitest';
import {answer, createHttpServer, type ReceivedRequest} from '../helpers/http-server.ts';
import type {Service} from '../sandbox/client.ts';

export type RawRecord = Readonly<Record<string, unknown>> & {readonly id: number};

/** How it differs from a service that keeps its word. */
export type Manners = {
	/** What a listing is, of the records. */
	listing?: (records: readonly RawRecord[]) => unknown;
	/** Answers a POST that has created a record. */
	created?: (response: ServerResponse, record: RawRecord) => void;
	/** Answers a DELETE, which then deletes nothing. */
	refusal?: (response: ServerResponse, id: number) => void;
};

export type RawService = Service & {
	/** Everything a listing can show, unknown members included; may be changed. */
	readonly records: RawRecord[];
	readonly requests: readonly ReceivedRequest[];
	/** May be changed. */
	readonly manners: Manners;
};

/** A service that keeps whatever it is sent, and can answer in ways the sandbox cannot; gone after the test. */
export async function startRawService(records: RawRecord[] = [], manners: Manners = {}): Promise<RawService> {
	let lastId = Math.max(0, ...records.map(({id}) => id));
	const server = await createHttpServer(({method, url, body}, response) => {
		switch (method) {
			case 'POST': {
				lastId++;
				const record = {...JSON.parse(body) as object, id: lastId};
				records.push(record);
				(manners.created ?? answerCreated)(response, record);
				break;
			}

			case 'DELETE': {
				const id = Number(url.split('/').at(-2));
				if (manners.refusal === undefined) {
					const index = records.findIndex(record => record.id === id);
					answer(response, index === -1 ? 404 : 204);
					records.splice(index, index === -1 ? 0 : 1);
				} else {
					manners.refusal(response, id);
				}

				break;
			}

			default: {
				answer(response, 200, manners.listing?.(records) ?? records);
			}
		}
	});
	onTestFinished(async () => server[Symbol.asyncDispose]());
	return {
		baseUrl: server.baseUrl, apiKey: 'the-key', records, requests: server.requests, manners,
	};
}

const answerCreated = (response: ServerResponse, record: RawRecord) => {
	answer(response, 201, record);
};

/** A listing that says it is not all there is. */
export const partial = (records: readonly RawRecord[]) => ({results: records, count: records.length + 1});
