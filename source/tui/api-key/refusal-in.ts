import {isKeyRefusal, type Failure} from '../../service/failure.ts';

/** The failure of a result if the service refused the API key; undefined for any other failure. */
export const refusalIn = (result: object | {readonly failure?: Failure | undefined}): Failure | undefined =>
	'failure' in result && isKeyRefusal(result.failure) ? result.failure : undefined;
