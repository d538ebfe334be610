import {answer, createHttpServer, type Handler} from './http-server.ts';

/** Responds as a service that lists `listed` and, from then on, what it was sent, under this ID. `created`: the body of its answer to a POST, by default the ID. */
export function accepting(id: number, listed: unknown[] = [], created?: object): Handler {
	return ({method, url, body}, response) => {
		if (method === 'POST') {
			listed.push({...(JSON.parse(body) as object), id});
			answer(response, 201, created ?? {id});
		} else if (method === 'DELETE') {
			const index = listed.findIndex(record => (record as {readonly id: unknown}).id === Number(url.split('/').at(-2)));
			listed.splice(index, index === -1 ? 0 : 1);
			answer(response, index === -1 ? 404 : 204);
		} else {
			answer(response, 200, listed);
		}
	};
}

/** Starts such a service. */
export const createAcceptingServer = async (...service: Parameters<typeof accepting>) =>
	createHttpServer(accepting(...service));
