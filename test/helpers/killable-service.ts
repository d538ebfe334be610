import {onTestFinished} from 'vitest';
import {answer, createHttpServer} from './http-server.ts';

/** A moment at which a client is killed: at one of its requests, from 1, before that arrives, or after the service acted but before the answer. `late`: the request is on its way, and arrives when `deliver` is called. */
export type KillMoment = {readonly request: number; readonly stage: 'lost' | 'late' | 'unanswered'};

type StoredRecord = Readonly<Record<string, unknown>> & {readonly id: number};

/** Starts a service with one account, whose clients can be killed, and that creates, lists and deletes at once. A client is known by its API key: once killed, no request of it arrives and no answer reaches it. It is closed after the test. */
export async function startKillableService() {
	const requests = new Map<string, string[]>();
	const kills = new Map<string, {readonly moment: KillMoment; readonly die: () => void; isDead: boolean}>();
	let late: Array<() => void> = [];
	let stored: StoredRecord[] = [];
	let lastId = 0;

	const act = (method: string, url: string, body: string): readonly [status: number, body?: unknown] => {
		if (method === 'POST') {
			lastId++;
			const record = {...(JSON.parse(body) as object), id: lastId};
			stored.push(record);
			return [201, record];
		}

		if (method === 'DELETE') {
			const left = stored.filter(({id}) => id !== Number(url.split('/').at(-2)));
			const isFound = left.length < stored.length;
			stored = left;
			return [isFound ? 204 : 404];
		}

		return [200, stored.map(({template, ...listed}) => listed)];
	};

	const server = await createHttpServer(({method, url, body, headers}, response) => {
		const apiKey = headers.authorization!.replace('Bearer ', '');
		const kill = kills.get(apiKey);
		if (kill?.isDead === true) {
			return;
		}

		const made = [
			...(requests.get(apiKey) ?? []),
			`${method} ${method === 'DELETE' ? url.split('/').at(-2)! : ''}`.trim(),
		];
		requests.set(apiKey, made);
		const stage = kill?.moment.request === made.length ? kill.moment.stage : undefined;
		const die = () => {
			kill!.isDead = true;
			kill!.die();
		};

		if (stage === 'lost' || stage === 'late') {
			late.push(...(stage === 'late' ? [() => act(method, url, body)] : []));
			die();
			return;
		}

		const answered = act(method, url, body);
		if (stage === 'unanswered') {
			die();
			return;
		}

		answer(response, ...answered);
	});
	onTestFinished(async () => server[Symbol.asyncDispose]());

	return {
		baseUrl: server.baseUrl,
		/** The notifications of the account, with their templates. */
		records: (): readonly StoredRecord[] => stored,
		/** Replaces all notifications; these get the IDs from 1. Forgets what is late. */
		reset(bodies: readonly object[]) {
			stored = bodies.map((body, index) => ({...body, id: index + 1}));
			lastId = bodies.length;
			late = [];
		},
		/** The requests of each client that arrived whole: `GET`, `POST`, `DELETE 7`. */
		requestsOf: (apiKey: string): readonly string[] => requests.get(apiKey) ?? [],
		/** Kills a client at a moment. Resolves when it is dead. */
		async killAt(apiKey: string, moment: KillMoment) {
			const {promise, resolve} = Promise.withResolvers<void>();
			kills.set(apiKey, {moment, die: resolve, isDead: false});
			await promise;
		},
		/** Starts a client of this API key again. What the one before still waits for never comes. */
		restart(apiKey: string) {
			kills.delete(apiKey);
		},
		/** Lets the requests that are late take effect. */
		deliver() {
			for (const effect of late) {
				effect();
			}

			late = [];
		},
	};
}
