import process from 'node:process';
import {expect, test} from 'vitest';
import {editInEditor} from '../../source/terminal/editor.ts';

const writing = (length: number) => String.raw`head -c ${length} /dev/zero | tr '\0' a >`;

test('a text of up to 100 kB is taken over, a longer one is refused', async () => {
	expect(await editInEditor('x', writing(100_000), process.env)).toEqual({ok: true, text: 'a'.repeat(100_000)});
	expect(await editInEditor('x', writing(2_000_000), process.env)).toEqual({
		ok: false,
		problem: 'The edited text cannot be used: it is larger than 100 kB',
	});
});

test('the file has the name that says its syntax', async () => {
	expect(await editInEditor('x', 'basename >"$1" "$1"; :', process.env, 'notifications.yaml')).toEqual({
		ok: true,
		text: 'notifications.yaml',
	});
});
