import type {BoardConnection} from './board-connection.ts';
import {boardVersion, schema} from './schema.ts';

/** Creates the tables of the board, or completes them. `program`: the version of this chainbell. @throws BoardError */
export async function initialiseBoard(connection: Pick<BoardConnection, 'run'>, program: string): Promise<void> {
	for (const text of schema) {
		await connection.run(() => [{text, values: []}]);
	}

	await connection.run(() => [{text: 'INSERT INTO chainbell.board (id, version, program) VALUES (1, $1::int, $2) ON CONFLICT (id) DO NOTHING', values: [boardVersion, program]}]);
}
