import type {WriteAnswer} from './fates.ts';

/** What the service sends back. `text` is sent as it is, with its content type. */
export type Reply =
	| 'reset'
	| {
			readonly status: number;
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  };

/** The IDs that an answer to a POST can carry. */
export type AnswerIds = {
	/** The ID of the notification that the request creates, if it does. */
	readonly right: string;
	/** The ID of another notification. */
	readonly wrong: string;
};

const html = (status: number): Reply => ({
	status,
	body: '<html><title>Please wait</title></html>',
	headers: {'content-type': 'text/html'},
});

const jobId = '7b1f6a52-3f0c-4e0b-9d55-2f6d0a4c1e88';

/** The answer to a POST; without IDs, to a DELETE. */
export function replyOf(answer: WriteAnswer, ids?: AnswerIds): Reply {
	switch (answer) {
		case 'reset': {
			return 'reset';
		}

		case 'HTML': {
			return html(200);
		}

		case 502: {
			return html(502);
		}

		case 308: {
			return {status: 308, headers: {location: 'https://example.com/'}};
		}

		case 'job': {
			return {status: 202, body: {id: jobId}};
		}

		case 'confirmed':
		case 'no ID':
		case 'wrong ID':
		case 'two IDs': {
			return ids === undefined ? {status: 204} : {status: 201, body: createdBody(answer, ids)};
		}

		case 403:
		case 404:
		case 422:
		case 429:
		case 500:
		case 503: {
			return {status: answer, body: {error: 'Failed', message: 'As the test wants it'}};
		}
	}
}

function createdBody(answer: 'confirmed' | 'no ID' | 'wrong ID' | 'two IDs', {right, wrong}: AnswerIds): object {
	return {
		confirmed: {id: jsonId(right)},
		'no ID': {status: 'created'},
		'wrong ID': {id: jsonId(wrong)},
		'two IDs': {id: jsonId(wrong), notification_id: jsonId(right)},
	}[answer];
}

const jsonId = (id: string) => (/^\d+$/v.test(id) ? Number(id) : id);

/** The documented answer to a missing or invalid API key (interface.md, "Errors"). */
export const unauthorizedReply: Reply = {
	status: 401,
	body: {error: 'Unauthorized', message: 'Invalid or missing API key'},
};

/** Whether an answer says that the request was rejected: then it never takes effect. */
export const isRejection = (method: 'POST' | 'DELETE', answer: WriteAnswer): boolean =>
	answer === 403 || answer === 422 || answer === 429 || (method === 'POST' && answer === 404);

/** Whether an answer says that the request was done. */
export const isConfirmation = (answer: WriteAnswer): boolean => typeof answer === 'string' && answer !== 'reset';
