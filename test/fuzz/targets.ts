import {bodies} from './bodies.ts';
import {confirm} from './confirm.ts';
import {echo} from './echo.ts';
import {environment} from './environment.ts';
import {exchange} from './exchange.ts';
import {headers} from './headers.ts';
import {keys} from './keys.ts';
import {shownRecord} from './record.ts';
import type {Target} from './target.ts';
import {yaml} from './yaml.ts';

/** All targets, in the order in which they take turns. */
export const targets: readonly Target[] = [
	shownRecord,
	echo,
	headers,
	exchange,
	keys,
	confirm,
	yaml,
	bodies,
	environment,
];
