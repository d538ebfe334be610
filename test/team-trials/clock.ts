import {killAndFinish} from './kills.ts';
import type {Trial} from './trial.ts';

const hour = 3_600_000;

/** Stages of requests at which something is created, and at which something is deleted. */
const moments = [6, 13, 20];

export const clock: Trial = {
	name: 'clock',
	what: 'the clock of one machine is an hour off, and one is killed',
	async run(server) {
		for (const moment of moments) {
			await killAndFinish(server, moment, {anna: {clockChange: hour}});
			await killAndFinish(server, moment, {anna: {clockChange: -hour}});
			await killAndFinish(server, moment, {carl: {clockChange: hour}});
			await killAndFinish(server, moment, {carl: {clockChange: -hour}});
		}

		return `${4 * moments.length} kills, nothing lost or doubled`;
	},
};
