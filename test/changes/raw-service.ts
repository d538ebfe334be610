import type {ServerResponse} from 'node:http';
import {onTestFinished} from 'vitest';
import {answer, createHttpServer, type ReceivedRequest} from '../helpers/http-server.ts';
import type {Service} from '../sandbox/client.ts';

export type RawRecord = Readonly<Record<string, unknown>> & {readonly id: number};

/** How the service differs from a correct one. */
export type Behaviour = {
	/** Makes the body of a listing from the records. */
	listing?: (records: readonly RawRecord[]) => unknown;
	/** The body of the 400 that refuses a POST; undefined where it is taken. */
	refused?: (body: Readonly<Record<string, unknown>>) => unknown;
	/** What is stored of a POST; all of it unless given. */
	stored?: (body: Readonly<Record<string, unknown>>) => object;
	/** Responds to a POST after the record was created. */
	created?: (response: ServerResponse, record: RawRecord) => void;
	/** Responds to a DELETE, which then has no effect. */
	refusal?: (response: ServerResponse, id: number) => void;
};

export type RawService = Service & {
	/** The stored records, with unknown members. Tests may change them. */
	readonly records: RawRecord[];
	readonly requests: readonly ReceivedRequest[];
	/** Tests may change it. */
	readonly behaviour: Behaviour;
};

/** Starts a service that stores anything and can respond in ways the sandbox cannot. It is closed after the test. */
export async function startRawService(records: RawRecord[] = [], behaviour: Behaviour = {}): Promise<RawService> {
	let lastId = Math.max(0, ...records.map(({id}) => id));
	const server = await createHttpServer(({method, url, body}, response) => {
		switch (method) {
			case 'POST': {
				const sent = JSON.parse(body) as Readonly<Record<string, unknown>>;
				const refused = behaviour.refused?.(sent);
				if (refused !== undefined) {
					answer(response, 400, refused);
					break;
				}

				lastId++;
				const record = {...(behaviour.stored?.(sent) ?? sent), id: lastId};
				records.push(record);
				(behaviour.created ?? answerCreated)(response, record);
				break;
			}

			case 'DELETE': {
				const id = Number(url.split('/').at(-2));
				if (behaviour.refusal === undefined) {
					const index = records.findIndex(record => record.id === id);
					answer(response, index === -1 ? 404 : 204);
					records.splice(index, index === -1 ? 0 : 1);
				} else {
					behaviour.refusal(response, id);
				}

				break;
			}

			default: {
				answer(response, 200, behaviour.listing?.(records) ?? records);
			}
		}
	});
	onTestFinished(async () => server[Symbol.asyncDispose]());
	return {
		baseUrl: server.baseUrl,
		apiKey: 'the-key',
		records,
		requests: server.requests,
		behaviour,
	};
}

const answerCreated = (response: ServerResponse, record: RawRecord) => {
	answer(response, 201, record);
};

/** A listing whose count says that something is missing. */
export const partial = (records: readonly RawRecord[]) => ({results: records, count: records.length + 1});
