import {hostname} from 'node:os';
import type {TeamOfProfile} from '../config/profile.ts';
import {BoardError} from './board.ts';
import {readBoardUrl, type BoardAddress} from './board-address.ts';
import {createPostgresBoard, type Board, type BoardClock} from './postgres-board.ts';

/**
Reads where the board of a profile is.

@throws BoardError if its variable is not set, or has no URL of a board.
*/
export function findBoard({variable, url}: Pick<TeamOfProfile, 'variable' | 'url'>): BoardAddress {
	if (url === undefined) {
		throw new BoardError(
			'refused',
			`The team's board cannot be used: the environment variable ${variable}, which config.yaml names as its URL, is not set.`,
		);
	}

	const read = readBoardUrl(url);
	if (!read.ok) {
		throw new BoardError(
			'refused',
			`The team's board cannot be used: the environment variable ${variable} ${read.problem}.`,
		);
	}

	return read.value;
}

/**
Opens the board of a profile. Nothing is sent before its first call.

@param team - The team of the profile.
@param owner - What the claims of the session are told by.
@throws BoardError like `findBoard`.
*/
export function openBoard(
	team: TeamOfProfile,
	{owner, clock}: {readonly owner: string; readonly clock: BoardClock},
): Board {
	return createPostgresBoard({address: findBoard(team), account: team.account, host: hostname(), owner, clock});
}
